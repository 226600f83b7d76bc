import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import { isBypassed } from '../../../service/http/msw/msw-handler.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { replaceXmlHttpRequest } from './xml-http-request.ts'
import { EventSource as FetchingEventSource } from 'eventsource'

let current: PageHandlers | undefined
let isInstalled = false

/** Handles the requests of the page. Returns the function that stops it; requests in progress are completed. */
export function interceptPage(handlers: PageHandlers): () => void {
  // Once, for as long as the page lives: others may have wrapped the replaced functions meanwhile.
  if (!isInstalled) {
    interceptFetch()
    replaceXmlHttpRequest(interceptXmlHttpRequest, (url) => current?.concerns(url) === true)
    interceptEventSource(() => current)
    interceptSignIn(() => current)
  }
  isInstalled = true
  current = handlers

  return () => {
    if (current === handlers) current = undefined
  }
}

/** The response; undefined if the request goes to the network, or to a worker that serves the handlers of the page. */
async function respond(request: Request): Promise<Response | undefined> {
  // The worker passes on what a handler sends to the service with msw's `bypass()`.
  const isForWorker = current?.stopWorker && !isBypassed(request.headers.get('accept'))

  return isForWorker ? undefined : current?.respond(request)
}

function interceptFetch(): void {
  const original = globalThis.fetch.bind(globalThis)
  const interceptor = new FetchInterceptor()

  interceptor.apply()
  interceptor.on('request', async ({ request, controller }) => {
    const response = await respond(request)

    if (response && !request.signal.aborted) controller.respondWith(response)
  })

  const intercepted = globalThis.fetch

  // The library would resolve a URL against the address of the page, not against its `<base>`.
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, document.baseURI)

    return current?.concerns(url)
      ? intercepted(input instanceof Request ? input : url, init)
      : original(input, init)
  }
}

function interceptXmlHttpRequest(): void {
  const interceptor = new XMLHttpRequestInterceptor()

  interceptor.apply()
  interceptor.on('request', async ({ request, controller }) => {
    const response = await respond(request)

    if (response) controller.respondWith(await withWholeBody(response))
  })
}

/** The library would read a body that fails without end. */
async function withWholeBody(response: Response): Promise<Response> {
  try {
    return response.body ? new Response(await response.arrayBuffer(), response) : response
  } catch {
    return Response.error()
  }
}

/**
 * Shows the page for signing in when the application leads to it, in place of the application: no server has it. It leads
 * back like any other page. In browsers without the Navigation API the request goes to the server.
 */
function interceptSignIn(current: () => PageHandlers | undefined): void {
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const handlers = current()
    const { url } = event.destination

    if (!event.cancelable || !handlers?.isSignInPage(new URL(url))) return
    event.preventDefault()
    void show(handlers, url, event.formData)
  })
}

/** @param choice the form of the page, if it leads here */
async function show(handlers: PageHandlers, url: string, choice: FormData | null): Promise<void> {
  // The page has no field for files.
  const texts = Array.from(choice ?? [], ([name, value]) => [name, typeof value === 'string' ? value : ''])
  const body = choice && new URLSearchParams(texts)
  const response = await handlers.respond(new Request(url, { method: choice ? 'POST' : 'GET', body }))
  const target = response?.headers.get('location')

  if (target) return location.assign(target)
  document.documentElement.innerHTML = (await response?.text()) ?? ''
  for (const form of document.forms) form.action = url
}

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
