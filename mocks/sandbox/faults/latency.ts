import { z } from 'zod'
import type { Random } from '../../data/model/shared/random.ts'

const longest = 600_000

const Milliseconds = z.number().min(0).max(longest)

/** A duration in milliseconds: fixed, or drawn from a distribution. */
export const Latency = z.union(
  [
    Milliseconds,
    /** Uniform. */
    z
      .strictObject({ min: Milliseconds, max: Milliseconds })
      .refine(({ min, max }) => min <= max, { error: 'Expected min to be at most max.' }),
    /** Lognormal, as networks tend to be: half take longer than `median`, one in a hundred longer than `p99`. */
    z
      .strictObject({ median: Milliseconds.positive(), p99: Milliseconds.positive() })
      .refine(({ median, p99 }) => median <= p99, { error: 'Expected median to be at most p99.' }),
  ],
  { error: 'Expected milliseconds, {min, max} or {median, p99}, up to 600000.' },
)
export type Latency = z.infer<typeof Latency>

/** The 99th percentile of the standard normal distribution. */
const normalP99 = 2.326_347_874

export function drawLatency(latency: Latency, random: Random): number {
  if (typeof latency === 'number') return latency
  if ('min' in latency) return latency.min + (latency.max - latency.min) * random.next()

  const deviation = Math.log(latency.p99 / latency.median) / normalP99

  return Math.min(latency.median * Math.exp(deviation * normal(random)), latency.p99 * 10, longest)
}

/** A draw from the standard normal distribution (Box-Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
