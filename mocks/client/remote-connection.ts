import { controlTokenHeader } from '../http/access/access-policy.ts'
import type { MswHandler } from '../http/msw/msw-handler.ts'
import { parseErrorBody } from './error-body.ts'
import type { ClientTransport } from './transport.ts'

export interface ConnectOptions {
  /** Id of the sandbox to use, which is created with its first request. Default the one that requests reach without a name. */
  readonly sandbox?: string | undefined
  /** Whether to create a separate sandbox instead, which is deleted when it is closed. Default no. */
  readonly own?: boolean | undefined
  /** For a separate one: the seed of its data, instead of the server's. */
  readonly seed?: number | undefined
  /** Required for control requests by a server that other machines can reach. */
  readonly controlToken?: string | undefined
}

interface Found {
  readonly id: string
  readonly seed: number
}

/** A sandbox on a server. */
export class RemoteConnection implements ClientTransport {
  readonly id: string
  readonly seed: number
  readonly url: string
  readonly #server: string
  readonly #options: ConnectOptions
  readonly #interceptors: (() => void)[] = []
  #handlers: readonly MswHandler[] = []

  private constructor(server: string, url: string, { id, seed }: Found, options: ConnectOptions) {
    this.#server = server
    this.url = url
    this.id = id
    this.seed = seed
    this.#options = options
  }

  /** @throws when no sandbox server responds at the address, or it wants another control token */
  static async open(url: string, options: ConnectOptions = {}): Promise<RemoteConnection> {
    const { server, named } = partsOf(url)
    const wanted = options.sandbox ?? named

    if (options.own && wanted !== undefined) {
      throw new Error(
        `Failed to connect to ${url}: a separate sandbox ("own") gets its name from the server, so "${wanted}" can't be used.`,
      )
    }
    if (!options.own && options.seed !== undefined) {
      throw new Error(
        `Failed to connect to ${url}: "seed" requires a separate sandbox. Add "own: true", or generate other data in this one: sandbox.reset({ seed: ${options.seed} }).`,
      )
    }

    const found = options.own
      ? await createSandbox(server, options)
      : await findSandbox(server, wanted, options.controlToken)
    const isUnnamed = !options.own && wanted === undefined

    return new RemoteConnection(server, isUnnamed ? server : `${server}/s/${found.id}`, found, options)
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    // Links of responses are absolute URLs.
    const address = new URL(path.startsWith('/') ? `${this.url}${path}` : path)
    const headers = new Headers(init.headers)

    for (const [name, value] of Object.entries(this.headersFor(address))) headers.set(name, value)

    return fetch(address, { ...init, headers })
  }

  /** The headers that select the sandbox and authorize control requests. */
  headersFor({ pathname }: URL): Record<string, string> {
    const isControl = pathname.includes('/__sandbox')

    return { 'x-sandbox': this.id, ...(isControl ? controlHeaders(this.#options.controlToken) : {}) }
  }

  /** The handlers in front of the sandbox, the newest first. */
  get handlers(): readonly MswHandler[] {
    return this.#handlers
  }

  /** Registers an interceptor, which runs `handlers` before the server. `whenUsed` is called when handlers are added. */
  intercept(whenUsed: () => void): void {
    this.#interceptors.push(whenUsed)
    if (this.#handlers.length > 0) whenUsed()
  }

  use(handlers: readonly MswHandler[]): void {
    if (this.#interceptors.length === 0) {
      throw new Error(
        'Failed to use handlers: they are functions of this process, and the sandbox is on a server. Use faults instead.',
      )
    }
    this.#handlers = handlers.length === 0 ? [] : [...handlers, ...this.#handlers]
    for (const notify of this.#interceptors) notify()
  }

  async close(): Promise<void> {
    if (!this.#options.own) return
    await fetch(`${this.#server}/__sandbox/sandboxes/${this.id}`, {
      method: 'DELETE',
      headers: controlHeaders(this.#options.controlToken),
    })
  }
}

/** Where a server is, and the sandbox that an address of one names. */
function partsOf(url: string): { server: string; named: string | undefined } {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error(
      `Failed to connect: ${JSON.stringify(url)} is not the address of a server, such as "http://127.0.0.1:4010".`,
    )
  }

  const { origin, pathname, searchParams } = new URL(url)
  const whole = pathname.replace(/(?<!\/)\/+$/, '')
  const [prefix = '', named] = /\/s\/([^/]+)$/.exec(whole) ?? []
  const path = whole.slice(0, whole.length - prefix.length)

  return { server: origin + path, named: named ?? searchParams.get('sandbox') ?? undefined }
}

/** The sandbox of an id, or the default one. */
async function findSandbox(server: string, id: string | undefined, token?: string): Promise<Found> {
  const named = id === undefined ? {} : { 'x-sandbox': id }
  const { name, sandbox, seed } = await send(server, '/__sandbox', { headers: named }, token)

  if (name !== 'entity-sandbox') throw new Error(noSandbox(server, 'the response is not from a sandbox'))

  return { id: String(sandbox), seed: Number(seed) }
}

async function createSandbox(server: string, { seed, controlToken }: ConnectOptions): Promise<Found> {
  const body = JSON.stringify(seed === undefined ? {} : { seed })
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
  const created = await send(server, '/__sandbox/sandboxes', init, controlToken)

  return { id: String(created['id']), seed: Number(created['seed']) }
}

/** @throws an error that explains a wrong address or token */
async function send(
  server: string,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  token: string | undefined,
): Promise<Record<string, unknown>> {
  const headers = new Headers({ ...init.headers, ...controlHeaders(token) })
  const response = await fetch(server + path, { ...init, headers }).catch((error: unknown) => {
    // Node puts the reason into `cause`, for example a blocked port.
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''

    throw new Error(`Failed to open a sandbox at ${server}: no server responds there${cause}. ${startIt()}`, {
      cause: error,
    })
  })
  const text = await response.text()

  if (response.status === 401) {
    throw new Error(
      `Failed to open a sandbox at ${server}: its controls need a token. Set the option "controlToken" to the token that the server printed at startup or got as --control-token.`,
    )
  }
  if (!response.ok) {
    throw new Error(
      noSandbox(server, `it returned ${response.status}`, parseErrorBody(text).lines.join(' ') || text),
    )
  }

  try {
    return JSON.parse(text) as Record<string, unknown> // every response of the controls is an object
  } catch {
    throw new Error(noSandbox(server, 'the response is not from a sandbox'))
  }
}

/** What to try. In a page, `fetch` hides the reason, and a blocked origin is likely. */
function startIt(): string {
  return 'document' in globalThis
    ? `Start it so that this page may use it: "entity-sandbox --allowed-origins ${location.origin}".`
    : 'Start "entity-sandbox", for example as "webServer" of the Playwright configuration.'
}

function noSandbox(server: string, what: string, reason = ''): string {
  return `Failed to open a sandbox at ${server}: ${what}, so it may not be an entity-sandbox. ${reason}`.trimEnd()
}

function controlHeaders(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { [controlTokenHeader]: token }
}
