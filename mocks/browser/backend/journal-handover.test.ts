import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildSandbox } from '../../build-sandbox.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { entryIn } from '../../testing/entry-in.ts'
import { StorageInMemory } from '../../testing/storage-in-memory.ts'
import { handOverJournals, resumeJournals } from './journal-handover.ts'

const template = await buildSandbox({ entities: 0 })

beforeEach(() => void vi.stubGlobal('localStorage', new StorageInMemory()))
afterEach(() => void vi.unstubAllGlobals())

test('sandboxes with entries share the room; those whose journals are empty take none', () => {
  const used = template.fork('used')
  const alsoUsed = template.fork('also-used')
  const cleared = template.fork('cleared')
  const unused = template.fork('unused')

  for (const sandbox of [used, alsoUsed, cleared]) for (let count = 0; count < 100; count++) addEntry(sandbox)
  cleared.journal.clear()

  const resumed = handedOver([used, alsoUsed, cleared, unused])

  expect(resumed.map(({ journal }) => journal.entries().length)).toEqual([9, 9, 0, 0])
  expect(resumed.map(({ journal }) => journal.last)).toEqual([100, 100, 100, 0])
})

test('the newest counts of requests are handed over; fewer where the storage is full', () => {
  const sandbox = template.fork('used')
  const hours = Array.from({ length: 3000 }, (_, hour) => hour * 3_600_000)

  addEntry(sandbox)
  for (const time of hours)
    sandbox.activity.count({ time, method: 'GET', route: '/api/entities', status: 200 })

  for (const { quota, kept } of [
    { quota: 5_000_000, kept: 2000 },
    { quota: 150_000, kept: 1000 },
  ]) {
    vi.stubGlobal('localStorage', new StorageInMemory(quota))
    const [resumed] = handedOver([sandbox])

    expect(resumed?.activity.list().map(({ hour }) => hour)).toEqual(hours.slice(-kept))
  }
})

/** Adds an entry of 40 KiB. */
function addEntry(sandbox: Sandbox): void {
  sandbox.journal.add(entryIn(sandbox, new Uint8Array(40 * 1024)))
}

/** New sandboxes with these ids, which continue the journals of these. */
function handedOver(sandboxes: readonly Sandbox[]): Sandbox[] {
  const next = sandboxes.map(({ id }) => template.fork(id))

  handOverJournals('backend', sandboxes)
  resumeJournals('backend', next)

  return next
}
