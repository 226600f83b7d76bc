import type { BrowserContext } from '@playwright/test'
import { SandboxClient } from '../client/sandbox-client.ts'
import type { ClientTransport } from '../client/transport.ts'
import { browserClock } from './browser-clock.ts'

/** Routes the requests of a context's pages to a sandbox. Resolves to the function that ends that. */
export type Connect = (context: BrowserContext) => Promise<() => Promise<void>>

/** A test's own sandbox, and the browser contexts that it serves. */
export class PageSandbox extends SandboxClient {
  readonly #connect: Connect
  readonly #connections = new Map<BrowserContext, () => Promise<void>>()

  constructor(transport: ClientTransport, connect: Connect) {
    super(transport)
    this.#connect = connect
  }

  /**
   * Handles the requests of another context besides that of the test: a second user's, say. Its clock moves along too.
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
      this.#connections.delete(context)
      this.clock.leave(follower)
    }

    context.once('close', forget)
    this.#connections.set(context, () => {
      context.off('close', forget)

      return end()
    })
    await this.clock.lead(follower)
  }

  /** Leaves all contexts to themselves again. */
  async leave(): Promise<void> {
    for (const end of this.#connections.values()) await end()
    this.#connections.clear()
  }

  /** Leaves all contexts, and closes the sandbox. The fixture does so when the test has ended. */
  override async close(): Promise<void> {
    await this.leave()
    await super.close()
  }
}
