import '../../testing/page-globals.ts'
import { expect, test } from 'vitest'
import type { JournalEntry } from '../../service/journal-stream.ts'
import { trafficOf } from './requests-page.tsx'

const now = Date.parse('2026-01-01T12:00:00.000Z')
const entry = (secondsAgo: number, duration_ms: number) =>
  ({ time: new Date(now - secondsAgo * 1000).toISOString(), duration_ms }) as JournalEntry // the members used

test('traffic counts the requests of the last minute, with the 95th percentile of their durations', () => {
  const fast = Array.from({ length: 19 }, (_, index) => entry(index, 2))

  expect(trafficOf([], now)).toEqual({ count: 0, p95: 0 })
  expect(trafficOf([...fast, entry(59, 900)], now)).toEqual({ count: 20, p95: 2 })
  expect(trafficOf([entry(1, 5), entry(61, 900)], now)).toEqual({ count: 1, p95: 5 })
})
