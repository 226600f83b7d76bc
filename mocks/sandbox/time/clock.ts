import { withinYears } from '../../data/model/shared/dates.ts'

type ClockMode = 'real' | 'frozen'

/** The setting of a clock as JSON: running with an offset, or frozen. */
export interface ClockSetting {
  readonly mode: ClockMode
  /** The frozen moment, ISO 8601 UTC. */
  readonly at?: string | undefined
  /** How far the clock is ahead of the machine's when it runs, in milliseconds. */
  readonly offset_ms: number
}

/** Where a clock stands: frozen at a moment, or running ahead of the machine's clock. In milliseconds. */
interface ClockState {
  readonly frozenAt?: number | undefined
  readonly offset: number
}

/** The clock of a sandbox, and the source of all its times. It stays in the years 1 to 9999: beyond them it stops at their end. */
export class Clock {
  readonly #machine: () => number
  state: ClockState = { offset: 0 }

  /** @param machine the machine's clock, in milliseconds since 1970 */
  constructor(machine: () => number = Date.now) {
    this.#machine = machine
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.state.frozenAt ?? withinYears(this.#machine() + this.state.offset)
  }

  /** Whether it has come to the end of its years, where it stands still. */
  get isAtEnd(): boolean {
    const now = this.now()

    return withinYears(now - 1) === now || withinYears(now + 1) === now
  }

  get isMachineTime(): boolean {
    return this.state.frozenAt === undefined && this.state.offset === 0
  }

  /** The machine's time, for what does not depend on the sandbox's clock, such as idle times. */
  machineNow(): number {
    return this.#machine()
  }

  /** ISO 8601 UTC with milliseconds. */
  timestamp(): string {
    return new Date(this.now()).toISOString()
  }

  /**
   * Milliseconds since an arbitrary moment, to measure durations. Independent of the sandbox's clock, except that a
   * `machine` clock given to the constructor is used.
   */
  ticks(): number {
    return this.#machine === Date.now ? performance.now() : this.#machine()
  }

  get setting(): ClockSetting {
    const { frozenAt, offset } = this.state

    return frozenAt === undefined
      ? { mode: 'real', offset_ms: offset }
      : { mode: 'frozen', at: new Date(frozenAt).toISOString(), offset_ms: offset }
  }

  /** Runs with the machine's clock, `offset` milliseconds ahead of it. */
  run(offset = 0): void {
    this.state = { offset }
  }

  /** Stops at a moment, in milliseconds since 1970. */
  freeze(at = this.now()): void {
    this.state = { frozenAt: withinYears(at), offset: this.state.offset }
  }

  /** Moves the clock, frozen or not, forward by `ms` milliseconds; backward if negative. */
  advance(ms: number): void {
    const { frozenAt, offset } = this.state
    const machine = this.#machine()
    const moment = withinYears((frozenAt ?? withinYears(machine + offset)) + ms)

    this.state = frozenAt === undefined ? { offset: moment - machine } : { frozenAt: moment, offset }
  }

  /** Restores a setting of this clock or of another. */
  restore({ mode, at, offset_ms }: ClockSetting): void {
    this.run(offset_ms)
    if (mode === 'frozen' && at !== undefined) this.freeze(Date.parse(at))
  }

  fork(): Clock {
    const copy = new Clock(this.#machine)

    copy.state = this.state

    return copy
  }
}
