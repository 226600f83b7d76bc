import { z } from 'zod'
import { withinYears } from '../../data/model/shared/dates.ts'

/** The setting of a clock as JSON: running with an offset, or frozen. */
export const ClockSetting = z.object({
  mode: z.enum(['real', 'frozen']),
  /** The frozen moment, ISO 8601 UTC. */
  at: z.string().optional(),
  /** How far the clock is ahead of the machine's when it runs, in milliseconds. */
  offset_ms: z.number(),
})
export type ClockSetting = Readonly<z.infer<typeof ClockSetting>>

/**
 * The source of all times in a sandbox: the machine's clock, with the setting that the sandbox knows. It stays in the years
 * 1 to 9999: beyond them it stops at their end.
 */
export class Clock {
  readonly #machine: () => number
  readonly #setting: () => ClockSetting

  /** @param machine the machine's clock, in milliseconds since 1970 */
  constructor(machine: () => number, setting: () => ClockSetting) {
    this.#machine = machine
    this.#setting = setting
  }

  get setting(): ClockSetting {
    return this.#setting()
  }

  /** The clock of the same machine with another setting. */
  following(setting: () => ClockSetting): Clock {
    return new Clock(this.#machine, setting)
  }

  /** Milliseconds since 1970. */
  now(): number {
    const { mode, at, offset_ms } = this.setting

    return withinYears(mode === 'frozen' && at !== undefined ? Date.parse(at) : this.#machine() + offset_ms)
  }

  /** Whether it has come to the end of its years, where it stands still. */
  get isAtEnd(): boolean {
    const now = this.now()

    return withinYears(now - 1) === now || withinYears(now + 1) === now
  }

  get isMachineTime(): boolean {
    return this.setting.mode === 'real' && this.setting.offset_ms === 0
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

  /** The setting of a clock that is stopped at a moment, in milliseconds since 1970. */
  frozen(at = this.now()): ClockSetting {
    return {
      mode: 'frozen',
      at: new Date(withinYears(at)).toISOString(),
      offset_ms: this.setting.offset_ms,
    }
  }

  /** The setting of this clock, frozen or not, moved forward by `ms` milliseconds; backward if negative. */
  advanced(ms: number): ClockSetting {
    const moment = withinYears(this.now() + ms)

    return this.setting.mode === 'frozen' ? this.frozen(moment) : runningClock(moment - this.#machine())
  }
}

/** The setting of a clock that runs with the machine's, `offset` milliseconds ahead of it. */
export function runningClock(offset = 0): ClockSetting {
  return { mode: 'real', offset_ms: offset }
}
