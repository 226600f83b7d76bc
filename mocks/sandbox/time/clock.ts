import { InvalidRequest } from '../../data/model/shared/errors.ts'

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

/** Years 1 to 9999, which every ISO 8601 parser accepts; dates derived from them are valid as well. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The clock of a sandbox, and the source of all its times. Setting it to a time outside the years 1 to 9999 throws
 * `InvalidRequest`, and has no effect.
 */
export class Clock {
  readonly #machine: () => number
  state: ClockState = { offset: 0 }

  /** @param machine the machine's clock, in milliseconds since 1970 */
  constructor(machine: () => number = Date.now) {
    this.#machine = machine
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.state.frozenAt ?? this.#machine() + this.state.offset
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
    this.#set({ offset }, 'offset_ms')
  }

  /** Stops at a moment, in milliseconds since 1970. */
  freeze(at = this.now()): void {
    this.#set({ frozenAt: at, offset: this.state.offset }, 'at')
  }

  /** Moves the clock, frozen or not, forward by `ms` milliseconds; backward if negative. */
  advance(ms: number): void {
    const { frozenAt, offset } = this.state

    this.#set(frozenAt === undefined ? { offset: offset + ms } : { frozenAt: frozenAt + ms, offset }, 'ms')
  }

  /** Restores a setting of this clock or of another. */
  restore({ mode, at, offset_ms }: ClockSetting): void {
    if (mode === 'frozen' && at !== undefined)
      this.#set({ frozenAt: Date.parse(at), offset: offset_ms }, 'at')
    else this.#set({ offset: offset_ms }, 'offset_ms')
  }

  fork(): Clock {
    const copy = new Clock(this.#machine)

    copy.state = this.state

    return copy
  }

  /** @param parameter the name of the caller's parameter, for the error */
  #set(state: ClockState, parameter: string): void {
    for (const moment of [this.#machine() + state.offset, state.frozenAt ?? earliest]) {
      if (!(moment >= earliest && moment <= latest)) {
        throw new InvalidRequest({ [parameter]: 'The clock can only be set to the years 1 to 9999.' })
      }
    }

    this.state = state
  }
}
