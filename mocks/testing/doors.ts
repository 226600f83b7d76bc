import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { setupServer } from 'msw/node'
import { expect } from 'vitest'
import { createHandlers } from '../msw/create-handlers.ts'
import { createSandbox, type CreateSandboxOptions } from '../create-sandbox.ts'
import { createFetchHandler } from '../fetch/create-fetch-handler.ts'
import { listen } from '../node/listen.ts'
import { contractCheck, type ObservedResponse } from './contract-check.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Sandboxes } from '../sandbox/sandboxes.ts'
import type { SandboxesOptions } from '../sandbox/sandboxes-options.ts'

/** The origin that tests send requests to, whichever door they go through, so that links are the same. */
export const origin = 'http://sandbox.test'

/** The moment at which a test's clock stands still. */
export const testTime = Date.UTC(2026, 5, 15, 12)

/** Headers that a socket adds. */
const transportHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

export interface Door extends AsyncDisposable {
  readonly name: string
  readonly sandbox: Sandbox
  readonly sandboxes: Sandboxes
  send(path: string, init: RequestInit): Promise<Response>
}

/** One sandbox behind each door, all of them the same. A request goes through every door. */
export class Doors implements AsyncDisposable {
  readonly #doors: readonly Door[]

  constructor(doors: readonly Door[]) {
    this.#doors = doors
  }

  /** The sandboxes, to look into or to change alike. */
  get sandboxes(): Sandbox[] {
    return this.#doors.map((door) => door.sandbox)
  }

  /** Sends a request through every door, expects the same status, headers and bytes, and returns the response. */
  async fetch(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const { json, ...rest } = init
    const headers = new Headers(rest.headers)

    if (json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')

    const sent = { ...rest, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) }
    const responses: { name: string; response: Response; seen: ObservedResponse }[] = []

    for (const door of this.#doors) {
      const response = await door.send(path, sent)

      responses.push({ name: door.name, response, seen: await seenBy(response.clone()) })
    }

    const [first, ...others] = responses

    if (!first) throw new Error('Failed to send a request: there is no door.')
    for (const other of others) {
      expect(other.seen, `${init.method ?? 'GET'} ${path}: ${other.name} against ${first.name}`).toEqual(
        first.seen,
      )
    }

    await this.#checkContract(init.method ?? 'GET', path, first)

    return first.response
  }

  /** Every response keeps the contract, except those that a fault or a scenario made. */
  async #checkContract(method: string, path: string, { seen }: { seen: ObservedResponse }): Promise<void> {
    const loaded = this.#doors.flatMap(({ sandboxes }) => sandboxes.list())
    const isDisturbed = loaded.some(
      ({ sandbox: { faults, scenarios } }) => !faults.isEmpty || scenarios.current,
    )

    if (isDisturbed) return

    const { pathname } = new URL(path, origin)
    const check = await contractCheck()

    expect(check.problemsOf(method, pathname, seen), `${method} ${path} returns ${seen.status}`).toEqual([])
  }

  /** Does something at each door separately: for responses that can't be equal at two doors. */
  async apart(visit: (door: Door) => Promise<void>): Promise<void> {
    for (const door of this.#doors) await visit(door)
  }

  /** Sends a request through every door and returns each response unread, such as an endless stream. */
  async open(path: string, init: RequestInit = {}): Promise<Response[]> {
    const responses: Response[] = []

    for (const door of this.#doors) responses.push(await door.send(path, init))

    return responses
  }

  /** The JSON that GET returns. */
  async get<T = Record<string, unknown>>(path: string, init?: RequestInit): Promise<T> {
    const response = await this.fetch(path, init)

    expect(response.status, `GET ${path}`).toBe(200)

    return (await response.json()) as T // the test says what it expects
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const door of this.#doors) await door[Symbol.asyncDispose]()
  }
}

/** Opens the same sandbox behind every door: in process through msw and real `fetch`, and over a socket. */
export async function openDoors(
  options: CreateSandboxOptions & SandboxesOptions = {},
  more: readonly ((sandboxes: Sandboxes) => Door)[] = [],
): Promise<Doors> {
  const seeded = await seedOnce(options)

  return new Doors([
    ...more.map((open) => open(new Sandboxes(seeded.fork(seeded.id), options))),
    openInProcess(new Sandboxes(seeded.fork(seeded.id), options)),
    await openSocket(new Sandboxes(seeded.fork(seeded.id), options)),
  ])
}

const seededBefore = new Map<string, Promise<Sandbox>>()

/** Tests fork one seeded sandbox per set of options. */
function seedOnce(options: CreateSandboxOptions): Promise<Sandbox> {
  // A custom clock has no text to recognize it by.
  const key = options.machineClock ? `${seededBefore.size}` : JSON.stringify(options)
  const seeded =
    seededBefore.get(key) ?? createSandbox({ entities: 120, machineClock: () => testTime, ...options })

  seededBefore.set(key, seeded)

  return seeded
}

function openInProcess(sandboxes: Sandboxes): Door {
  const server = setupServer(...createHandlers(sandboxes))

  return {
    name: 'in process',
    sandbox: sandboxes.default,
    sandboxes,
    async send(path, init) {
      // Listening only here keeps msw away from the request to the socket.
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

async function openSocket(sandboxes: Sandboxes): Promise<Door> {
  const server = await listen(createHandlers(sandboxes), { allowedHosts: [new URL(origin).hostname] })

  return {
    name: 'over a socket',
    sandbox: sandboxes.default,
    sandboxes,
    send: (path, init) => sendOverSocket(server.port, path, init),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** As a runtime would call it that serves with Fetch objects. */
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

/** `fetch` can't set `Host`, which the links of a response are made from. */
export function sendOverSocket(port: number, path: string, init: RequestInit): Promise<Response> {
  const headers = { ...Object.fromEntries(new Headers(init.headers)), host: new URL(origin).host }

  const signal = init.signal ?? undefined

  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, method: init.method ?? 'GET', headers, signal }, (response) => {
      const status = response.statusCode ?? 0
      const hasBody = status !== 204 && status !== 304 && init.method !== 'HEAD'
      const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])

      if (!hasBody) response.resume()
      resolve(
        new Response(hasBody ? (Readable.toWeb(response) as ReadableStream) : null, {
          status,
          headers: fields,
        }), // the types of Node and of the DOM differ in name only
      )
    })

    init.signal?.addEventListener('abort', () => request.destroy())

    request.on('error', reject)
    request.end(init.body ?? undefined)
  })
}

/** Of a response, what every door has to agree on. */
export async function seenBy(response: Response): Promise<ObservedResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !transportHeaders.has(name))),
    body: await response.text(),
  }
}
