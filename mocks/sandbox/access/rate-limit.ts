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

  /**
   * Counts a request, unless the user has already sent `limit` of them within the last second.
   *
   * @returns undefined if the request is allowed, or else in how many seconds the next one will be
   */
  count(user: string, limit: number): number | undefined {
    const now = this.#clock.now()
    const recent = (this.#recent.get(user) ?? []).filter((time) => time > now - period && time <= now)

    this.#recent.set(user, recent)
    if (recent.length >= limit) return Math.max(1, Math.ceil(((recent[0] ?? now) + period - now) / 1000))
    recent.push(now)

    return undefined
  }
}
