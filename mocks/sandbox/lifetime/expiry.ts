export const expiryReasons = ['idle', 'too many sandboxes'] as const
export type ExpiryReason = (typeof expiryReasons)[number]

/** A sandbox that expired, and why. */
export interface Expired {
  readonly id: string
  readonly reason: ExpiryReason
  /** Milliseconds since 1970, the machine's clock. */
  readonly at: number
}

export interface ExpiryLimits {
  /** Milliseconds. */
  readonly idleLimit: number
  readonly countLimit: number
}

/**
 * A sandbox used within this time, in milliseconds, is not evicted, even beyond the limit: a test may pause between
 * two requests.
 */
const grace = 60_000

/** How many expired sandboxes are remembered, to tell their next users. */
const maxRemembered = 10_000

/** Decides which idle sandboxes expire, and remembers those that did. */
export class Expiry {
  readonly limits: ExpiryLimits
  readonly #expired = new Map<string, Expired>()

  constructor(limits: ExpiryLimits) {
    this.limits = limits
  }

  /** The expired sandboxes that were not used since, latest first. */
  list(): Expired[] {
    return [...this.#expired.values()].toReversed()
  }

  /**
   * Why a sandbox that is not in use expires, if it does.
   *
   * @param idle for how long nothing has used it, in milliseconds
   * @param count how many sandboxes there are
   */
  reasonFor(idle: number, count: number): ExpiryReason | undefined {
    if (idle > this.limits.idleLimit) return 'idle'

    return count > this.limits.countLimit && idle > grace ? 'too many sandboxes' : undefined
  }

  record(expired: Expired): void {
    this.#expired.set(expired.id, expired)

    const [oldest] = this.#expired.keys()

    if (this.#expired.size > maxRemembered && oldest !== undefined) this.#expired.delete(oldest)
  }

  /** Removes and returns the note of an expired id: a new sandbox takes its place. */
  take(id: string): Expired | undefined {
    const expired = this.#expired.get(id)

    this.#expired.delete(id)

    return expired
  }

  forget(id: string): void {
    this.#expired.delete(id)
  }

  explain(id: string): string | undefined {
    const expired = this.#expired.get(id)

    return expired && `Sandbox "${id}" expired (${describe(expired)}). Its next use creates it again.`
  }
}

/** When and why, in one line. */
export function describe({ at, reason }: Expired): string {
  return `${new Date(at).toISOString()}; ${reason}`
}
