import { storedStateOf } from '../../persistence/stored-state.ts'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SandboxOptions } from '../../config.ts'
import { createService } from '../../create-service.ts'
import { dataFileText } from '../../model/data-file/data-file.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { Scenario } from '../../sandbox/scenarios/scenario.ts'
import { defaultUserName } from '../../sandbox/access/sign-ins.ts'
import { findUser, type User } from '../../sandbox/access/users.ts'
import { NotStored } from '../../persistence/log-recorder.ts'
import { FolderError } from './folder.ts'
import { openPersisted, type PersistOptions } from './persist.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { noteData, noteIn, writeNote } from '../../testing/note-data.ts'

const open = (folder: string, options: PersistOptions & Pick<SandboxOptions, 'scenarios'> = {}) =>
  openPersisted(folder, { data: noteData, machineClock: () => 0, ...options })

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
  const { state, random, clock } = sandbox.checkpoint()

  return [...dataFileText(state, { seed: sandbox.settings.seed, random, clock })].join('')
}

test('changes are restored after a restart', async () => {
  const folder = temporaryFolder()
  const before = await open(folder)
  await writeNote(before.sandboxes.default, 'changed')
  const everything = everythingOf(before.sandboxes.default)
  await before.close()

  const after = await open(folder)

  expect(before.wasRestored).toBe(false)
  expect(after.wasRestored).toBe(true)
  expect(everythingOf(after.sandboxes.default)).toBe(everything)

  await after.close()
})

test('after a restart, a sandbox has no number of a sequence that was taken back', async () => {
  const folder = temporaryFolder()
  const before = await open(folder)
  const sandbox = before.sandboxes.default

  await writeNote(sandbox, 'changed')
  await sandbox.change((draft) => void draft.sequences.next('job', () => false))
  await sandbox.transact((transaction) => sandbox.history.undo(transaction))

  const everything = everythingOf(sandbox)

  await before.close()

  const after = await open(folder)

  expect(everythingOf(after.sandboxes.default)).toBe(everything)
  await after.close()
})

test('closing twice closes no file of the program that was opened in between', async () => {
  const { close } = await open(temporaryFolder())

  await close()

  const files = Array.from({ length: 40 }, () => openSync(import.meta.filename, 'r'))

  await close()
  for (const file of files) expect(() => closeSync(file)).not.toThrow()
})

test('after a restart, resets and new sandboxes have the same initial data, and the seed of the last reset', async () => {
  const folder = temporaryFolder()
  const before = await open(folder)
  await before.sandboxes.default.reset({ seed: 9 })
  await writeNote(before.sandboxes.default, 'changed')
  await before.close()

  const after = await open(folder)
  const blue = after.sandboxes.acquire('blue').loaded
  await after.sandboxes.default.reset()

  expect(after.sandboxes.default.settings.seed).toBe(9)
  expect(noteIn(blue.sandbox)).toBe('first')
  expect(noteIn(after.sandboxes.default)).toBe('first')

  await after.close()
})

test('snapshots, clocks and several sandboxes are restored after a restart', async () => {
  const folder = temporaryFolder()
  const before = await open(folder)
  const blue = (await before.sandboxes.create('blue')).sandbox
  await writeNote(blue, 'blue')
  await blue.takeSnapshot('base')
  await writeNote(blue, 'blue and later')
  await blue.transact(() => blue.clock.freeze(Date.UTC(2030, 0, 1)))
  await before.sandboxes.create('sky', { from: 'blue' })
  await before.sandboxes.create('deleted')
  await before.sandboxes.delete('deleted')
  await before.close()

  const after = await open(folder)
  const restored = after.sandboxes.get('blue').sandbox
  const base = restored.snapshots.get('base')

  expect(after.sandboxes.list().map(({ sandbox }) => sandbox.id)).toEqual(['sky', 'blue', 'default'])
  expect(noteIn(restored)).toBe('blue and later')
  expect(noteIn(after.sandboxes.get('sky').sandbox)).toBe('blue and later')
  expect(restored.clock.timestamp()).toBe('2030-01-01T00:00:00.000Z')

  if (base) await restored.transact((transaction) => restored.restoreIn(transaction, base, 'restore'))

  expect(noteIn(restored)).toBe('blue')

  await after.close()
})

test('sign-ins (older ones too), the acting user, faults with their counts, and a scenario’s progress are restored after a restart', async () => {
  const folder = temporaryFolder()
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
  const request = (sandboxes: Sandboxes, path: string, headers: Record<string, string> = {}) =>
    createService(sandboxes).handle({
      method: 'GET',
      baseUrl: 'http://sandbox.test',
      path,
      search: '',
      header: (name) => headers[name],
      headers: () => Object.entries(headers),
      body: undefined,
    })
  const before = await open(folder, { scenarios })
  const sandbox = before.sandboxes.default
  const { access } = await sandbox.transact(() => sandbox.signIns.issue(defaultUserOf(sandbox)))
  const older = await request(before.sandboxes, '/api/authenticate/reader', {
    'x-auth-token': 'sandbox-admin',
  })
  const { token } = (await new Response(older?.body as Uint8Array<ArrayBuffer>).json()) as {
    token: string
  } // as the route declares

  await sandbox.transact(() => sandbox.faults.add([{ effect: { kind: 'response', status: 503 }, times: 2 }]))
  await sandbox.transact(() => (sandbox.runtimeSettings.validation = 'enforce'))
  await sandbox.transact((transaction) => sandbox.scenarios.enter(transaction, 'outage'))
  await request(before.sandboxes, '/api')
  const runtimeState = structuredClone(storedStateOf(sandbox).runtimeState)
  await before.close()

  const after = await open(folder, { scenarios })
  const restored = after.sandboxes.default

  expect(storedStateOf(restored).runtimeState).toEqual(runtimeState)
  expect(runtimeState).toMatchObject({
    user: 'reader',
    validation: 'enforce',
    scenario: { name: 'outage', stepsLeft: 2, seen: 1 },
  })
  expect(runtimeState.faults.rules.map(({ seen, hits }) => [seen, hits])).toEqual([[1, 1]])
  expect(restored.signIns.userOf(restored.data, access)?.name).toBe('editor')
  expect(restored.signIns.userOf(restored.data, token)?.name).toBe('reader')

  await request(after.sandboxes, '/api')

  expect(restored.scenarios.stepsLeft).toBe(1)
  expect(restored.faults.activeCount).toBe(restored.faults.list().length - 1)

  await restored.transact((transaction) => restored.scenarios.leave(transaction))

  expect(restored.runtimeSettings.actingUser).toBe('editor')

  await after.close()
})

test('repeated changes of one entity do not make the folder grow from start to start', async () => {
  const folder = temporaryFolder()
  const sizes: number[] = []
  let text = ''

  for (let start = 0; start < 9; start++) {
    const { sandboxes, close } = await open(folder, { compactAfter: 50_000 })

    for (let count = 0; count < 15; count++) {
      text = randomBytes(15_000).toString('base64') // LevelDB would compress others
      await writeNote(sandboxes.default, text)
    }
    await close()
    sizes.push(sizeOf(folder))
  }

  const after = await open(folder)

  expect(noteIn(after.sandboxes.default)).toBe(text)
  // LevelDB removes what was deleted at every fourth start or so.
  expect(Math.min(...sizes.slice(-5))).toBeLessThan(1.5 * (sizes[1] ?? 0))

  await after.close()
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
  const folder = temporaryFolder()
  const { sandboxes, close } = await open(folder)
  await writeNote(sandboxes.default, 'changed')
  await close()

  damage(folder)

  const opening = open(folder)

  await expect(opening).rejects.toThrow(FolderError)
  await expect(opening).rejects.toThrow(reason)
  await expect(opening).rejects.toThrow(folder)
})

test('a folder of version 0.1.0 is rejected with instructions, and not changed', async () => {
  const folder = temporaryFolder()

  writeFileSync(join(folder, 'world.3.log'), '')

  await expect(open(folder)).rejects.toThrow(/0\.1\.0.*\/__sandbox\/export.*--data/)
  expect(readdirSync(folder)).toEqual(['world.3.log'])
})

test.skipIf(process.platform !== 'linux')(
  'a folder that can’t be created is rejected at startup',
  async () => {
    await expect(open('/proc/sandbox/data')).rejects.toThrow(FolderError)
  },
)

test('a change to a folder that was removed is rejected and rolled back', async () => {
  const folder = temporaryFolder()
  const { sandboxes, close } = await open(folder)
  const before = everythingOf(sandboxes.default)

  rmSync(folder, { recursive: true })
  mkdirSync(folder)

  await expect(writeNote(sandboxes.default, 'lost')).rejects.toThrow(/was removed/)
  await expect(sandboxes.default.reset({ seed: 5 })).rejects.toThrow(NotStored)
  await expect(sandboxes.create('blue')).rejects.toThrow(NotStored)
  expect(everythingOf(sandboxes.default)).toBe(before)
  expect(sandboxes.default.settings.seed).toBe(1)
  expect(sandboxes.list().map(({ sandbox }) => sandbox.id)).toEqual(['default'])

  await close()
})
