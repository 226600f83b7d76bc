import { expect, test } from 'vitest'
import type { JournalEntry } from '../../service/journal-stream.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { axisOf, trafficOf } = await loadOnPage(() => import('./request-columns.tsx'))

const entry = (second: number, duration_ms: number, status = 200) =>
  ({ time: new Date(second * 1000).toISOString(), duration_ms, status }) as JournalEntry // the members used

test('traffic counts requests and failures, with the 95th percentile of the durations', () => {
  const fast = Array.from({ length: 19 }, (_, index) => entry(index, 2))

  expect(trafficOf([])).toEqual({ count: 0, failed: 0, p95: 0 })
  expect(trafficOf([...fast, entry(59, 900, 503)])).toEqual({ count: 20, failed: 1, p95: 2 })
  expect(trafficOf([entry(1, 5, 0)])).toEqual({ count: 1, failed: 1, p95: 5 })
})

test('the axis reaches from the first request since the last pause of a minute to the end of the last one', () => {
  expect(axisOf([entry(95, 10), entry(94, 3000), entry(92, 1)])).toEqual({ start: 92_000, end: 97_000 })
  expect(axisOf([entry(95, 10), entry(92, 1), entry(30, 1)])).toEqual({ start: 92_000, end: 95_010 })
  expect(axisOf([entry(5, 1)])).toEqual({ start: 5000, end: 5100 })
})
