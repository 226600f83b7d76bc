import { createStream } from '../../model/shared/random-stream.ts'

/** Time between two random values of a gauge, in milliseconds; in between, it is interpolated. */
const interval = 60_000

/** The value of a gauge, from 0 to 1. It fluctuates with time, and depends only on seed, gauge and time. */
export function gaugeValue(seed: number, gauge: string, now: number): number {
  const index = Math.floor(now / interval)
  const share = now / interval - index
  const from = createStream(seed, gauge, index).next()
  const to = createStream(seed, gauge, index + 1).next()

  return from + (to - from) * (share * share * (3 - 2 * share))
}
