import type { Clock } from '../time/clock.ts'

/** The time in which requests are counted, in milliseconds. */
const period = 1000

/** Counts the requests of each user, and detects when there are too many. */
export class RateLimit {
  readonly #clock: Clock
  readonly #recent = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts a request, unless the user has sent `most` of them within the last second of the sandbox's clock.
   *
   * @returns in how many seconds the next one will be let through, when this one is not
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
