import type { Reply } from '../../../service/http/replies/reply.ts'
import type { PageHandlers } from '../page-handlers.ts'
import type { ServiceUrl } from '../service-address.ts'

/** The state of a request that dispatches no more events. */
export const discarded = -1

/**
 * What an intercepted `XMLHttpRequest` sends and has received, from `open()` on. *Native* is the browser's request, which
 * it extends.
 */
export interface Exchange {
  readonly method: string
  readonly url: URL
  /** Undefined for another address, where only a handler of the page or the network responds. */
  readonly serviceUrl: ServiceUrl | undefined
  readonly isAsync: boolean
  readonly headers: Headers
  isSent: boolean
  /** `readyState`; 0 while it is the native one, `discarded` after an abort or another `open()`. */
  state: number
  status: number
  responseHeaders: Headers
  body: Uint8Array
}

export function openExchange(
  method: string,
  url: URL,
  serviceUrl: ServiceUrl | undefined,
  isAsync: boolean,
): Exchange {
  return {
    method: /^(?:get|head|post|put|delete|options)$/i.test(method) ? method.toUpperCase() : method,
    url,
    serviceUrl,
    isAsync,
    headers: new Headers(),
    isSent: false,
    state: 0,
    status: 0,
    responseHeaders: new Headers(),
    body: new Uint8Array(),
  }
}

/** Whether a body is ignored, as the standard says. */
export function isBodiless({ method }: Exchange): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The bytes of the body; also sets the content type, unless it is set. */
export async function sentBytes(
  body: Document | XMLHttpRequestBodyInit | null,
  exchange: Exchange,
): Promise<Uint8Array | undefined> {
  if (isBodiless(exchange)) return undefined

  const { headers } = exchange

  // A `Response` determines the content type of every kind of body.
  const source = new Response(body instanceof Document ? new XMLSerializer().serializeToString(body) : body)
  const type = body instanceof Document ? documentType(body) : source.headers.get('content-type')

  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)

  return new Uint8Array(await source.arrayBuffer())
}

function documentType({ contentType }: Document): string {
  return `${contentType === 'text/html' ? contentType : 'application/xml'};charset=UTF-8`
}

/** The response of the page's handlers, if one of them handles the request. */
export async function tryHandlers(
  handlers: PageHandlers,
  { method, url, headers, serviceUrl }: Exchange,
  body: Uint8Array | undefined,
  withCredentials: boolean,
): Promise<Reply | undefined> {
  if (handlers.isIdle) return undefined

  const request = new Request(url, {
    method,
    headers,
    body: body ? body.slice() : null,
    credentials: withCredentials ? 'include' : 'same-origin',
  })
  const response = await handlers.handle(request, serviceUrl !== undefined)

  return (
    response && {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  )
}
