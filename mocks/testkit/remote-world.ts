import type { MswHandler } from '../http/msw/msw-handler.ts'
import { pathWithin } from '../http/access/address.ts'
import { controlTokenHeader } from '../http/access/safety.ts'
import type { Transport } from './transport.ts'

interface Created {
  readonly id: string
  readonly seed: number
}

export interface RemoteOptions {
  /** Another seed to grow the sandbox's data from than the server's. */
  readonly seed?: number | undefined
  /** What the server asks for before it lets its controls be used, when it answers beyond its own machine. */
  readonly controlToken?: string | undefined
}

/** A sandbox of its own on a server that others use too. */
export class RemoteWorld implements Transport {
  readonly id: string
  readonly seed: number
  /** Base URL of the server. */
  readonly server: string
  readonly #controlToken: string | undefined
  readonly #passers: (() => void)[] = []
  #handlers: readonly MswHandler[] = []

  private constructor(server: string, { id, seed }: Created, controlToken: string | undefined) {
    this.server = server
    this.id = id
    this.seed = seed
    this.#controlToken = controlToken
  }

  /** @throws when no sandbox server answers at the address, or it wants another control token */
  static async open(server: string, { seed, controlToken }: RemoteOptions = {}): Promise<RemoteWorld> {
    const response = await fetch(new URL('/__sandbox/sandboxes', server), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...controlHeaders(controlToken) },
      body: JSON.stringify(seed === undefined ? {} : { seed }),
    }).catch((error: unknown) => {
      throw new Error(
        `Failed to open a sandbox at ${server}: nothing answers there. Start "entity-sandbox", for example as "webServer" of the Playwright configuration.`,
        { cause: error },
      )
    })
    const answer = await response.text()

    if (response.status === 401) {
      throw new Error(
        `Failed to open a sandbox at ${server}: its controls need a token. Set the option "controlToken" to what the server printed at its start, or was given as --control-token.`,
      )
    }
    if (!response.ok) {
      throw new Error(
        `Failed to open a sandbox at ${server}: it answered ${response.status}, so it may be no entity-sandbox. ${answer}`,
      )
    }

    // What POST /__sandbox/sandboxes answers.
    return new RemoteWorld(server.replace(/\/$/, ''), JSON.parse(answer) as Created, controlToken)
  }

  get url(): string {
    return `${this.server}/s/${this.id}`
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    // Links that an answer held are whole addresses already.
    const address = new URL(path.startsWith('/') ? `${this.url}${path}` : path)
    const headers = new Headers(init.headers)

    for (const [name, value] of Object.entries(this.headersFor(address))) headers.set(name, value)

    return fetch(address, { ...init, headers })
  }

  /** What tells the server which sandbox a request is for, and that it may use the controls. */
  headersFor({ pathname }: URL): Record<string, string> {
    const isControl = pathWithin(pathname).startsWith('/__sandbox')

    return { 'x-sandbox': this.id, ...(isControl ? controlHeaders(this.#controlToken) : {}) }
  }

  /** What stands in front of the sandbox, the newest first. */
  get handlers(): readonly MswHandler[] {
    return this.#handlers
  }

  /** For those who pass requests on to the server: lets handlers answer first. `whenUsed` is told of new ones. */
  acceptHandlers(whenUsed: () => void): void {
    this.#passers.push(whenUsed)
    if (this.#handlers.length > 0) whenUsed()
  }

  use(handlers: readonly MswHandler[]): void {
    if (this.#passers.length === 0) {
      throw new Error(
        'Failed to use handlers: they are functions of this process, and the sandbox is on a server. Use faults instead.',
      )
    }
    this.#handlers = handlers.length === 0 ? [] : [...handlers, ...this.#handlers]
    for (const tell of this.#passers) tell()
  }

  async close(): Promise<void> {
    await fetch(`${this.server}/__sandbox/sandboxes/${this.id}`, {
      method: 'DELETE',
      headers: controlHeaders(this.#controlToken),
    })
  }
}

function controlHeaders(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { [controlTokenHeader]: token }
}
