import { removeMark } from '../../../service/http/msw/msw-handler.ts'
import type { ServiceRequest } from '../../../service/http/service-request.ts'
import type { ServiceAddress } from '../service-address.ts'

/**
 * A request of the page as a server would get it, with the headers that browsers add, without its body. Undefined if it is
 * not for the service.
 */
export function pageRequest(request: Request, address: ServiceAddress): ServiceRequest | undefined {
  const serviceUrl = address.locate(new URL(request.url))

  if (!serviceUrl) return undefined

  const { method } = request
  const headers = new Headers(request.headers)

  removeMark(headers)
  if (!headers.has('accept')) headers.set('accept', '*/*')

  return {
    ...serviceUrl,
    method,
    header: (name) => headers.get(name) ?? addedByBrowser(name, method, serviceUrl.baseUrl),
    headers: () => headers,
    body: undefined,
  }
}

/** Headers that only browsers can set, and that a `Request` does not contain. */
function addedByBrowser(name: string, method: string, origin: string): string | undefined {
  const isSameOrigin = new URL(origin).origin === location.origin

  if (name === 'origin') {
    const isRead = method === 'GET' || method === 'HEAD'

    return isSameOrigin && isRead ? undefined : location.origin
  }
  if (name === 'cookie') return (isSameOrigin && cookies()) || undefined

  return undefined
}

/** In a sandboxed frame, reading cookies would throw. */
function cookies(): string {
  return globalThis.origin === 'null' ? '' : document.cookie
}
