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
    /** By percentile, interpolated linearly: `{"50": 80, "95": 400, "100": 3000}`. */
    z.strictObject({ percentiles: z.record(z.string().regex(/^\d{1,2}(\.\d+)?$|^100$/), Milliseconds) }),
  ],
  { error: 'Expected milliseconds, {min, max}, {median, p99} or {percentiles: {"50": ...}}, up to 600000.' },
)
export type Latency = z.infer<typeof Latency>

/** The 99th percentile of the standard normal distribution. */
const normalP99 = 2.326_347_874

export function drawLatency(latency: Latency, random: Random): number {
  if (typeof latency === 'number') return latency
  if ('min' in latency) return latency.min + (latency.max - latency.min) * random.next()
  if ('median' in latency) {
    const deviation = Math.log(latency.p99 / latency.median) / normalP99

    return Math.min(latency.median * Math.exp(deviation * normal(random)), latency.p99 * 10, longest)
  }

  return atPercentile(latency.percentiles, random.next() * 100)
}

/** A draw from the standard normal distribution (Box-Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

function atPercentile(percentiles: Readonly<Record<string, number>>, percentile: number): number {
  const points = Object.entries(percentiles)
    .map(([at, ms]) => ({ at: Number(at), ms }))
    .sort((a, b) => a.at - b.at)
  const above = points.find(({ at }) => at >= percentile) ?? points.at(-1)
  const below = points.findLast(({ at }) => at < percentile) ?? { at: 0, ms: 0 }

  if (!above) return 0
  if (above.at <= below.at) return above.ms

  const share = Math.min(1, (percentile - below.at) / (above.at - below.at))

  return below.ms + (above.ms - below.ms) * share
}
