import { controlTokenHeader } from '../service/http/access/access-policy.ts'
import { pathPrefix, sandboxOfHost } from '../service/http/access/address.ts'
import type { MswHandler } from '../service/http/msw/msw-handler.ts'
import { rejectUnknownOptions } from '../data/model/shared/suggestion.ts'
import { parseErrorBody } from './client.ts'
import type { ClientTransport } from './transport.ts'
import { SandboxClient } from './sandbox-client.ts'

export interface ConnectOptions {
  /** Id of the sandbox to use, which is created by its first request. Default the sandbox for requests without an id. */
  readonly sandbox?: string | undefined
  /** Whether to create a separate sandbox instead, which is deleted when it is closed. Default no. */
  readonly own?: boolean | undefined
  /** Seed of a separate sandbox. Default the server's. */
  readonly seed?: number | undefined
  /** What the controls of the server require, if anything. Default, at the address in `SANDBOX_URL`: `SANDBOX_CONTROL_TOKEN`. */
  readonly controlToken?: string | undefined
}

type Send = (url: string | URL, init: RequestInit) => Promise<Response>

/** Sends a request to a control route, and returns the JSON of the response. */
type Control = (
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
) => Promise<Record<string, unknown>>

interface SandboxInfo {
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
  readonly #send: Send
  readonly #interceptors = new Set<() => void>()
  #handlers: readonly MswHandler[] = []

  private constructor(
    { server, url, id, seed }: SandboxInfo & { server: string; url: string },
    options: ConnectOptions,
    send: Send,
  ) {
    this.#server = server
    this.url = url
    this.id = id
    this.seed = seed
    this.#options = options
    this.#send = send
  }

  /**
   * @param send sends the requests, instead of the global fetch()
   *
   * @throws when no sandbox server responds at the URL, or the control token is missing or wrong
   */
  static async open(
    url: string,
    options: ConnectOptions = {},
    // Looked up at each request, so that a later replacement of the global function is called.
    send: Send = (address, init) => fetch(address, init),
  ): Promise<RemoteConnection> {
    rejectUnknownOptions(options, ['sandbox', 'own', 'seed', 'controlToken'], 'connect')

    const { server, id } = partsOf(url)
    const requestedId = options.sandbox ?? id

    if (options.own && requestedId !== undefined) {
      throw new Error(
        `Failed to connect to ${url}: a separate sandbox ("own") gets its id from the server, so "${requestedId}" can't be used.`,
      )
    }
    if (!options.own && options.seed !== undefined) {
      throw new Error(
        `Failed to connect to ${url}: "seed" requires a separate sandbox. Add "own: true", or generate other data in this sandbox: sandbox.reset({ seed: ${options.seed} }).`,
      )
    }

    const { SANDBOX_URL = '', SANDBOX_CONTROL_TOKEN } = globalThis.process?.env ?? {}
    const known = `${SANDBOX_URL}/`.startsWith(`${server}/`) ? SANDBOX_CONTROL_TOKEN : undefined
    const controlToken = options.controlToken ?? known
    const control: Control = (path, init) => sendControl(server, path, init, controlToken, send)
    const sandbox = options.own
      ? await createSandbox(control, options)
      : await findSandbox(control, server, requestedId)
    const isDefault = !options.own && requestedId === undefined
    const base = isDefault ? server : `${server}/s/${sandbox.id}`

    return new RemoteConnection({ ...sandbox, server, url: base }, { ...options, controlToken }, send)
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    // Links in responses are absolute URLs.
    const url = new URL(path.startsWith('/') ? `${this.url}${path}` : path)
    const headers = new Headers(init.headers)

    for (const [name, value] of Object.entries(this.headersFor(url))) headers.set(name, value)

    return this.#send(url, { ...init, headers })
  }

  /** The headers that select the sandbox and authorize control requests. */
  headersFor({ pathname }: URL): Record<string, string> {
    const isControl = pathname.includes('/__sandbox')

    return { 'x-sandbox': this.id, ...(isControl ? controlHeaders(this.#options.controlToken) : {}) }
  }

  /** The handlers that run before the sandbox, the newest first. */
  get handlers(): readonly MswHandler[] {
    return this.#handlers
  }

  /**
   * Registers an interceptor, which runs `handlers` before the server. `onChange` is called when they change. Returns the
   * function that removes it.
   */
  intercept(onChange: () => void): () => void {
    this.#interceptors.add(onChange)
    if (this.#handlers.length > 0) onChange()

    return () => this.#interceptors.delete(onChange)
  }

  use(handlers: readonly MswHandler[]): void {
    if (handlers.length > 0 && this.#interceptors.size === 0) {
      throw new Error(
        'Failed to use handlers: they are functions of this process, but the sandbox is on a server. Use faults instead.',
      )
    }
    this.#handlers = handlers.length === 0 ? [] : [...handlers, ...this.#handlers]
    for (const notify of this.#interceptors) notify()
  }

  async close(): Promise<void> {
    if (!this.#options.own) return
    await this.#send(`${this.#server}/__sandbox/sandboxes/${this.id}`, {
      method: 'DELETE',
      headers: controlHeaders(this.#options.controlToken),
    }).catch(() => undefined) // no server responds: the sandbox is gone with it
  }
}

/** Splits a URL into the base URL of the server and the id of the sandbox, if it contains one. */
function partsOf(url: string): { server: string; id: string | undefined } {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error(
      `Failed to connect: ${JSON.stringify(url)} is not the URL of a server, such as "http://127.0.0.1:4010".`,
    )
  }

  const { protocol, host, pathname, searchParams } = new URL(url)
  const named = sandboxOfHost(url)
  const fullPath = pathPrefix(pathname)
  const [sandboxPath = '', id] = /\/s\/([^/]+)$/.exec(fullPath) ?? []
  const path = fullPath.slice(0, fullPath.length - sandboxPath.length)
  // Names below "localhost" are resolved by browsers, but not by every system.
  const reachable = named === undefined ? host : host.slice(named.length + 1)

  return {
    server: `${protocol}//${reachable}${path}`,
    id: id ?? searchParams.get('sandbox') ?? named,
  }
}

/** The sandbox with an id, or the default sandbox. */
async function findSandbox(control: Control, server: string, id: string | undefined): Promise<SandboxInfo> {
  const headers = id === undefined ? {} : { 'x-sandbox': id }
  const { name, sandbox, seed } = await control('/__sandbox', { headers })

  if (name !== 'entity-sandbox') throw new Error(notSandbox(server, 'the response is not from a sandbox'))

  return { id: String(sandbox), seed: Number(seed) }
}

async function createSandbox(control: Control, { seed }: ConnectOptions): Promise<SandboxInfo> {
  const body = JSON.stringify(seed === undefined ? {} : { seed })
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
  const created = await control('/__sandbox/sandboxes', init)

  return { id: String(created['id']), seed: Number(created['seed']) }
}

/** @throws an error that explains a wrong URL or token */
async function sendControl(
  server: string,
  path: string,
  init: Parameters<Control>[1],
  token: string | undefined,
  send: Send,
): Promise<Record<string, unknown>> {
  const headers = new Headers({ ...init.headers, ...controlHeaders(token) })
  const response = await send(server + path, { ...init, headers }).catch((error: unknown) => {
    // That of fetch() is a TypeError; others say what happened.
    if (!(error instanceof TypeError)) throw error
    // Node has the reason in `cause`, for example a blocked port.
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''

    throw new Error(`Failed to open a sandbox at ${server}: no server responds${cause}. ${startAdvice()}`, {
      cause: error,
    })
  })
  const text = await response.text()

  if (response.status === 401) {
    throw new Error(
      `Failed to open a sandbox at ${server}: ${token === undefined ? 'its controls require a token' : 'the control token is wrong'}. Set the option "controlToken" (--control-token or SANDBOX_CONTROL_TOKEN) to the token that the server printed at startup or received in the same way.`,
    )
  }
  if (!response.ok) {
    const { lines } = parseErrorBody(text)
    const reason = lines.join(' ') || (text.trimStart().startsWith('<') ? '' : text) // not a proxy's page

    throw new Error(
      lines.length > 0 && response.status !== 404
        ? `Failed to open a sandbox at ${server}: ${reason}`
        : notSandbox(server, `it returned ${response.status}`, reason),
    )
  }

  try {
    return JSON.parse(text) as Record<string, unknown> // every response of the controls is an object
  } catch {
    throw new Error(notSandbox(server, 'the response is not from a sandbox'))
  }
}

/** How to start the server. In a page `fetch` hides the reason, which is probably a blocked origin. */
function startAdvice(): string {
  return 'document' in globalThis
    ? `Start it so that it allows this page: "entity-sandbox --allowed-origins ${location.origin}".`
    : 'Start "entity-sandbox": "npx entity-sandbox", around the tests "npx entity-sandbox exec -- <command>", in Playwright as "webServer".'
}

function notSandbox(server: string, problem: string, reason = ''): string {
  return `Failed to open a sandbox at ${server}: ${problem}, so it may not be an entity-sandbox. ${reason}`.trimEnd()
}

function controlHeaders(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { [controlTokenHeader]: token }
}

/**
 * Connects to a sandbox on a server, from Node or from a page: an existing sandbox, or a separate one.
 *
 * @param url the server's URL (`http://127.0.0.1:4010`), or that of a sandbox on it (`.../s/mine`)
 *
 * @example
 * const sandbox = await connect('http://127.0.0.1:4010', { own: true })
 * const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })
 * await sandbox.close() // discards it, as the end of a block does after: await using sandbox = ...
 */
export async function connect(url: string, options?: ConnectOptions): Promise<SandboxClient> {
  return new SandboxClient(await RemoteConnection.open(url, options))
}
