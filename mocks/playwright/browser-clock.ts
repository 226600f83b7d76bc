import type { BrowserContext } from '@playwright/test'
import type { ClockFollower } from '../client/sandbox-clock.ts'

/** Moves the clock of a browser's pages together with the sandbox's. */
export function browserClock({ clock }: BrowserContext): ClockFollower {
  return {
    async freeze(at) {
      await clock.setFixedTime(at)
    },
    async advance(ms, to, isFrozen) {
      await clock.fastForward(ms)
      // Timers have moved on; what a page takes for now is still the moment it was fixed at.
      if (isFrozen) await clock.setFixedTime(to)
    },
    async run(from) {
      await clock.setSystemTime(from)
      await clock.resume()
    },
  }
}
