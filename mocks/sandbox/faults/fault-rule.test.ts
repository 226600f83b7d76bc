import { expect, test } from 'vitest'
import { drawLatency, Latency } from './fault-rule.ts'
import { Random } from '../../data/model/shared/random.ts'

test.each([
  ['fixed', 120, [120, 120, 120]],
  ['uniform', { min: 100, max: 200 }, [150, 190, 199]],
  ['lognormal', { median: 100, p99: 1000 }, [100, 354, 1000]],
])('latency: %s has the expected median, 90th and 99th percentile', (_, input, expected) => {
  const latency = Latency.parse(input)
  const random = new Random(1)
  const draws = Array.from({ length: 50_000 }, () => drawLatency(latency, random)).sort((a, b) => a - b)

  for (const [index, quantile] of [0.5, 0.9, 0.99].entries()) {
    const actual = draws[Math.floor(quantile * draws.length)] ?? 0
    const expectedDelay = expected[index] ?? 0

    expect(Math.abs(actual - expectedDelay)).toBeLessThan(expectedDelay * 0.06)
  }
})

test.each([
  [{ min: 200, max: 100 }, 'Expected min to be at most max.'],
  [{ median: 200, p99: 100 }, 'Expected median to be at most p99.'],
])('latency: %j is rejected', (input, message) => {
  expect(Latency.safeParse(input).error?.issues).toMatchObject([{ message }])
})

test('latency: no delay is longer than the longest that can be declared', () => {
  const latency = Latency.parse({ median: 1, p99: 600_000 })
  const random = new Random(1)
  const draws = Array.from({ length: 10_000 }, () => drawLatency(latency, random))

  expect(Math.max(...draws)).toBe(600_000)
})

test('latency: the same seed draws the same value', () => {
  const draw = () => drawLatency({ median: 100, p99: 1000 }, new Random(7))

  expect(draw()).toBe(draw())
})
