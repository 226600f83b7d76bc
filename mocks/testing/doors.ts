import { getResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect } from 'vitest'
import { createHandlers } from '../doors/msw/index.ts'
import { origin, sendOverSocket } from './send-over-socket.ts'
import { buildSandbox, type CreateSandboxOptions } from '../local/build-sandbox.ts'
import { createFetchHandler } from '../doors/fetch/create-fetch-handler.ts'
import { listen } from '../doors/node/listen.ts'
import type { ObservedResponse } from '../service/control/contract/contract-check.ts'
import { contractCheck } from './contract-check.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Sandboxes, type SandboxesOptions } from '../sandbox/sandboxes.ts'

export { origin } from './send-over-socket.ts'

/** The machine's time in tests. It does not advance. */
export const testTime = Date.UTC(2026, 5, 15, 12)

/** Headers that a socket adds. They are not compared. */
const transportHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

export interface Door extends AsyncDisposable {
  readonly name: string
  readonly sandbox: Sandbox
  readonly sandboxes: Sandboxes
  send(path: string, init: RequestInit): Promise<Response>
}

export interface GraphqlResult {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: object }[]
}

/** A door to each of several equal sandboxes. A request is sent through every door. */
export class Doors implements AsyncDisposable {
  readonly #doors: readonly Door[]

  constructor(doors: readonly Door[]) {
    this.#doors = doors
  }

  /** The sandbox behind each door, to read it or to change all of them in the same way. */
  get sandboxes(): Sandbox[] {
    return this.#doors.map((door) => door.sandbox)
  }

  /** Sends a request through every door, expects the same status, headers and bytes, and returns the response. */
  async fetch(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const { json, ...others } = init
    const headers = new Headers(others.headers)

    if (json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')

    const sent = { ...others, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) }
    const responses: { name: string; copy: () => Response; observed: ObservedResponse }[] = []

    for (const door of this.#doors) {
      const copy = await copies(await door.send(path, sent))

      responses.push({ name: door.name, copy, observed: await observedResponse(copy()) })
    }

    const [first, ...rest] = responses

    if (!first) throw new Error('Failed to send a request: there is no door.')
    for (const { name, observed } of rest) {
      expect(observed, `${init.method ?? 'GET'} ${path}: ${name} compared with ${first.name}`).toEqual(
        first.observed,
      )
    }

    await this.#checkContract(init.method ?? 'GET', path, first.observed)

    return first.copy()
  }

  put(path: string, json?: unknown, init?: RequestInit): Promise<Response> {
    return this.fetch(path, { ...init, method: 'PUT', json })
  }

  post(path: string, json?: unknown, init?: RequestInit): Promise<Response> {
    return this.fetch(path, { ...init, method: 'POST', json })
  }

  delete(path: string, init?: RequestInit): Promise<Response> {
    return this.fetch(path, { ...init, method: 'DELETE' })
  }

  /** Checks a response against the contract, unless a fault, a scenario or a preference may have changed it. */
  async #checkContract(method: string, path: string, response: ObservedResponse): Promise<void> {
    const sandboxes = this.#doors.flatMap((door) => door.sandboxes.list())
    const isAffected = sandboxes.some(
      ({ checkpoints, state }) => state.runtime.tables.faults.size > 0 || checkpoints.scenario,
    )

    if (isAffected || 'preference-applied' in response.headers) return

    const { pathname } = new URL(path, origin)
    const check = await contractCheck()

    expect(check.problemsOf(method, pathname, response), `${method} ${path}: ${response.status}`).toEqual([])
  }

  /** Runs a check at each door separately, for responses that can't be equal at two doors. */
  async forEachDoor(check: (door: Door) => Promise<void>): Promise<void> {
    for (const door of this.#doors) await check(door)
  }

  /** Sends a request through every door and returns the responses without reading them: they may be endless streams. */
  async open(path: string, init: RequestInit = {}): Promise<Response[]> {
    const responses: Response[] = []

    for (const door of this.#doors) responses.push(await door.send(path, init))

    return responses
  }

  /** Creates something with POST, and returns its path. */
  async create(path: string, json: unknown, init?: RequestInit): Promise<string> {
    const response = await this.post(path, json, init)

    expect(response.status, `POST ${path}`).toBe(201)

    return response.headers.get('location')?.slice(origin.length) ?? ''
  }

  /** The result of a GraphQL query. */
  async ask(query: string, variables?: object): Promise<GraphqlResult> {
    const response = await this.post('/api/graphql/preview/v1', { query, variables })

    return (await response.json()) as GraphqlResult // the test checks it
  }

  /** The data of a GraphQL query without errors. */
  async dataOf(query: string, variables?: object): Promise<Record<string, unknown>> {
    const { data, errors } = await this.ask(query, variables)

    expect(errors).toBeUndefined()

    return data ?? {}
  }

  /** The JSON that GET returns. */
  async get<T = Record<string, unknown>>(path: string, init?: RequestInit): Promise<T> {
    const response = await this.fetch(path, init)

    expect(response.status, `GET ${path}`).toBe(200)

    return (await response.json()) as T // the test checks it
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const door of this.#doors) await door[Symbol.asyncDispose]()
  }
}

/** Opens equal sandboxes, one behind each door: in process through the handlers of msw, and over a socket. */
export async function openDoors(
  options: CreateSandboxOptions & SandboxesOptions = {},
  otherDoors: readonly ((sandboxes: Sandboxes) => Door)[] = [],
): Promise<Doors> {
  const seeded = await seededSandbox(options)

  return new Doors([
    ...otherDoors.map((open) => open(new Sandboxes(seeded.fork(seeded.id), options))),
    openInProcess(new Sandboxes(seeded.fork(seeded.id), options)),
    await openSocket(new Sandboxes(seeded.fork(seeded.id), options)),
  ])
}

const seededSandboxes = new Map<string, Promise<Sandbox>>()

/** Creates one sandbox per set of options, which tests fork. */
function seededSandbox(options: CreateSandboxOptions): Promise<Sandbox> {
  // A custom clock cannot be part of a key, so such a sandbox is not shared.
  const key = options.machineClock ? `${seededSandboxes.size}` : JSON.stringify(options)
  const seeded =
    seededSandboxes.get(key) ?? buildSandbox({ entities: 120, machineClock: () => testTime, ...options })

  seededSandboxes.set(key, seeded)

  return seeded
}

/** The handlers of msw. What `fetch` does besides them is left to it: it ends requests and streams with their signal. */
function openInProcess(sandboxes: Sandboxes): Door {
  const handlers = createHandlers(sandboxes)

  return {
    name: 'in process',
    sandbox: sandboxes.default,
    sandboxes,
    async send(path, init) {
      if (init.signal) return openIntercepted(sandboxes).send(path, init)

      const response = await getResponse(handlers, new Request(`${origin}${path}`, init))

      if (!response || response.type === 'error') throw new TypeError('Failed to fetch')

      return response
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** Through a `fetch` that msw intercepts, which takes three times as long as the handlers alone. */
export function openIntercepted(sandboxes: Sandboxes): Door {
  const server = setupServer(...createHandlers(sandboxes))

  return {
    name: 'by intercepted fetch',
    sandbox: sandboxes.default,
    sandboxes,
    async send(path, init) {
      // Listens only during this request, so that msw does not intercept the one over the socket.
      server.listen({ onUnhandledRequest: 'error' })
      try {
        return await fetch(`${origin}${path}`, init)
      } finally {
        server.close()
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** Over a socket, as a server listens. */
export async function openSocket(sandboxes: Sandboxes): Promise<Door> {
  const server = await listen(sandboxes, { allowedHosts: [new URL(origin).hostname] })

  return {
    name: 'over a socket',
    sandbox: sandboxes.default,
    sandboxes,
    send: (path, init) => sendOverSocket(server.port, path, init),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** The door for runtimes that serve with Fetch objects. */
export function openFetch(sandboxes: Sandboxes): Door {
  const handle = createFetchHandler(sandboxes, {
    allowedHosts: [new URL(origin).hostname],
    controlToken: null,
  })

  return {
    name: 'by fetch',
    sandbox: sandboxes.default,
    sandboxes,
    send: (path, init) => handle(new Request(`${origin}${path}`, init)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** The JSON of a response, which must have a status. */
export async function jsonOf(status: number, response: Promise<Response>): Promise<Record<string, unknown>> {
  const received = await response

  expect(received.status).toBe(status)

  return (await received.json()) as Record<string, unknown> // the test checks it
}

/** Reads a response, and returns equal ones: `clone()` takes as long as the request. */
async function copies(response: Response): Promise<() => Response> {
  const { status, statusText, headers } = response
  const body = response.body && (await response.arrayBuffer())

  return () => new Response(body, { status, statusText, headers })
}

/** The parts of a response that must be the same at every door. */
export async function observedResponse(response: Response): Promise<ObservedResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !transportHeaders.has(name))),
    body: await response.text(),
  }
}
