import { removeMark } from '../../../service/http/msw/msw-handler.ts'
import { fromFetch } from '../../../service/http/msw/fetch-objects.ts'
import type { ServiceRequest } from '../../../service/http/request.ts'
import type { ServiceUrl } from '../service-address.ts'

const encoder = new TextEncoder()

interface PageRequestParts {
  readonly serviceUrl: ServiceUrl
  readonly method: string
  readonly headers: Headers
  readonly body?: Uint8Array | string | undefined
}

/** A request of the page as a server would get it, with the headers that browsers add. */
export function pageRequest({ serviceUrl, method, headers, body }: PageRequestParts): ServiceRequest {
  removeMark(headers)
  if (!headers.has('accept')) headers.set('accept', '*/*')

  return {
    ...serviceUrl,
    method,
    header: (name) => headers.get(name) ?? addedByBrowser(name, method, serviceUrl.baseUrl),
    headers: () => headers,
    body: typeof body === 'string' ? encoder.encode(body) : body,
  }
}

/** Like `pageRequest()`, from a Fetch `Request`. */
export async function pageRequestOf(request: Request, serviceUrl: ServiceUrl): Promise<ServiceRequest> {
  const { method, body } = await fromFetch(request)

  return pageRequest({ serviceUrl, method, headers: new Headers(request.headers), body })
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
