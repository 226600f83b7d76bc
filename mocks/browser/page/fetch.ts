import type { Request as Incoming } from '../../http/call.ts'
import { toFetch, unlessFailed } from '../../http/fetch-objects.ts'
import type { Reply } from '../../http/reply.ts'
import type { Answer } from '../answer.ts'
import type { Place, ServiceAddress } from '../service-address.ts'
import { pageRequest } from './page-request.ts'

/** Puts a `fetch` in place that asks the service for what is its own. Returns the function that puts the old one back. */
export function interceptFetch(address: ServiceAddress, answer: Answer): () => void {
  const original = globalThis.fetch
  const replacement: typeof fetch = (input, init) => {
    const url = urlOf(input)
    const place = url && address.locate(url)

    if (!place || !url) return original.call(globalThis, input, init)

    return respond(input, init, place, url, answer)
  }

  globalThis.fetch = replacement

  return () => {
    // Whoever replaced it in the meantime keeps a reference to this one, which then only passes on.
    if (globalThis.fetch === replacement) globalThis.fetch = original
  }
}

async function respond(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  place: Place,
  url: URL,
  answer: Answer,
): Promise<Response> {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)

  signal?.throwIfAborted()

  const incoming = plainRequest(input, init, place) ?? (await anyRequest(input, init, place))
  const reply = answer(incoming)

  return responseTo(
    reply instanceof Promise ? await unlessAborted(reply.then(unlessFailed), signal) : reply,
    url,
    signal,
  )
}

/** Most requests: no body, or one of text. They are read without the cost of a `Request`. */
function plainRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  place: Place,
): Incoming | undefined {
  const { method = 'GET', body = null } = init ?? {}
  const known = plainMethods.get(method)

  if (input instanceof Request || known === undefined) return undefined
  if (body !== null && (typeof body !== 'string' || !known.takesBody)) return undefined

  const headers = new Headers(init?.headers)

  if (body !== null && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')

  return pageRequest({
    place,
    method: known.name,
    headers,
    body: body ?? (known.takesBody ? '' : undefined),
  })
}

/** The methods that `fetch` takes in any letter case, and whether they come with a body. */
const plainMethods = new Map(
  ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].flatMap((name) => {
    const method = { name, takesBody: name !== 'GET' && name !== 'HEAD' }

    return [[name, method] as const, [name.toLowerCase(), method] as const]
  }),
)

async function anyRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  place: Place,
): Promise<Incoming> {
  const request = new Request(input, init)

  return pageRequest({
    place,
    method: request.method,
    headers: new Headers(request.headers),
    body:
      request.method === 'GET' || request.method === 'HEAD'
        ? undefined
        : new Uint8Array(await request.arrayBuffer()),
  })
}

function responseTo(reply: Reply, url: URL, signal: AbortSignal | null | undefined): Response {
  const response = toFetch(reply, signal)

  Object.defineProperty(response, 'url', { value: url.href.split('#', 1)[0] })

  return response
}

/** Rejects as soon as the caller gives up, whatever becomes of the request. */
function unlessAborted(reply: Promise<Reply>, signal: AbortSignal | null | undefined): Promise<Reply> {
  if (!signal) return reply

  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error) // the reason is what `fetch` rejects with

    signal.addEventListener('abort', giveUp, { once: true })
    reply.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** Undefined where there is none to read: then `fetch` itself says what is wrong. */
function urlOf(input: RequestInfo | URL): URL | undefined {
  try {
    return new URL(input instanceof Request ? input.url : input, document.baseURI)
  } catch {
    return undefined
  }
}
