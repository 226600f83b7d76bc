import type { Clock } from '../time/clock.ts'

/** In milliseconds. */
const period = 1000

/** Limits the requests of each user per second of the sandbox's clock. */
export class RateLimit {
  readonly #clock: Clock
  readonly #recent = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a request of a user as `countRequest` does, with the last second as its period. */
  count(user: string, limit: number): number | undefined {
    const { times, retryAfter } = countRequest(this.#recent.get(user) ?? [], limit, period, this.#clock.now())

    this.#recent.set(user, times)

    return retryAfter
  }

  /** Forgets the requests so far. */
  clear(): void {
    this.#recent.clear()
  }
}

/**
 * Counts a request, unless `limit` of them were counted in the last `period` milliseconds.
 *
 * @param times of the requests counted so far
 *
 * @returns the times that still count; if the request is not allowed, also in how many seconds the next one will be
 */
export function countRequest(
  times: readonly number[],
  limit: number,
  period: number,
  now: number,
): { times: number[]; retryAfter?: number } {
  const recent = times.filter((time) => time > now - period && time <= now)
  const [oldest = now] = recent

  return recent.length < limit
    ? { times: [...recent, now] }
    : { times: recent, retryAfter: Math.max(1, Math.ceil((oldest + period - now) / 1000)) }
}
