type ExpiryReason = 'idle' | 'too many sandboxes'

export interface ExpiredSandbox {
  readonly id: string
  readonly reason: ExpiryReason
  /** ISO 8601 UTC, on the machine's clock. */
  readonly at: string
}

interface ExpiryLimits {
  /** Milliseconds. */
  readonly idleLimit: number
  readonly countLimit: number
}

/**
 * A sandbox used within this time, in milliseconds, does not expire because of the number of sandboxes: a test may pause
 * between two requests.
 */
const gracePeriod = 60_000

/** Maximum number of expired sandboxes that are recorded, so that their next users can be informed. */
const maxRecorded = 10_000

/** Decides which idle sandboxes expire, and records those that did. */
export class Expiry {
  readonly limits: ExpiryLimits
  readonly #expired = new Map<string, ExpiredSandbox>()

  constructor(limits: ExpiryLimits) {
    this.limits = limits
  }

  /** The expired sandboxes that have not been used since, latest first. */
  list(): ExpiredSandbox[] {
    return [...this.#expired.values()].toReversed()
  }

  /**
   * Why a sandbox that is not in use expires; undefined if it does not.
   *
   * @param idle how long it has been idle, in milliseconds
   * @param count how many sandboxes there are
   */
  reasonFor(idle: number, count: number): ExpiryReason | undefined {
    if (idle > this.limits.idleLimit) return 'idle'

    return count > this.limits.countLimit && idle > gracePeriod ? 'too many sandboxes' : undefined
  }

  record(expired: ExpiredSandbox): void {
    this.#expired.set(expired.id, expired)

    const [oldest] = this.#expired.keys()

    if (this.#expired.size > maxRecorded && oldest !== undefined) this.#expired.delete(oldest)
  }

  /** Removes and returns the record of an expired sandbox, when a new one takes its id or it was deleted. */
  take(id: string): ExpiredSandbox | undefined {
    const expired = this.#expired.get(id)

    this.#expired.delete(id)

    return expired
  }

  explain(id: string): string | undefined {
    const expired = this.#expired.get(id)

    return expired && `Sandbox "${id}" expired (${expiryText(expired)}). Its next use creates it again.`
  }
}

/** When and why, in one line. */
export function expiryText({ at, reason }: ExpiredSandbox): string {
  return `${at}; ${reason}`
}

/** The uses of a sandbox. Times are the machine's, in milliseconds since 1970. */
export class Uses {
  /** When the sandbox was created. */
  readonly beganAt: number
  readonly #now: () => number
  #endedAt: number
  #inProgress = 0

  constructor(now: () => number) {
    this.#now = now
    this.beganAt = this.#endedAt = now()
  }

  /** When the last one ended; now, as long as one is in progress. */
  get lastAt(): number {
    return this.areInProgress ? this.#now() : this.#endedAt
  }

  /** Whether a request or a stream is in progress. */
  get areInProgress(): boolean {
    return this.#inProgress > 0
  }

  /** Begins a use. Returns the function that ends it, which then calls `onEnd`. */
  begin(onEnd: () => void): () => void {
    let hasEnded = false

    this.#inProgress += 1

    return () => {
      if (hasEnded) return
      hasEnded = true
      this.#inProgress -= 1
      this.#endedAt = this.#now()
      onEnd()
    }
  }
}
