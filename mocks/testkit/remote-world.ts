import type { RequestHandler } from 'msw'
import type { Transport } from './transport.ts'

/** A sandbox of its own on a server that others use too. */
export class RemoteWorld implements Transport {
  readonly id: string
  /** Base URL of the server. */
  readonly server: string
  #useHandlers: (handlers: readonly RequestHandler[]) => void = refuseHandlers

  private constructor(server: string, id: string) {
    this.server = server
    this.id = id
  }

  /** @throws when no sandbox server answers at the address */
  static async open(server: string, seed?: number): Promise<RemoteWorld> {
    const address = new URL('/__sandbox/sandboxes', server)
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(seed === undefined ? {} : { seed }),
    }).catch((error: unknown) => {
      throw new Error(
        `Failed to open a sandbox at ${server}: nothing answers there. Start "entity-sandbox", for example as "webServer" of the Playwright configuration.`,
        { cause: error },
      )
    })
    const answer = await response.text()

    if (!response.ok) {
      throw new Error(`Failed to open a sandbox at ${server}: ${response.status} ${answer}`)
    }

    const { id } = JSON.parse(answer) as { id: string } // what POST /__sandbox/sandboxes answers

    return new RemoteWorld(server.replace(/\/$/, ''), id)
  }

  get url(): string {
    return `${this.server}/s/${this.id}`
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, init)
  }

  /** Lets handlers answer where they can: in front of a browser, say. */
  acceptHandlers(use: (handlers: readonly RequestHandler[]) => void): void {
    this.#useHandlers = use
  }

  use(handlers: readonly RequestHandler[]): void {
    this.#useHandlers(handlers)
  }

  async close(): Promise<void> {
    await fetch(`${this.server}/__sandbox/sandboxes/${this.id}`, { method: 'DELETE' })
  }
}

function refuseHandlers(): void {
  throw new Error(
    'Failed to use handlers: they are functions of this process, and the sandbox is on a server. Use faults instead.',
  )
}
