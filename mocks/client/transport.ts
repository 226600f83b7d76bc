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

/**
 * Follows a stream of events, whose data are one line of JSON each. Resolves when the stream is open, to what resolves when
 * it has ended.
 *
 * @param ended ends it, as the sandbox does when it is closed
 */
export async function followEvents(
  transport: ClientTransport,
  path: string,
  onEvent: (data: unknown) => void,
  ended?: AbortSignal,
): Promise<{ readonly end: Promise<void> }> {
  const headers = { ...verbHeaders, Accept: 'text/event-stream, msw/passthrough' }
  const { ok, status, body } = await transport.fetch(path, { headers, signal: ended ?? null })

  if (!ok || !body) throw new Error(`Failed to follow ${path}: the sandbox returned ${status}.`)

  return { end: readEvents(body.getReader(), onEvent) }
}

async function readEvents(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onEvent: (data: unknown) => void,
): Promise<void> {
  const decoder = new TextDecoder()

  for (let rest = ''; ;) {
    const chunk = await reader.read().catch(() => undefined) // ended, or the server is gone

    if (!chunk?.value) return

    const events = `${rest}${decoder.decode(chunk.value, { stream: true })}`.split('\n\n')

    rest = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1]

      if (data !== undefined) onEvent(JSON.parse(data))
    }
  }
}

/** The client that the verbs use: it acts as an administrator, and its requests are not journaled. */
export function clientOf(transport: ClientTransport, task?: string): Client {
  return createClient({ headers: verbHeaders, fetch: (path, init) => transport.fetch(path, init), task })
}
