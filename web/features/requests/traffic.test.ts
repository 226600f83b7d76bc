import { expect, test } from 'vitest'
import type { JournalEntry } from '../../service/journal.ts'
import { trafficOf } from './traffic.ts'

const now = Date.parse('2026-01-01T12:00:00.000Z')
const entry = (secondsAgo: number, duration_ms: number) =>
  ({ time: new Date(now - secondsAgo * 1000).toISOString(), duration_ms }) as JournalEntry // all it reads

test('traffic is that of the last minute, and the time that 95 % of it stayed within', () => {
  const fast = Array.from({ length: 19 }, (_, index) => entry(index, 2))

  expect(trafficOf([], now)).toEqual({ count: 0, within: 0 })
  expect(trafficOf([...fast, entry(59, 900)], now)).toEqual({ count: 20, within: 2 })
  expect(trafficOf([entry(1, 5), entry(61, 900)], now)).toEqual({ count: 1, within: 5 })
})
