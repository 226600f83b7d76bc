import { changeStored } from '../../testing/change-stored.ts'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { setHealth } from '../../data/model/health/health-changes.ts'
import type { Sandbox } from '../sandbox.ts'
import { MemoryStorage, withLogs } from '../../testing/memory-storage.ts'
import { LogRecorder, type RecorderOptions } from './log-recorder.ts'
import type { StoredLog } from './log-storage.ts'
import { restoreSandbox } from './restore-sandboxes.ts'

interface TestOptions extends RecorderOptions {
  /** Called before each write. */
  readonly beforePut?: StoredLog['put']
}

const moment = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A storage that takes a moment for each write, and a function that reads a sandbox from it. */
async function open({ beforePut, ...options }: TestOptions = {}) {
  const template = await buildSandbox({ entities: 0 })
  const initial = template.state
  const storage = withLogs(new MemoryStorage(), (log) => ({
    put: async (items) => {
      await moment(5)
      await beforePut?.(items)
      await log.put(items)
    },
    remove: async (...range) => {
      await moment(5)
      await log.remove(...range)
    },
  }))
  const recorder = new LogRecorder(storage, initial, options)

  return {
    recorder,
    fork: (id: string, origin = template) => {
      const fork = origin.fork(id)

      fork.recordWith(recorder)

      return fork
    },
    restored: async (id: string) => (await restoreSandbox(storage, id, initial, template)).sandbox,
  }
}

const setRed = (sandbox: Sandbox, path: string) =>
  changeStored(sandbox, (draft) => setHealth(draft, path, { label: 'Red' }, { now: 0 }))

const pathsIn = ({ data }: Sandbox) => [...data.components.keys()]

test('a sandbox is stored while the log of an expired one with its id is being deleted', async () => {
  const { recorder, fork, restored } = await open()
  const expired = fork('a')

  await setRed(expired, 'old')

  const deleting = recorder.deleteLog(expired)
  const sandbox = fork('a')

  await setRed(sandbox, 'new')
  await deleting

  expect(pathsIn(await restored('a'))).toEqual(['new'])
})

test('a sandbox can be changed while its log is being created', async () => {
  const { recorder, fork, restored } = await open()
  const origin = fork('origin')

  await setRed(origin, 'first')

  const sandbox = fork('a', origin)
  const creating = recorder.createLog(sandbox)

  await setRed(sandbox, 'second')
  await creating
  await setRed(sandbox, 'third')

  expect(pathsIn(await restored('a'))).toEqual(['first', 'second', 'third'])
})

test('imported data without id sequences has none after it is restored', async () => {
  const { fork, restored } = await open()
  const sandbox = fork('a')
  const { sequences } = sandbox.state.data

  await changeStored(sandbox, (draft) => {
    draft.sequences.next('job', () => false)
    setHealth(draft, 'old', { label: 'Red' }, { now: 0 })
  })
  await changeStored(sandbox, (draft) => draft.replace({ ...sandbox.state.data, sequences }, 'import'))

  const numbers = [sandbox, await restored('a')].map(({ state }) => state.data.sequences.get('job') ?? 0)

  expect(numbers).toEqual([0, 0])
})

test('a sandbox that is deleted during its first change is not stored', async () => {
  const { recorder, fork, restored } = await open()
  const sandbox = fork('a')
  const change = setRed(sandbox, 'late')

  await moment(2)
  await recorder.deleteLog(sandbox)
  await change

  expect(pathsIn(await restored('a'))).toEqual([])
})

test.each([
  ['succeeds', undefined],
  ['fails', new Error('The storage is full.')],
])('a log that is rewritten during a compaction is complete, when the compaction %s', async (_, error) => {
  let isFirst = true
  const { recorder, fork, restored } = await open({
    compactAfter: 1,
    beforePut: async ([item]) => {
      if (!isFirst || item?.part !== 'base') return
      isFirst = false
      await moment(100)
      if (error) throw error
    },
  })
  const sandbox = fork('a')

  await setRed(sandbox, 'first')
  await setRed(sandbox, 'second')
  await recorder.rewrite(sandbox)
  await setRed(sandbox, 'third')
  await moment(200)
  await recorder.settled()

  expect(pathsIn(await restored('a'))).toEqual(['first', 'second', 'third'])
})
