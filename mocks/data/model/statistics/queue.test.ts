import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { queueAt, type Pace } from './queues.ts'

/** One message per second. */
const steady: Pace = { rate: 1, usualRate: 1, since: 0 }

const three = Float64Array.of(10_000, 10_000, 10_000)

test.each([
  [9_999, 0, 0],
  [10_000, 3, 3_000],
  [10_999, 3, 2_001],
  [11_000, 2, 2_000],
  [12_000, 1, 1_000],
  [13_000, 0, 0],
])(
  'queue: of three messages that take a second each, at %d ms %d are waiting, and none %d ms later',
  (now, ready, drainsIn) => {
    expect(queueAt(three, steady, now)).toMatchObject({ ready, drainsIn })
  },
)

test('queue: nothing is consumed while the consumer is stopped, and everything afterwards', () => {
  const stopped: Pace = { ...steady, rate: 0, since: 5_000, lastOutage: { from: 5_000 } }
  const back: Pace = { ...steady, since: 60_000, lastOutage: { from: 5_000, until: 60_000 } }

  expect(queueAt(three, stopped, 50_000)).toMatchObject({ ready: 3, oldestAge: 40_000, drainsIn: null })
  expect(queueAt(three, back, 60_000)).toMatchObject({ ready: 3, oldestAge: 50_000, drainsIn: 3_000 })
  expect(queueAt(three, back, 62_000)).toMatchObject({ ready: 1, processedInLastMinute: 2 })
  expect(queueAt(three, back, 63_000)).toMatchObject({ ready: 0, oldestAge: 0, drainsIn: 0 })
})

test('queue: a consumer that becomes slower takes longer from then on', () => {
  const slow: Pace = { rate: 0.1, usualRate: 1, since: 11_500 }

  expect(queueAt(three, slow, 11_500)).toMatchObject({ ready: 2, drainsIn: 10_500 })
})

test('queue: its length never increases without arrivals, nor exceeds their number', () => {
  const times = array(integer({ min: 0, max: 100_000 }), { maxLength: 40 }).map((all) =>
    Float64Array.from(all).sort(),
  )
  const moments = record({
    now: integer({ min: 100_000, max: 200_000 }),
    later: integer({ min: 0, max: 50_000 }),
  })

  assert(
    property(times, moments, constantFrom(0.2, 1, 20), (arrivals, { now, later }, rate) => {
      const pace: Pace = { rate, usualRate: rate, since: 0 }
      const [first, second] = [queueAt(arrivals, pace, now), queueAt(arrivals, pace, now + later)]

      expect(first.ready).toBeLessThanOrEqual(arrivals.length)
      expect(second.ready).toBeLessThanOrEqual(first.ready)
    }),
  )
})
