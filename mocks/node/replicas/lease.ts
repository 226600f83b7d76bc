/** Allowance for clock drift, as a part of the lease time. */
const margin = 1 / 15

/** The ownership of a sandbox by this replica, as far as this replica knows. */
export class Lease {
  readonly name: string
  /** Fencing token, which grows with each owner. */
  readonly fence: string
  /** Number of writes stored under it. */
  writes = 0
  /** Number of requests in progress for the sandbox. */
  inProgress = 0
  #isLost = false
  /** How long it lasts, in milliseconds. */
  readonly #duration: number
  #until: readonly number[] = []

  /** @param requestedAt the time of the request, by `bothClocks()` */
  constructor(name: string, fence: string, requestedAt: readonly number[], duration: number) {
    this.name = name
    this.fence = fence
    this.#duration = duration
    this.renew(requestedAt)
  }

  /** The arguments of scripts that write. */
  get terms(): readonly [fence: string, duration: number] {
    return [this.fence, this.#duration]
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Whether it is certain that no other server has taken the sandbox over. */
  get isSure(): boolean {
    const now = bothClocks()

    return !this.#isLost && this.#until.every((until, clock) => (now[clock] ?? Infinity) < until)
  }

  renew(requestedAt: readonly number[]): void {
    this.#until = requestedAt.map((time) => time + this.#duration * (1 - margin))
  }

  lose(): void {
    this.#isLost = true
  }
}

/** The time by both clocks: one stops while a machine sleeps, the other may be set back. */
export function bothClocks(): readonly number[] {
  return [performance.now(), Date.now()]
}
