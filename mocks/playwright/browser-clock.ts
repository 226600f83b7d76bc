import type { BrowserContext } from '@playwright/test'
import type { ClockFollower } from '../client/sandbox-clock.ts'

/** Sets the clock of a browser's pages together with the sandbox's. */
export function browserClock({ clock }: BrowserContext): ClockFollower {
  return {
    async freeze(at) {
      await clock.setFixedTime(at)
    },
    async advance(ms, to, isFrozen) {
      await clock.fastForward(ms)
      // Timers have advanced, but Date still has the time at which it was fixed.
      if (isFrozen) await clock.setFixedTime(to)
    },
    async run(from) {
      await clock.setSystemTime(from)
      await clock.resume()
    },
  }
}
