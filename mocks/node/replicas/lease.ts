/** Allowance for clock drift, as a part of the lease time. */
const margin = 1 / 15

/** The ownership of a sandbox by this replica, as far as it knows. */
export class Lease {
  readonly name: string
  /** Grows from owner to owner. */
  readonly fence: string
  /** How many writes were stored under it. */
  writes = 0
  /** How many requests are in progress for the sandbox. */
  inProgress = 0
  #isLost = false
  /** How long it holds, in milliseconds. */
  readonly #time: number
  #until: readonly number[] = []

  /** @param requested when it was requested, by `moment()` */
  constructor(name: string, fence: string, requested: readonly number[], time: number) {
    this.name = name
    this.fence = fence
    this.#time = time
    this.renew(requested)
  }

  /** Under which something is written. */
  get terms(): readonly [fence: string, time: number] {
    return [this.fence, this.#time]
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Whether no other server can have taken the sandbox over. */
  get isSure(): boolean {
    const now = moment()

    return !this.#isLost && this.#until.every((until, clock) => (now[clock] ?? Infinity) < until)
  }

  renew(requested: readonly number[]): void {
    this.#until = requested.map((time) => time + this.#time * (1 - margin))
  }

  lose(): void {
    this.#isLost = true
  }
}

/** By both clocks: the one stands still while a machine sleeps, the other may be put back. */
export function moment(): readonly number[] {
  return [performance.now(), Date.now()]
}
