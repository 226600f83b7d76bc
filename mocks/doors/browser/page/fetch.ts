import type { ServiceRequest } from '../../../service/http/request.ts'
import { isBypassed } from '../../../service/http/msw/msw-handler.ts'
import { toFetch, replyOrNetworkError } from '../../../service/http/msw/fetch-objects.ts'
import type { HandleRequest } from '../backend/shared-backend.ts'
import type { PageHandlers } from '../page-handlers.ts'
import type { ServiceUrl, ServiceAddress } from '../service-address.ts'
import { pageRequest, pageRequestOf } from './page-request.ts'

/**
 * Replaces `fetch` by one that tries the page's handlers and then, for the service's URLs, the service. Returns the function
 * that restores the original.
 */
export function interceptFetch(
  address: ServiceAddress,
  handle: HandleRequest,
  handlers: PageHandlers,
): () => void {
  return replaceFetch((original) => {
    const tryHandlers = async (input: RequestInfo | URL, init: RequestInit | undefined, url: URL) => {
      const request = new Request(input, init)
      const serviceUrl = address.locate(url)

      request.signal.throwIfAborted()

      const response = await unlessAborted(handlers.handle(request, serviceUrl !== undefined), request.signal)

      if (response) return responseFrom(response, url)

      return serviceUrl ? respond(request, undefined, serviceUrl, url, handle) : original(request)
    }

    return (input, init) => {
      const url = urlOf(input)
      const serviceUrl = url && address.locate(url)

      if (url && !handlers.isIdle) return tryHandlers(input, init, url)
      if (!url || !serviceUrl) return original(input, init)

      return respond(input, init, serviceUrl, url, handle)
    }
  })
}

/**
 * Handles requests that bypass the service worker: those that a handler sends to the service with msw's `bypass()`. Returns
 * the function that stops it.
 */
export function interceptBypassed(address: ServiceAddress, handle: HandleRequest): () => void {
  return replaceFetch((original) => (input, init) => {
    const url = urlOf(input)
    const serviceUrl = url && address.locate(url)
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))

    if (!url || !serviceUrl || !isBypassed(headers.get('accept'))) return original(input, init)

    return respond(input, init, serviceUrl, url, handle)
  })
}

function replaceFetch(replace: (original: typeof fetch) => typeof fetch): () => void {
  const before = globalThis.fetch
  const original: typeof fetch = (input, init) => before.call(globalThis, input, init)
  let current = replace(original)
  const replacement: typeof fetch = (input, init) => current(input, init)

  globalThis.fetch = replacement

  return () => {
    // Code that wrapped this replacement still calls it, so from now on it only delegates.
    current = original
    if (globalThis.fetch === replacement) globalThis.fetch = before
  }
}

async function respond(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  serviceUrl: ServiceUrl,
  url: URL,
  handle: HandleRequest,
): Promise<Response> {
  // `null` detaches a request from its signal.
  const signal = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal
  const incoming =
    plainRequest(input, init, serviceUrl) ?? (await pageRequestOf(new Request(input, init), serviceUrl))

  signal?.throwIfAborted()

  const reply = handle(incoming)

  return responseFrom(
    toFetch(
      reply instanceof Promise ? await unlessAborted(reply.then(replyOrNetworkError), signal) : reply,
      signal,
    ),
    url,
  )
}

/**
 * Most requests have no body or a text. These are read without the cost of a `Request`, and at once: in the leading tab
 * the service gets them before `fetch` returns.
 */
function plainRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  serviceUrl: ServiceUrl,
): ServiceRequest | undefined {
  const { method = 'GET', body = null } = init ?? {}
  const known = plainMethods.get(method)

  if (input instanceof Request || known === undefined) return undefined
  if (body !== null && (typeof body !== 'string' || !known.hasBody)) return undefined

  const headers = new Headers(init?.headers)

  if (body !== null && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')

  return pageRequest({
    serviceUrl,
    method: known.name,
    headers,
    body: body ?? (known.hasBody ? '' : undefined),
  })
}

/** The methods that `fetch` accepts in upper and lower case, and whether they have a body. */
const plainMethods = new Map(
  ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].flatMap((name) => {
    const method = { name, hasBody: name !== 'GET' && name !== 'HEAD' }

    return [[name, method] as const, [name.toLowerCase(), method] as const]
  }),
)

/** Sets the `url` of a response and its clones, as a response from the network has it. */
function responseFrom(response: Response, url: URL): Response {
  return Object.defineProperties(response, {
    url: { value: url.href.split('#', 1)[0], configurable: true },
    clone: { value: () => responseFrom(Response.prototype.clone.call(response), url), configurable: true },
  })
}

/** Rejects as soon as the caller aborts, without waiting. */
function unlessAborted<R>(pending: Promise<R>, signal: AbortSignal | null | undefined): Promise<R> {
  if (!signal) return pending

  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error) // `fetch` rejects with the reason

    signal.addEventListener('abort', onAbort, { once: true })
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Undefined for an invalid URL: the original `fetch` then reports the error. */
function urlOf(input: RequestInfo | URL): URL | undefined {
  try {
    return new URL(input instanceof Request ? input.url : input, document.baseURI)
  } catch {
    return undefined
  }
}
