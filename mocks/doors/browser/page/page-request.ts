import { withHeaders } from '../../../data/model/exchanges/exchange.ts'
import { withoutMark } from '../../../service/http/msw/msw-handler.ts'
import type { ServiceRequest } from '../../../service/http/service-request.ts'
import type { ServiceAddress } from '../service-address.ts'

/**
 * A request of the page as a server would get it, with the headers that only browsers can set, without its body. Undefined
 * if it is not for the service.
 */
export function pageRequest(request: Request, address: ServiceAddress): ServiceRequest | undefined {
  const serviceUrl = address.locate(new URL(request.url))

  if (!serviceUrl) return undefined

  const { method } = request
  const { isSameOrigin } = address
  // In a sandboxed frame, reading cookies would throw.
  const cookie = isSameOrigin && globalThis.origin !== 'null' ? document.cookie : ''
  const headers = new Map(request.headers)

  headers.set('accept', withoutMark(headers.get('accept')) || '*/*')
  if (!isSameOrigin || (method !== 'GET' && method !== 'HEAD')) headers.set('origin', location.origin)
  if (cookie !== '') headers.set('cookie', cookie)

  return withHeaders({ ...serviceUrl, method, body: undefined }, [...headers])
}
