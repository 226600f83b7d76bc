import { createClient, type Client } from './client.ts'
import type { MswHandler } from '../service/http/msw/msw-handler.ts'

/** Headers that mark the verbs' own requests: they are not journaled, and bypass user handlers (like msw's `bypass()`). */
const verbHeaders = {
  'X-Sandbox-Source': 'test',
  Authorization: 'Bearer sandbox-admin',
  Accept: 'application/json, msw/passthrough',
}

/** How a sandbox is reached: within the process, in the page, or over HTTP. */
export interface ClientTransport {
  /** Id of the sandbox. */
  readonly id: string
  /** Seed of its data, when the connection was opened. */
  readonly seed: number
  /** Base URL of the interface in this sandbox. */
  readonly url: string
  /** @param path below the base URL */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Adds handlers that run before the sandbox; an empty list removes all of them. */
  use(handlers: readonly MswHandler[]): void
  /** Releases the resources of the connection. */
  close(): Promise<void>
}

/** Wraps a transport so that using it after `close()` throws. */
export function untilClosed(transport: ClientTransport): ClientTransport {
  let closing: Promise<void> | undefined
  const check = () => {
    if (closing) throw new Error('The sandbox is closed: it no longer accepts requests.')
  }

  return {
    id: transport.id,
    seed: transport.seed,
    url: transport.url,
    async fetch(path, init) {
      check()

      return transport.fetch(path, init)
    },
    use(handlers) {
      check()
      transport.use(handlers)
    },
    close: () => (closing ??= transport.close()),
  }
}

/** The client that the verbs use: it acts as an administrator, and its requests are not journaled. */
export function clientOf(transport: ClientTransport): Client {
  return createClient({ headers: verbHeaders, fetch: (path, init) => transport.fetch(path, init) })
}
