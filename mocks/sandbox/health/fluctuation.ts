import { createStream } from '../../model/shared/random-stream.ts'

/** How long a curve takes from one turn to the next, in milliseconds. */
const stride = 60_000

/**
 * The value of a machine's gauge, from 0 to 1: it fluctuates with time, and is the same for the same
 * seed, gauge and moment.
 */
export function pulse(seed: number, gauge: string, now: number): number {
  const turn = Math.floor(now / stride)
  const share = now / stride - turn
  const [from, to] = [turn, turn + 1].map((each) => createStream(seed, gauge, each).next())

  return mix(from ?? 0, to ?? 0, share * share * (3 - 2 * share))
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
