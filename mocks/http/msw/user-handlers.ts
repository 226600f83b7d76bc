import type { MswHandler } from './msw-handler.ts'
import { loadMsw } from './load-msw.ts'
import { toMsw } from './to-msw.ts'
import { isBypassed } from './bypass.ts'
import type { ServiceRequest } from '../request.ts'
import type { Reply, ReplyBody } from '../replies/reply.ts'

/** The outcome of a request that handlers have seen: a reply, or the way to wherever it was going. */
export type HandlerResult = Reply | 'passthrough'

/** Handlers in front of a service, as they are at the moment. */
export interface UserHandlers {
  readonly handlers: readonly MswHandler[]
  /** The response of a handler; undefined when none responds. */
  handle(request: ServiceRequest): Promise<HandlerResult | undefined>
}

/** @param next the handlers tried after them */
export function inFront(handlers: readonly MswHandler[], next?: UserHandlers): UserHandlers {
  return {
    get handlers() {
      return [...handlers, ...(next?.handlers ?? [])]
    },
    handle: async (request) => (await handleWithMsw(handlers, request)) ?? next?.handle(request),
  }
}

/**
 * The response of the first of msw's ordinary handlers that returns one: a reply, which is a cut connection for
 * `HttpResponse.error()`, or `passthrough` where a handler lets the request pass.
 */
export async function handleWithMsw(
  handlers: readonly MswHandler[],
  incoming: ServiceRequest,
): Promise<HandlerResult | undefined> {
  if (isBypassed(incoming.header('accept'))) return undefined

  // Loaded only when there are such handlers: serving a sandbox does not take msw.
  const { getResponse } = await loadMsw()
  const query = incoming.search === '' ? '' : `?${incoming.search}`
  const request = new Request(`${incoming.origin}${incoming.path}${query}`, {
    method: incoming.method,
    headers: [...incoming.headers()].map(([name, value]): [string, string] => [name, value]),
    // Fetch knows no such requests with a body, so no handler expects one.
    body: incoming.body && !isRead(incoming) ? new Uint8Array(incoming.body) : null,
  })
  // With a base URL, a handler may name its path alone.
  const response = await getResponse(toMsw(handlers), request, { baseUrl: incoming.origin })

  if (!response) return undefined
  if (response.type === 'error') return { status: 0, headers: {}, body: null, failure: 'cut' }
  if (response.headers.get('x-msw-intention') === 'passthrough') return 'passthrough'

  const cookies = response.headers.getSetCookie()

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    ...(cookies.length > 1 ? { cookies } : {}),
    body: await bodyOf(response),
  }
}

function isRead({ method }: ServiceRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Events may go on for ever, so they are passed on as they come. */
async function bodyOf(response: Response): Promise<ReplyBody> {
  if (!response.body) return null
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body

  return new Uint8Array(await response.arrayBuffer())
}
