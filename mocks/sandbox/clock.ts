export type ClockMode = 'real' | 'frozen'

/** Where a clock stands, as JSON. */
export interface ClockSetting {
  readonly mode: ClockMode
  /** The frozen moment, ISO 8601 UTC. */
  readonly at?: string | undefined
  /** How far a running clock is ahead of the machine's, in milliseconds. */
  readonly offset_ms: number
}

/** The one clock of a sandbox: everything that has a time takes it from here. */
export class Clock {
  readonly #machine: () => number
  #frozenAt: number | undefined
  #offset = 0
  #whenSet: (() => void) | undefined

  /** @param machine the machine's clock, in milliseconds since 1970 */
  constructor(machine: () => number = Date.now) {
    this.#machine = machine
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#frozenAt ?? this.#machine() + this.#offset
  }

  /** The machine's own time, whatever the sandbox's is: for what has to do with the machine, such as idleness. */
  machineNow(): number {
    return this.#machine()
  }

  /** ISO 8601 UTC with milliseconds. */
  timestamp(): string {
    return new Date(this.now()).toISOString()
  }

  /**
   * Milliseconds from some moment on, to tell how long something takes. Follows the machine, since work takes as
   * long as it takes; only a machine clock of one's own replaces it.
   */
  ticks(): number {
    return this.#machine === Date.now ? performance.now() : this.#machine()
  }

  get setting(): ClockSetting {
    return this.#frozenAt === undefined
      ? { mode: 'real', offset_ms: this.#offset }
      : { mode: 'frozen', at: new Date(this.#frozenAt).toISOString(), offset_ms: this.#offset }
  }

  /** Runs with the machine's clock, `offset` milliseconds ahead of it. */
  run(offset = 0): void {
    this.#frozenAt = undefined
    this.#offset = offset
    this.#whenSet?.()
  }

  /** Stops at a moment, in milliseconds since 1970. */
  freeze(at = this.now()): void {
    this.#frozenAt = at
    this.#whenSet?.()
  }

  /** Moves on by `ms` milliseconds, frozen or not. */
  advance(ms: number): void {
    if (this.#frozenAt === undefined) this.#offset += ms
    else this.#frozenAt += ms
    this.#whenSet?.()
  }

  /** Takes over a setting that another clock had. */
  follow({ mode, at, offset_ms }: ClockSetting): void {
    this.#frozenAt = mode === 'frozen' && at !== undefined ? Date.parse(at) : undefined
    this.#offset = offset_ms
    this.#whenSet?.()
  }

  /** Calls back whenever the clock is set; it running on is no setting. */
  onSet(listener: () => void): void {
    this.#whenSet = listener
  }

  fork(): Clock {
    const copy = new Clock(this.#machine)

    copy.#frozenAt = this.#frozenAt
    copy.#offset = this.#offset

    return copy
  }
}
