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
    const recent = this.#recent.get(user) ?? []

    this.#recent.set(user, recent)

    return countRequest(recent, limit, period, this.#clock.now())
  }

  /** Forgets the requests so far. */
  clear(): void {
    this.#recent.clear()
  }
}

/**
 * Counts a request, unless `limit` of them were counted in the last `period` milliseconds.
 *
 * @param times of the requests counted so far; outdated ones are removed
 *
 * @returns undefined if the request is allowed, or else in how many seconds the next one will be
 */
export function countRequest(
  times: number[],
  limit: number,
  period: number,
  now: number,
): number | undefined {
  const recent = times.filter((time) => time > now - period && time <= now)
  const [oldest = now] = recent

  times.splice(0, times.length, ...recent)
  if (recent.length >= limit) return Math.max(1, Math.ceil((oldest + period - now) / 1000))
  times.push(now)

  return undefined
}
