import { InvalidRequest } from '../../model/shared/errors.ts'

export type ClockMode = 'real' | 'frozen'

/** The position of a clock, as JSON. */
export interface ClockSetting {
  readonly mode: ClockMode
  /** The frozen moment, ISO 8601 UTC. */
  readonly at?: string | undefined
  /** How far a running clock is ahead of the machine's, in milliseconds. */
  readonly offset_ms: number
}

/** Years 1 to 9999, which every reader of ISO 8601 knows; what is derived from the moment stays a date as well. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The clock of a sandbox, and the source of all its times. It throws `InvalidRequest` when it would
 * be set to a moment outside the years 1 to 9999, and then stays as it is.
 */
export class Clock {
  readonly #machine: () => number
  #frozenAt: number | undefined
  #offset = 0

  /** @param machine the machine's clock, in milliseconds since 1970 */
  constructor(machine: () => number = Date.now) {
    this.#machine = machine
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#frozenAt ?? this.#machine() + this.#offset
  }

  /** Whether it goes as the machine's does. */
  get isMachines(): boolean {
    return this.#frozenAt === undefined && this.#offset === 0
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
   * Milliseconds from some moment on, to measure durations. Follows the machine, whatever the sandbox's clock
   * does; only a machine clock given as an option replaces it.
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
    this.#set({ offset }, 'offset_ms')
  }

  /** Stops at a moment, in milliseconds since 1970. */
  freeze(at = this.now()): void {
    this.#set({ frozenAt: at, offset: this.#offset }, 'at')
  }

  /** Moves on by `ms` milliseconds, frozen or not. */
  advance(ms: number): void {
    const [frozenAt, offset] = [this.#frozenAt, this.#offset]

    this.#set(frozenAt === undefined ? { offset: offset + ms } : { frozenAt: frozenAt + ms, offset }, 'ms')
  }

  /** Restores a setting, of this clock or of another. */
  restore({ mode, at, offset_ms }: ClockSetting): void {
    if (mode === 'frozen' && at !== undefined)
      this.#set({ frozenAt: Date.parse(at), offset: offset_ms }, 'at')
    else this.#set({ offset: offset_ms }, 'offset_ms')
  }

  /** Returns a function that restores the present setting. */
  savepoint(): () => void {
    const [frozenAt, offset] = [this.#frozenAt, this.#offset]

    return () => {
      this.#frozenAt = frozenAt
      this.#offset = offset
    }
  }

  fork(): Clock {
    const copy = new Clock(this.#machine)

    copy.#frozenAt = this.#frozenAt
    copy.#offset = this.#offset

    return copy
  }

  /** @param named what the caller gave, to name where it does not fit */
  #set({ frozenAt, offset }: { frozenAt?: number; offset: number }, named: string): void {
    for (const moment of [this.#machine() + offset, frozenAt ?? earliest]) {
      if (!(moment >= earliest && moment <= latest)) {
        throw new InvalidRequest({ [named]: 'The clock can only be set to the years 1 to 9999.' })
      }
    }

    this.#frozenAt = frozenAt
    this.#offset = offset
  }
}
