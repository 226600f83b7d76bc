import { rankOf } from './entity-statistics.ts'

/** How fast messages are consumed, and since when. */
export interface Pace {
  /** The current rate, in messages per second. */
  readonly rate: number
  /** Start of the current rate, in milliseconds since 1970; before, the rate was `usualRate`. */
  readonly since: number
  readonly usualRate: number
  /** The last period without consumption; it has no `until` while it lasts. */
  readonly lastOutage?: { readonly from: number; readonly until?: number } | undefined
}

export interface QueueState {
  /** The number of waiting messages. */
  readonly ready: number
  /** How long the oldest of them has been waiting, in milliseconds. */
  readonly oldestAge: number
  /** Milliseconds until the queue is empty; null while the consumer is stopped. */
  readonly drainsIn: number | null
  readonly receivedInLastMinute: number
  readonly processedInLastMinute: number
}

const minute = 60_000

/** Messages that arrived longer than this before now, or before the last outage, count as processed. */
const horizon = 3_600_000

/**
 * The state of a queue at a time, computed from the arrivals and the pace: messages are consumed one after the other,
 * and none while the consumer is stopped.
 *
 * @param arrivals ascending arrival times of messages: milliseconds since 1970
 */
export function queueAt(arrivals: Float64Array, pace: Pace, now: number): QueueState {
  const first = rankOf(arrivals, Math.min(now, pace.lastOutage?.from ?? now) - horizon)
  const recent = arrivals.subarray(first, rankOf(arrivals, now))
  let completion = -Infinity
  let [processed, waiting, oldest] = [0, 0, now]

  for (const arrival of recent) {
    completion = completionOf(Math.max(arrival, completion), pace)
    if (completion > now) {
      if (waiting === 0) oldest = arrival
      waiting++
    } else if (completion > now - minute) processed++
  }

  return {
    ready: waiting,
    oldestAge: now - oldest,
    drainsIn: waiting === 0 ? 0 : Number.isFinite(completion) ? completion - now : null,
    receivedInLastMinute: recent.length - rankOf(recent, now - minute),
    processedInLastMinute: processed,
  }
}

/** When a message is processed that is next in the queue at `start`. */
function completionOf(start: number, { rate, since, usualRate, lastOutage }: Pace): number {
  const { from = Infinity, until = Infinity } = lastOutage ?? {}
  const begin = start >= from && start < until ? until : start

  return begin + 1000 / (begin < since ? usualRate : rate)
}
