import { rankOf } from './entity-statistics.ts'

/** How fast messages are taken from a queue, and since when. */
export interface Pace {
  /** Messages per second, now. */
  readonly rate: number
  /** When it became so; before, it was `usual`. Milliseconds since 1970. */
  readonly since: number
  readonly usual: number
  /** When nothing was taken at all, the last time; without `until` while that lasts. */
  readonly stopped?: { readonly from: number; readonly until?: number } | undefined
}

export interface QueueState {
  /** Messages that wait. */
  readonly ready: number
  /** How long the first of them has waited, in milliseconds. */
  readonly oldestAge: number
  /** In how many milliseconds none will be left; null when that never happens. */
  readonly drainsIn: number | null
  readonly receivedInLastMinute: number
  readonly processedInLastMinute: number
}

const minute = 60_000

/** Messages that came earlier than this before now, and before the last stop, are done. */
const horizon = 3_600_000

/**
 * The state of a queue at a moment, worked out from when its messages came and how fast they are taken: one after
 * the other, none while its consumer is stopped. So it fills when things happen and drains as the clock runs.
 *
 * @param arrivals when messages came, ascending: milliseconds since 1970
 */
export function queueAt(arrivals: Float64Array, pace: Pace, now: number): QueueState {
  const first = rankOf(arrivals, Math.min(now, pace.stopped?.from ?? now) - horizon)
  const recent = arrivals.subarray(first, rankOf(arrivals, now))
  let free = -Infinity
  let [processed, waiting, oldest] = [0, 0, now]

  for (const arrival of recent) {
    free = doneAt(Math.max(arrival, free), pace)
    if (free > now) {
      if (waiting === 0) oldest = arrival
      waiting++
    } else if (free > now - minute) processed++
  }

  return {
    ready: waiting,
    oldestAge: now - oldest,
    drainsIn: waiting === 0 ? 0 : Number.isFinite(free) ? free - now : null,
    receivedInLastMinute: recent.length - rankOf(recent, now - minute),
    processedInLastMinute: processed,
  }
}

/** When a message is done with that could be taken at `start`. */
function doneAt(start: number, { rate, since, usual, stopped }: Pace): number {
  const isStopped = stopped !== undefined && start >= stopped.from && start < (stopped.until ?? Infinity)
  const taken = isStopped ? (stopped.until ?? Infinity) : start

  return taken + 1000 / (taken < since ? usual : rate)
}
