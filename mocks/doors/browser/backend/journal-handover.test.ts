import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import type { Activity } from '../../../sandbox/journal/activity.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { journalEntryResource } from '../../../sandbox/journal/journal-entry.ts'
import { entryIn } from '../../../testing/entry-in.ts'
import { StorageInMemory } from '../../../testing/storage-in-memory.ts'
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

  addEntry(sandbox)
  for (let hour = 0; hour < 3000; hour++) countRequest(sandbox.activity, hour)

  for (const { quota, kept } of [
    { quota: 5_000_000, kept: 2000 },
    { quota: 150_000, kept: 1000 },
  ]) {
    vi.stubGlobal('localStorage', new StorageInMemory(quota))
    const [resumed] = handedOver([sandbox])

    expect(resumed?.activity.list()).toEqual(sandbox.activity.list().slice(-kept))
  }
})

test('sandboxes with counts share the room for these, also those without entries', () => {
  const sandboxes = ['used', 'cleared'].map((id) => template.fork(id))

  for (const { activity } of sandboxes) for (let hour = 0; hour < 3000; hour++) countRequest(activity, hour)

  expect(handedOver(sandboxes).map(({ activity }) => activity.list().length)).toEqual([1000, 1000])
})

test('an entry that was handed over reads as before, and the storage has no secret', () => {
  const sandbox = template.fork('used')
  const entries = [Uint8Array.of(0xff, 0xd8), new TextEncoder().encode('{"password":"hunter2"}')].map(
    (body) => entryIn(sandbox, body),
  )

  for (const entry of entries) {
    entry.user = 'editor'
    entry.faults = ['fault-1']
    entry.warnings = [{ place: '/a', text: 'b', isAccepted: false }]
    entry.unmatched = { nearest: null, reason: 'c' }
    entry.completeWith({ status: 0, headers: { 'X-A': 'b' }, body: null })
    sandbox.journal.add(entry)
  }
  const before = sandbox.journal.entries().map(journalEntryResource)

  handOverJournals('backend', [sandbox])
  expect(localStorage.getItem('entity-sandbox journals')).not.toContain('hunter2')

  const next = template.fork('used')

  resumeJournals('backend', [next])
  // The size is that of the body with its secret.
  expect(next.journal.entries().map(journalEntryResource)).toMatchObject([
    before[0],
    { ...before[1], request: { body: { text: '{"password":"[redacted]"}' } } },
  ])
})

/** Adds an entry of 40 KiB. */
function addEntry(sandbox: Sandbox): void {
  sandbox.journal.add(entryIn(sandbox, new Uint8Array(40 * 1024).fill(97)))
}

function countRequest(activity: Activity, hour: number): void {
  activity.count({ time: hour * 3_600_000, method: 'GET', route: '/api/entities', status: 200 })
}

/** New sandboxes with these ids, which continue the journals of these. */
function handedOver(sandboxes: readonly Sandbox[]): Sandbox[] {
  const next = sandboxes.map(({ id }) => template.fork(id))

  handOverJournals('backend', sandboxes)
  resumeJournals('backend', next)

  return next
}
