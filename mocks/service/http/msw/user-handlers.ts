import { chunksOfStream } from '../../../data/model/shared/bytes.ts'
import { checkHandlers, type MswHandler, isBypassed } from './msw-handler.ts'
import { loadMsw, toMsw } from './load-msw.ts'
import { isRead } from '../request.ts'
import type { ServiceRequest } from '../request.ts'
import { respelled, type Reply, type ReplyBody } from '../replies/reply.ts'

/** The result of handlers: a reply, or `passthrough` to send the request to its real target. */
export type HandlerResult = Reply | 'passthrough'

/** Handlers that are tried before a service. */
export interface UserHandlers {
  /** The current handlers. */
  readonly handlers: readonly MswHandler[]
  /** The response of the first handler that responds; undefined if none does. */
  handle(request: ServiceRequest): Promise<HandlerResult | undefined>
}

/**
 * User handlers from a list of msw handlers, tried in front of `next`.
 *
 * @param next the handlers that are tried after them
 *
 * @throws {TypeError} for anything but handlers of msw
 */
export function inFront(handlers: readonly MswHandler[], next?: UserHandlers): UserHandlers {
  checkHandlers(handlers)

  return {
    get handlers() {
      return [...handlers, ...(next?.handlers ?? [])]
    },
    handle: async (request) => (await handleWithMsw(handlers, request)) ?? next?.handle(request),
  }
}

/** Methods of which Fetch makes no `Request`, so no handler matches them. */
const forbiddenMethod = /^(CONNECT|TRACE|TRACK)$/i

/**
 * The response of the first msw handler that responds: a reply, which is a broken connection for
 * `HttpResponse.error()`, or `passthrough`.
 */
export async function handleWithMsw(
  handlers: readonly MswHandler[],
  incoming: ServiceRequest,
): Promise<HandlerResult | undefined> {
  if (handlers.length === 0 || isBypassed(incoming.header('accept'))) return undefined
  if (forbiddenMethod.test(incoming.method)) return undefined

  // Loaded only when there are handlers, since the service does not need msw.
  const { getResponse } = await loadMsw()
  const query = incoming.search === '' ? '' : `?${incoming.search}`
  const request = new Request(`${incoming.baseUrl}${incoming.path}${query}`, {
    method: incoming.method,
    headers: [...incoming.headers()].map(([name, value]): [string, string] => [name, value]),
    // In Fetch, GET and HEAD have no body.
    body: incoming.body && !isRead(incoming) ? new Uint8Array(incoming.body) : null,
  })
  // With a base URL, handlers may have relative paths.
  const response = await getResponse(toMsw(handlers), request, { baseUrl: incoming.baseUrl })

  if (!response) return undefined
  if (response.type === 'error') return { status: 0, headers: {}, body: null, failure: 'cut' }
  if (response.headers.get('x-msw-intention') === 'passthrough') return 'passthrough'

  const cookies = response.headers.getSetCookie()

  return {
    status: response.status,
    headers: respelled(response.headers),
    ...(cookies.length > 1 ? { cookies } : {}),
    body: await bodyOf(response),
  }
}

/** A stream of events may be endless, so it is passed on as a stream; any other body is read whole. */
async function bodyOf(response: Response): Promise<ReplyBody> {
  if (!response.body) return null
  if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    return chunksOfStream(response.body)

  return new Uint8Array(await response.arrayBuffer())
}
