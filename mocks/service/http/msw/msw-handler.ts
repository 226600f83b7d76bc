import { respelled, type Reply, type ReplyBody } from '../replies/reply.ts'
import { isRead, type ServiceRequest } from '../service-request.ts'
import { chunksOfStream } from '../../../data/model/shared/bytes.ts'

/** The result of a handler: a reply, or `passthrough` to send the request to its real target. */
export type HandlerResult = Reply | 'passthrough'

/** The handlers that `use()` has added. */
export interface AddedHandlers {
  readonly isIdle: boolean
  /** The result of the first one that responds. */
  handle(request: ServiceRequest): Promise<HandlerResult | undefined>
}

/** The part of msw's handlers that is used here, so that users without handlers don't need msw's types. */
export interface MswHandler {
  readonly info: { readonly header: string }
  isUsed: boolean
  run(args: {
    request: Request
    requestId: string
    resolutionContext?: { baseUrl?: string }
  }): Promise<{ response?: Response | undefined } | null>
}

/** @throws {TypeError} for anything but an array of handlers, which a caller without types may pass */
export function checkHandlers(handlers: readonly MswHandler[]): void {
  const given: unknown = handlers

  if (!Array.isArray(given) || !given.map(Object).every(({ info, run }) => info && typeof run === 'function'))
    throw new TypeError(
      "Failed to use handlers: expected handlers of msw, such as http.get('/api/status', ...): in a list as an option, one by one in use().",
    )
}

/** The mark of msw's `bypass()` in `Accept`. Marked requests skip handlers, so that a handler can call the service. */
const mark = /(?:, *)?msw\/passthrough/

export function isBypassed(accept: string | null | undefined): boolean {
  return mark.test(accept ?? '')
}

export function withoutMark(accept = ''): string {
  return accept.replace(mark, '')
}

/** A user's handlers: in front of the sandbox's, or among these, which a function gets. */
export type UserHandlers = readonly MswHandler[] | ((own: readonly MswHandler[]) => readonly MswHandler[])

/** All handlers, in their order. @throws {TypeError} for anything but handlers of msw */
export function placed(handlers: UserHandlers, own: readonly MswHandler[]): readonly MswHandler[] {
  if (typeof handlers === 'function') return handlers(own)
  checkHandlers(handlers)

  return [...handlers, ...own]
}

/** Methods of which Fetch makes no `Request`, so no handler of others matches them. */
const forbiddenMethod = /^(CONNECT|TRACE|TRACK)$/i

/**
 * The result of the first of several handlers that responds: a reply, which is a broken connection for
 * `HttpResponse.error()`, or `passthrough`.
 */
export async function tryHandlers(
  handlers: readonly MswHandler[],
  incoming: ServiceRequest,
): Promise<HandlerResult | undefined> {
  if (isBypassed(incoming.header('accept')) || forbiddenMethod.test(incoming.method)) return undefined

  return handlers.length === 0
    ? undefined
    : resultOf(firstResponse(handlers, toFetchRequest(incoming), incoming.baseUrl))
}

/**
 * The response of the first of several handlers that responds, as msw's `getResponse()` finds it: each runs by the msw of
 * which it was made.
 *
 * @param baseUrl of handlers with relative paths; default the page's
 */
export async function firstResponse(
  handlers: readonly MswHandler[],
  request: Request,
  baseUrl?: string,
): Promise<Response | undefined> {
  const resolutionContext = baseUrl === undefined ? {} : { baseUrl }
  const requestId = String((requestCount += 1))

  for (const handler of handlers) {
    const result = await handler.run({ request, requestId, resolutionContext })

    if (result?.response) return result.response
  }

  return undefined
}

let requestCount = 0

/** Converts to a Fetch `Request`. */
export function toFetchRequest(incoming: ServiceRequest): Request {
  const query = incoming.search === '' ? '' : `?${incoming.search}`

  return new Request(`${incoming.baseUrl}${incoming.path}${query}`, {
    method: incoming.method,
    headers: [...incoming.headers()].map(([name, value]): [string, string] => [name, value]),
    // In Fetch, GET and HEAD have no body.
    body: incoming.body && !isRead(incoming) ? new Uint8Array(incoming.body) : null,
  })
}

/** Whether a handler returned msw's `passthrough()`. */
export function isPassthrough(response: Response): boolean {
  return response.headers.get('x-msw-intention') === 'passthrough'
}

async function resultOf(responding: Promise<Response | undefined>): Promise<HandlerResult | undefined> {
  const response = await responding

  if (!response) return undefined
  if (response.type === 'error') return { status: 0, headers: {}, body: null, failure: 'cut' }
  if (isPassthrough(response)) return 'passthrough'

  return toReply(response)
}

/** Converts a Fetch `Response`. */
export async function toReply(response: Response): Promise<Reply> {
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
