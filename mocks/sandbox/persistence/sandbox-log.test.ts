import { expect, test } from 'vitest'
import { MemoryStorage, withLogs } from '../../testing/memory-storage.ts'
import type { LogStep } from './log-step.ts'
import { encodeItem, type LogPart, type LogStorage, LogDamage } from './log-storage.ts'
import { SandboxLog } from './sandbox-log.ts'

const entries: LogStep[] = [{ do: 'drop', slot: 'before' }]

/** A storage that fails once to remove items of a part. */
function failingOnce(storage: LogStorage, failing: LogPart): LogStorage {
  let hasFailed = false

  return withLogs(storage, (log) => ({
    remove(part, from, to) {
      if (part !== failing || from === to || hasFailed) return log.remove(part, from, to)
      hasFailed = true

      return Promise.reject(new Error('the storage is unavailable'))
    },
  }))
}

test.each(['entry', 'base'] as const)('a log is intact when a replaced %s can’t be removed', async (part) => {
  const storage = new MemoryStorage()
  const log = await SandboxLog.open(failingOnce(storage, part), 'default')

  await log.append(entries)
  await log.compact([entries])
  await log.append(entries)
  await log.compact([entries, entries])

  const stored = await SandboxLog.open(storage, 'default')

  const read: LogStep[][] = []

  for await (const some of stored.readAndCleanUp()) read.push(some)

  expect(read).toEqual([entries, entries])
  expect(log.size).toEqual(stored.size)
})

test('a log that is deleted during a compaction leaves nothing behind', async () => {
  const storage = new MemoryStorage()
  const log = await SandboxLog.open(storage, 'default')
  let deletion: Promise<void> | undefined

  await log.append(entries)
  await log.compact(
    (function* () {
      yield entries
      deletion = log.delete()
      yield entries
      yield entries
    })(),
  )
  await deletion

  expect(await storage.list()).toEqual([])
})

test.each([
  ['', 'the initial data of sandboxes is damaged'],
  ['@1.2.3-abc', 'the initial data of sandboxes is damaged'],
  ['blue', 'the log of sandbox "blue" is damaged'],
])('the log %j is reported by what it contains', (log, message) => {
  expect(new LogDamage(log, 'its head is missing').message).toContain(message)
})

test('a log of another version is rejected, and stays as it is', async () => {
  const storage = new MemoryStorage()
  const stored = await storage.open('default')

  await (await SandboxLog.open(storage, 'default')).append(entries)
  await stored.put([encodeItem('default', 'entry', 1, [{ do: 'state', seed: 1 }])])

  const reading = (await SandboxLog.open(storage, 'default')).readAndCleanUp()
  const parts: LogPart[] = []

  await expect(reading.next()).rejects.toThrow(
    'the log of sandbox "default" contains data that this version of entity-sandbox does not support',
  )
  for await (const { part } of stored.read()) parts.push(part)
  expect(parts).toEqual(['head', 'entry'])
})
