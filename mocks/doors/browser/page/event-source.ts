import { EventSource as FetchingEventSource } from 'eventsource'
import type { PageHandlers } from '../page-handlers.ts'

/** Replaces `EventSource` by one that connects to the service for its addresses, while there are handlers of the page. */
export function interceptEventSource(handlersOfPage: () => PageHandlers | undefined): void {
  const Original = globalThis.EventSource

  const isInstance = (value: unknown) => value instanceof Original || value instanceof FetchingEventSource

  globalThis.EventSource = new Proxy(Original, {
    construct(target, [url, init]: [string | URL, EventSourceInit?], newTarget) {
      const handlers = handlersOfPage()
      const isForWorker = handlers?.stopWorker && canTransferStreams()

      return handlers?.isForService(new URL(url, document.baseURI)) && !isForWorker
        ? new FetchingEventSource(url, { ...init, fetch: fetchFrom(handlers) })
        : (Reflect.construct(target, [url, init], newTarget) as EventSource) // an instance of the original
    },
    get: (target, name) =>
      name === Symbol.hasInstance ? isInstance : (Reflect.get(target, name) as unknown),
  })
}

/** A `fetch` of the handlers alone. */
function fetchFrom(handlers: PageHandlers): (url: string | URL, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await handlers.respond(new Request(url, init))

    // Then it connects again.
    if (!response || response.type === 'error') throw new TypeError('Failed to fetch')

    return response
  }
}

/**
 * Whether this browser can pass streams to a service worker. Safari collects the response until it ends, which a stream of
 * events never does.
 */
export function canTransferStreams(): boolean {
  const stream = new ReadableStream()

  try {
    structuredClone(stream, { transfer: [stream] })

    return true
  } catch {
    return false
  }
}
