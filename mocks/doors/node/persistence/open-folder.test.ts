import { randomBytes } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataFileText } from '../../../data/model/data-file/data-file.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Scenario } from '../../../sandbox/scenarios/scenario.ts'
import { signIn, userOfToken } from '../../../sandbox/access/sign-ins.ts'
import { addFaults, faultsIn } from '../../../sandbox/faults/fault-set.ts'
import { isActive } from '../../../sandbox/faults/fault-rule.ts'
import { activeScenario, enterScenario, leaveScenario } from '../../../sandbox/scenarios/sandbox-scenarios.ts'
import { withSnapshot, actingUserOf, defaultUserName } from '../../../sandbox/state/sandbox-state.ts'
import { runningClock } from '../../../sandbox/time/clock.ts'
import { changeStored } from '../../../testing/change-stored.ts'
import { findUser, type User } from '../../../data/model/users/users.ts'
import { NotStored } from '../../../sandbox/persistence/log-recorder.ts'
import { FolderError } from './level-database.ts'
import { LevelStorage } from './level-storage.ts'
import { repairFolder } from './repair-folder.ts'
import { openFetch } from '../../../testing/doors.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { noteIn, writeNote } from '../../../testing/note-data.ts'
import { openNotes } from './testing/open-notes.ts'

function defaultUserOf({ data }: Sandbox): User {
  const user = findUser(data, defaultUserName)

  if (!user) throw new Error('There is no default user.')

  return user
}

const sizeOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const everythingOf = (sandbox: Sandbox) => {
  const { data, control } = sandbox.state

  return [...dataFileText(data, control)].join('')
}

const takeSnapshot = (sandbox: Sandbox, name: string) =>
  changeStored(
    sandbox,
    (draft) => (draft.checkpoints = withSnapshot(draft.checkpoints, name, draft.checkpoint())),
  )

test('after a restart, the data is that before it, without the numbers of a sequence that were taken back', async () => {
  const before = await openNotes()
  const { sandbox } = before

  await writeNote(sandbox, 'changed')
  sandbox.change((draft) => draft.sequences.next('job', () => false))
  sandbox.undoOrRedo('undo')
  await sandbox.whenStored

  const everything = everythingOf(sandbox)
  const after = await before.restarted()

  expect(before.wasRestored).toBe(false)
  expect(after.wasRestored).toBe(true)
  expect(noteIn(after.sandbox)).toBe('changed')
  expect(everythingOf(after.sandbox)).toBe(everything)
})

test('after a crash in the middle of a table, the folder opens, also when LevelDB uses the name of that table again', async () => {
  const crashed = temporaryFolder()
  const { folder, sandbox } = await openNotes()

  await writeNote(sandbox, 'changed')
  // What a process that is killed leaves behind: LevelDB had begun a table, and numbers its files.
  cpSync(folder, crashed, { recursive: true })
  for (const name of readdirSync(join(crashed, 'level'))) {
    for (const next of [1, 2, 3, 4]) {
      const unfinished = join(
        crashed,
        'level',
        `${String(Number.parseInt(name.replace('MANIFEST-', ''), 10) + next).padStart(6, '0')}.ldb`,
      )

      if (!/\d/.test(name) || existsSync(unfinished)) continue
      writeFileSync(unfinished, 'begun')
      utimesSync(unfinished, 1, 1)
    }
  }

  const { sandbox: restored } = await openNotes(crashed)

  expect(noteIn(restored)).toBe('changed')
})

test('closing twice closes no file of the program that was opened in between', async () => {
  const { close } = await openNotes()

  await close()

  const files = Array.from({ length: 40 }, () => openSync(import.meta.filename, 'r'))

  await close()
  for (const file of files) expect(() => closeSync(file)).not.toThrow()
})

test('after a restart, resets and new sandboxes have the same initial data, and the seed of the last reset', async () => {
  const before = await openNotes()
  await before.sandbox.reset({ seed: 9 })
  await writeNote(before.sandbox, 'changed')
  const { sandboxes, sandbox } = await before.restarted()
  const blue = sandboxes.acquire('blue').sandbox
  await sandbox.reset()

  expect(sandbox.control.seed).toBe(9)
  expect(noteIn(blue)).toBe('first')
  expect(noteIn(sandbox)).toBe('first')
})

test('snapshots, clocks and several sandboxes are restored after a restart', async () => {
  const before = await openNotes()
  const blue = await before.sandboxes.create('blue')
  await writeNote(blue, 'blue')
  await takeSnapshot(blue, 'base')
  await writeNote(blue, 'blue and later')
  await changeStored(blue, (draft) => draft.set({ clock: draft.clock.frozen(Date.UTC(2030, 0, 1)) }))
  await before.sandboxes.create('sky', { from: 'blue' })
  await before.sandboxes.create('deleted')
  await before.sandboxes.delete('deleted')
  const after = await before.restarted()
  const restored = after.sandboxes.get('blue')
  const base = restored.state.checkpoints.snapshots.get('base')

  expect(after.sandboxes.list().map(({ id }) => id)).toEqual(['sky', 'blue', 'default'])
  expect(noteIn(restored)).toBe('blue and later')
  expect(noteIn(after.sandboxes.get('sky'))).toBe('blue and later')
  expect(restored.clock.timestamp()).toBe('2030-01-01T00:00:00.000Z')

  if (base) await changeStored(restored, (draft) => draft.restore(base, 'restore'))

  expect(noteIn(restored)).toBe('blue')
})

test('sandboxes whose clock ran past the year 9999 open; it stands at its end', async () => {
  const machine = { now: 0 }
  const before = await openNotes(temporaryFolder(), { machineClock: () => machine.now })
  const late = await before.sandboxes.create('late')

  await before.sandboxes.create('other')
  for (const sandbox of [late, before.sandbox]) {
    await changeStored(sandbox, (draft) => draft.set({ clock: runningClock(Date.UTC(9999, 11, 31, 23, 59)) }))
  }
  machine.now = 3_600_000
  await writeNote(late, 'late')
  await takeSnapshot(late, 'late')

  const after = await before.restarted()
  const restored = after.sandboxes.get('late')

  expect(noteIn(restored)).toBe('late')
  expect(restored.state.checkpoints.snapshots.get('late')?.at).toBe('9999-12-31T23:59:59.999Z')
  for (const { clock } of [restored, after.sandbox])
    expect(clock.timestamp()).toBe('9999-12-31T23:59:59.999Z')
  expect(after.sandboxes.list()).toHaveLength(3)
})

test('sign-ins (older ones too), the acting user, faults with their counts, and a scenario’s progress are restored after a restart', async () => {
  const scenarios = [
    {
      name: 'outage',
      description: 'Search fails, then everything is slow.',
      user: 'reader',
      health: { search: { label: 'Red', message: 'Down.' } },
      steps: [
        { after: { method: 'GET' }, times: 2, faults: ['slow-3g'] },
        { after: { method: 'GET' }, faults: [] },
      ],
    },
  ] as const satisfies Scenario[]
  const before = await openNotes(temporaryFolder(), { scenarios })
  const { sandbox, sandboxes } = before
  const { access } = await changeStored(sandbox, (draft) => signIn(draft, defaultUserOf(sandbox)))
  const older = await openFetch(sandboxes).send('/api/authenticate/reader', {
    headers: { 'x-auth-token': 'sandbox-admin' },
  })
  const { token } = (await older.json()) as { token: string } // as the route declares

  await changeStored(sandbox, (draft) => {
    addFaults(draft, [{ effect: { kind: 'response', status: 503 }, times: 2 }])
    draft.set({ validation: 'enforce' })
    enterScenario(draft, 'outage')
  })
  await openFetch(sandboxes).send('/api', {})
  await sandbox.whenStored

  const { control, checkpoints } = sandbox.state
  const faults = faultsIn(sandbox.state)
  const after = await before.restarted()
  const restored = after.sandbox

  expect(restored.control).toEqual(control)
  expect(faultsIn(restored.state)).toEqual(faults)
  expect(control).toMatchObject({ actingUser: { name: 'reader' }, validation: 'enforce' })
  for (const { scenario } of [checkpoints, restored.checkpoints]) {
    expect(scenario).toMatchObject({ name: 'outage', stepsLeft: 2, seen: 1 })
  }
  expect(faults.map(({ seen, hits }) => [seen, hits])).toEqual([[1, 1]])
  const { data, state, clock } = restored
  const nameOf = (issued: string) => userOfToken({ data, runtime: state.runtime }, issued, clock.now())?.name

  expect([access, token].map(nameOf)).toEqual(['editor', 'reader'])

  await openFetch(after.sandboxes).send('/api', {})

  const left = faultsIn(restored.newest)

  expect(activeScenario(restored)?.steps).toHaveLength(1)
  expect(left.filter((fault) => isActive(fault, clock.now()))).toHaveLength(left.length - 1)

  await changeStored(restored, leaveScenario)

  expect(actingUserOf(restored)).toBe('editor')
})

test('repeated changes of one entity do not make the folder grow from start to start', async () => {
  const folder = temporaryFolder()
  const sizes: number[] = []
  let text = ''

  for (let start = 0; start < 9; start++) {
    const { sandboxes, close } = await openNotes(folder, { compactAfter: 50_000 })

    for (let count = 0; count < 15; count++) {
      text = randomBytes(15_000).toString('base64') // LevelDB would compress others
      await writeNote(sandboxes.default, text)
    }
    await close()
    sizes.push(sizeOf(folder))
  }

  expect(noteIn((await openNotes(folder)).sandbox)).toBe(text)
  // LevelDB removes what was deleted at every fourth start or so.
  expect(Math.min(...sizes.slice(-5))).toBeLessThan(1.5 * (sizes[1] ?? 0))
})

test.each<[string, (path: string) => void, RegExp]>([
  [
    'a file',
    (path) => (rmSync(path, { recursive: true }), writeFileSync(path, '')),
    /is a file, not a folder/,
  ],
  [
    'without a file of its database',
    (path) => rmSync(join(path, 'level', 'CURRENT')),
    /does not exist.*entity-sandbox repair/,
  ],
  [
    'led to a file that is not there',
    (path) => writeFileSync(join(path, 'level', 'CURRENT'), 'MANIFEST-010004\n'),
    /No such file.*entity-sandbox repair/,
  ],
])('a folder that is %s can’t be opened; the error names it', async (_, damage, reason) => {
  const { sandbox, close, folder } = await openNotes()
  await writeNote(sandbox, 'changed')
  await close()

  damage(folder)

  const opening = openNotes(folder)

  await expect(opening).rejects.toThrow(FolderError)
  await expect(opening).rejects.toThrow(reason)
  await expect(opening).rejects.toThrow(folder)
})

test('a folder of version 0.1.0 is rejected with instructions, and not changed', async () => {
  const folder = temporaryFolder()

  writeFileSync(join(folder, 'world.3.log'), '')

  await expect(openNotes(folder)).rejects.toThrow(/0\.1\.0.*\/__sandbox\/export.*--data/)
  expect(readdirSync(folder)).toEqual(['world.3.log'])
})

describe.each(['blue', 'default'])('when sandbox "%s" can’t be restored', (id) => {
  /** A folder whose log of a sandbox lacks an entry, and the requests to it. */
  async function openDamaged() {
    const before = await openNotes()
    const { folder, sandboxes } = before

    for (const name of ['blue', 'red']) await sandboxes.create(name)
    for (const sandbox of sandboxes.list()) {
      for (const text of ['second', 'third']) await writeNote(sandbox, text)
    }
    await before.close()

    const storage = await LevelStorage.open(folder, { flush: false })
    const log = await storage.open(id)

    await log.remove('entry', 1, 2)
    await storage.close()

    const after = await openNotes(folder)
    const door = openFetch(after.sandboxes)
    const send = (name: string, path: string, method = 'GET') => door.send(`/s/${name}${path}`, { method })

    return { ...after, send }
  }

  test('it is set aside by name with its data, and the others are served', async () => {
    const { sandboxes, send, folder, restarted } = await openDamaged()
    const other = id === 'blue' ? 'default' : 'blue'

    expect([...sandboxes.setAside.keys()]).toEqual([id])
    expect((await send(other, '/api/entities/5000')).status).toBe(200)

    for (const [path, method] of [['/api/entities/5000'], ['/__sandbox/reset', 'POST']] as const) {
      const response = await send(id, path, method)

      expect(response.status).toBe(503)
      expect(await response.text()).toContain('entry 1 is missing')
    }
    expect(await (await send(other, '/__sandbox/sandboxes')).json()).toMatchObject({
      set_aside: [{ id, reason: expect.stringContaining('entry 1 is missing') }],
    })
    await expect(sandboxes.create(id)).rejects.toThrow('already exists')

    const again = await restarted()

    expect([...again.sandboxes.setAside.keys()]).toEqual([id])
    await again.close()
    expect((await repairFolder(folder)).join()).toContain('entry 1 is missing')
    expect((await openNotes(folder)).sandboxes.setAside.size).toBe(0)
  })

  test('deleting it makes room for a new one', async () => {
    const { send, restarted } = await openDamaged()

    expect((await send('red', `/__sandbox/sandboxes/${id}`, 'DELETE')).status).toBe(204)
    expect((await send(id, '/api/entities/5000', 'DELETE')).status).toBe(204)

    const { sandboxes } = await restarted()

    expect(sandboxes.setAside.size).toBe(0)
    expect(noteIn(sandboxes.get(id))).toBeUndefined()
    expect(noteIn(sandboxes.get('red'))).toBe('third')
  })
})

test.skipIf(process.platform !== 'linux')(
  'a folder that can’t be created is rejected at startup',
  async () => {
    await expect(openNotes('/proc/sandbox/data')).rejects.toThrow(FolderError)
  },
)

test('a change to a folder that was removed is rejected and rolled back', async () => {
  const { sandbox, sandboxes, folder } = await openNotes()
  const before = everythingOf(sandbox)

  rmSync(folder, { recursive: true })
  mkdirSync(folder)

  await expect(writeNote(sandbox, 'lost')).rejects.toThrow(/was removed/)
  await expect(sandbox.reset({ seed: 5 })).rejects.toThrow(NotStored)
  await expect(sandboxes.create('blue')).rejects.toThrow(NotStored)
  expect(everythingOf(sandbox)).toBe(before)
  expect(sandbox.control.seed).toBe(1)
  expect(sandboxes.list().map(({ id }) => id)).toEqual(['default'])
})
