import type { BrowserContext } from '@playwright/test'
import { SandboxClient } from '../client/sandbox-client.ts'
import type { ClientTransport } from '../client/transport.ts'
import type { ClockFollower } from '../client/sandbox-clock.ts'

/** Routes the requests of a context's pages to a sandbox. Resolves to the function that stops it. */
type Connect = (context: BrowserContext) => Promise<() => Promise<void>>

/** A test's own sandbox, and the browser contexts whose requests it handles. */
export class PageSandbox extends SandboxClient {
  readonly #connect: Connect
  readonly #connections = new Map<BrowserContext, () => Promise<void>>()

  constructor(transport: ClientTransport, connect: Connect) {
    super(transport)
    this.#connect = connect
  }

  /**
   * Handles the requests of another context, such as a second user's, as well. Its clock follows the sandbox's, too.
   *
   * @example
   * const guest = await browser.newContext()
   * await sandbox.connect(guest)
   */
  async connect(context: BrowserContext): Promise<void> {
    if (this.#connections.has(context)) return

    const follower = browserClock(context)
    const end = await this.#connect(context)
    const forget = () => {
      context.off('close', forget)
      this.#connections.delete(context)
      this.clock.removeFollower(follower)
    }

    context.once('close', forget)
    this.#connections.set(context, () => {
      forget()

      return end()
    })
    await this.clock.addFollower(follower)
  }

  /** Stops handling the requests of all contexts, whose clocks no longer follow; the sandbox stays open. */
  async disconnect(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((end) => end()))
  }

  /** Disconnects all contexts, and closes the sandbox. The fixture calls it at the end of the test. */
  override async close(): Promise<void> {
    try {
      await this.disconnect()
    } finally {
      await super.close()
    }
  }
}

/** Sets the clock of a browser's pages together with the sandbox's. */
function browserClock({ clock }: BrowserContext): ClockFollower {
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
