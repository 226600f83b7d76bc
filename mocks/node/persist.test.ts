import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SandboxOptions } from '../create-sandbox.ts'
import { createService } from '../create-service.ts'
import { dataFileText } from '../model/data-file/data-file.ts'
import type { DataFileInput } from '../model/data-file/data-file.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import { defaultUserName } from '../sandbox/access/sign-ins.ts'
import { findUser, type User } from '../sandbox/access/users.ts'
import { FolderError } from './folder-error.ts'
import { readLog } from './log-file.ts'
import { openPersisted, type PersistOptions } from './persist.ts'

const data = {
  definitions: [
    { name: 'Note', member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Text' }] }] },
  ],
  entities: [{ definition: 'Note', id: 5000, properties: { Text: 'first' } }],
} satisfies DataFileInput

/** A folder of the test's own. */
function makeFolder(): { path: string; log(): string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'persist-'))

  return {
    path,
    log: () => join(path, readdirSync(path).find((name) => name.endsWith('.log')) ?? ''),
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  }
}

const open = (folder: { path: string }, options: PersistOptions & Pick<SandboxOptions, 'scenarios'> = {}) =>
  openPersisted(folder.path, { data, machineClock: () => 0, ...options })

function write(sandbox: Sandbox, text: string): Promise<void> {
  return sandbox.change((draft) => {
    const note = draft.entities.get(5000)

    if (note) draft.entities.put({ ...note, properties: { Text: text } })
  })
}

function defaultUserOf({ data }: Sandbox): User {
  const user = findUser(data, defaultUserName)

  if (!user) throw new Error('There is no default user.')

  return user
}

const textOf = (sandbox: Sandbox) => sandbox.data.entities.get(5000)?.properties.Text
const everythingOf = (sandbox: Sandbox) => {
  const { state, random, clock } = sandbox.checkpoint()

  return [...dataFileText(state, { seed: sandbox.settings.seed, random, clock })].join('')
}

test('what was changed is there after a restart', async () => {
  using folder = makeFolder()
  const before = await open(folder)
  await write(before.sandboxes.default, 'changed')
  const everything = everythingOf(before.sandboxes.default)
  before.close()

  const after = await open(folder)

  expect(before.wasKept).toBe(false)
  expect(after.wasKept).toBe(true)
  expect(everythingOf(after.sandboxes.default)).toBe(everything)

  after.close()
})

test('a reset after a restart goes back to how the sandbox began, a new sandbox begins like that too', async () => {
  using folder = makeFolder()
  const before = await open(folder)
  await write(before.sandboxes.default, 'changed')
  before.close()

  const after = await open(folder)
  const blue = after.sandboxes.acquire('blue')
  await after.sandboxes.default.reset()

  expect(textOf(blue.sandbox)).toBe('first')
  expect(textOf(after.sandboxes.default)).toBe('first')

  after.close()
})

test('snapshots, clocks and several sandboxes are there after a restart', async () => {
  using folder = makeFolder()
  const before = await open(folder)
  const blue = before.sandboxes.create('blue').sandbox
  await write(blue, 'blue')
  blue.takeSnapshot('base')
  await write(blue, 'blue and later')
  blue.clock.freeze(Date.UTC(2030, 0, 1))
  before.sandboxes.create('sky', 'blue')
  before.sandboxes.create('gone')
  before.sandboxes.delete('gone')
  before.close()

  const after = await open(folder)
  const restored = after.sandboxes.get('blue').sandbox
  const base = restored.snapshots.get('base')

  expect(after.sandboxes.list().map(({ sandbox }) => sandbox.id)).toEqual(['sky', 'blue', 'default'])
  expect(textOf(restored)).toBe('blue and later')
  expect(textOf(after.sandboxes.get('sky').sandbox)).toBe('blue and later')
  expect(restored.clock.timestamp()).toBe('2030-01-01T00:00:00.000Z')

  if (base) await restored.putBack(base, { kind: 'restore' })

  expect(textOf(restored)).toBe('blue')

  after.close()
})

test('who signed in, who acts, faults with their counts, and a scenario half-way are there after a restart', async () => {
  using folder = makeFolder()
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
  const ask = (sandboxes: Sandboxes, path: string, headers: Record<string, string> = {}) =>
    createService(sandboxes).handle({
      method: 'GET',
      origin: 'http://sandbox.test',
      path,
      search: '',
      header: (name) => headers[name],
      headers: () => Object.entries(headers),
      body: undefined,
    })
  const before = await open(folder, { scenarios })
  const sandbox = before.sandboxes.default
  const { access } = sandbox.signIns.issue(defaultUserOf(sandbox))

  sandbox.faults.add([{ effect: { kind: 'answer', status: 503 }, times: 2 }])
  await sandbox.scenarios.enter('outage')
  await ask(before.sandboxes, '/api')
  const runtimeState = structuredClone(sandbox.runtimeState)
  before.close()

  const after = await open(folder, { scenarios })
  const restored = after.sandboxes.default

  expect(restored.runtimeState).toEqual(runtimeState)
  expect(runtimeState).toMatchObject({ user: 'reader', scenario: { name: 'outage', stepsLeft: 2, seen: 1 } })
  expect(runtimeState.faults.rules.map(({ seen, hits }) => [seen, hits])).toEqual([[1, 1]])
  expect(restored.signIns.userOf(restored.data, access)?.name).toBe('editor')

  await ask(after.sandboxes, '/api')

  expect(restored.scenarios.stepsLeft).toBe(1)
  expect(restored.faults.activeCount).toBe(restored.faults.list().length - 1)

  await restored.scenarios.leave()

  expect(restored.actingUser).toBe('editor')

  after.close()
})

test('a reset to another seed is there after a restart', async () => {
  using folder = makeFolder()
  const before = await open(folder)
  await before.sandboxes.default.reset({ seed: 9 })
  await write(before.sandboxes.default, 'changed')
  before.close()

  const after = await open(folder)
  await after.sandboxes.default.reset()

  expect(after.sandboxes.default.settings.seed).toBe(9)
  expect(textOf(after.sandboxes.default)).toBe('first')

  after.close()
})

test('a fork, a reset and a snapshot take a line of less than a kilobyte each', async () => {
  using folder = makeFolder()
  const { sandboxes, close } = await open(folder)
  const size = () => readFileSync(folder.log()).length
  await write(sandboxes.default, 'changed')
  const before = size()

  sandboxes.create('blue', 'default')
  await sandboxes.default.reset()
  sandboxes.default.takeSnapshot('base')

  expect(size() - before).toBeLessThan(3000)

  close()
})

test('a log that has grown is written anew, and holds the same', async () => {
  using folder = makeFolder()
  const before = await open(folder, { compactAfter: 1000 })
  const blue = before.sandboxes.create('blue').sandbox

  for (let count = 0; count < 2000; count++) await write(blue, `text ${count}`)
  blue.takeSnapshot('late')
  const [everything, size] = [everythingOf(blue), readFileSync(folder.log()).length]
  before.close()

  const after = await open(folder)

  expect(readdirSync(folder.path).filter((name) => name.startsWith('world'))).toHaveLength(1)
  expect(size).toBeLessThan(500_000)
  expect(everythingOf(after.sandboxes.get('blue').sandbox)).toBe(everything)
  expect(textOf(after.sandboxes.default)).toBe('first')

  after.close()
})

test('a torn line at the end is left out, wherever it was torn', async () => {
  using folder = makeFolder()
  const before = await open(folder)
  await write(before.sandboxes.default, 'kept')
  const whole = readFileSync(folder.log())
  await write(before.sandboxes.default, 'torn')
  const last = readFileSync(folder.log()).subarray(whole.length)
  before.close()

  for (let length = 0; length < last.length; length++) {
    writeFileSync(folder.log(), Buffer.concat([whole, last.subarray(0, length)]))

    expect(readLog(folder.log()).size).toBe(whole.length)
  }

  const after = await open(folder)

  expect(textOf(after.sandboxes.default)).toBe('kept')
  expect(readFileSync(folder.log())).toEqual(whole)

  after.close()
})

test('a log with a damaged line before whole ones is refused, naming the place', async () => {
  using folder = makeFolder()
  const before = await open(folder)
  const start = readFileSync(folder.log()).length
  await write(before.sandboxes.default, 'one')
  await write(before.sandboxes.default, 'two')
  before.close()

  const bytes = readFileSync(folder.log())
  bytes[start + 40] = (bytes[start + 40] ?? 0) ^ 1
  writeFileSync(folder.log(), bytes)

  await expect(open(folder)).rejects.toThrow(`damaged at byte ${start}`)
})

test.each<[string, (folder: { path: string; log(): string }) => void, RegExp]>([
  ['a file', ({ path }) => (rmSync(path, { recursive: true }), writeFileSync(path, '')), /EEXIST/],
  ['one whose log is a folder', ({ path }) => mkdirSync(join(path, 'world.1.log')), /EISDIR/],
  ['one whose lock is a folder', ({ path }) => mkdirSync(join(path, 'lock')), /EISDIR/],
  [
    'one whose log is empty',
    ({ path }) => writeFileSync(join(path, 'world.1.log'), ''),
    /the log does not have it/,
  ],
  [
    'one of a later version',
    ({ path }) => appendFileSync(join(path, 'world.1.log'), '12 a44dff9f {"do":"new"}\n'),
    /a line that this version does not know/,
  ],
])('a folder that is %s can not be opened, and is named', async (_, damage, reason) => {
  using folder = makeFolder()

  damage(folder)

  const opening = open(folder)

  await expect(opening).rejects.toThrow(FolderError)
  await expect(opening).rejects.toThrow(reason)
  await expect(opening).rejects.toThrow(folder.path)
})

test('a folder is for one process at a time', async () => {
  using folder = makeFolder()
  const first = await open(folder)

  await expect(open(folder)).rejects.toThrow(`process ${process.pid} is using it`)

  first.close()
  ;(await open(folder)).close()
})

test('the lock of a process that is gone is taken over', async () => {
  using folder = makeFolder()
  appendFileSync(join(folder.path, 'lock'), '999999999')

  const { close } = await open(folder)

  expect(readFileSync(join(folder.path, 'lock'), 'utf8')).toBe(String(process.pid))

  close()
})

test('a change that can not be written is refused, and not seen', async () => {
  using folder = makeFolder()
  const { sandboxes, close } = await open(folder)
  close()

  await expect(write(sandboxes.default, 'lost')).rejects.toThrow('EBADF')
  expect(textOf(sandboxes.default)).toBe('first')
})
