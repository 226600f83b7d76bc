import { chunksOfStream } from '../../../data/model/shared/bytes.ts'
import type { AccessPolicy } from '../access/access-policy.ts'
import { isServicePath } from '../access/address.ts'
import { defaultBodyLimit, type Route } from '../declaration/route.ts'
import type { OnClose } from '../inject-faults.ts'
import { respelled, type Reply, type ReplyBody } from '../replies/reply.ts'
import { isRead, type ServiceRequest } from '../request.ts'
import { Service } from '../service.ts'
import { checkHandlers, type HandlerResult, isBypassed, type MswHandler } from './msw-handler.ts'
import { type Answering, handlersOf, RouteHandler } from './route-handler.ts'

/** Methods of which Fetch makes no `Request`, so no handler of others matches them. */
const forbiddenMethod = /^(CONNECT|TRACE|TRACK)$/i

/**
 * msw handlers in msw's order, a sandbox's own among them: what every door serves. Those of the sandbox are found by the
 * router and answer without objects of Fetch.
 */
export class HandlerList {
  readonly handlers: readonly MswHandler[]
  /** What the sandbox's handlers are bound to. */
  readonly answering: Answering
  readonly #own = new Map<Route | undefined, number>()
  readonly #others: readonly { readonly handler: MswHandler; readonly position: number }[]

  /** @throws {TypeError} for anything but handlers of msw, or if none is a sandbox's */
  constructor(handlers: readonly MswHandler[]) {
    checkHandlers(handlers)

    const answering = handlers.find((handler) => handler instanceof RouteHandler)?.answering

    if (!answering)
      throw new TypeError(
        'There is no handler of a sandbox. Pass the sandbox, or a list that includes createHandlers(sandbox).',
      )

    this.handlers = handlers
    this.answering = answering
    this.#others = handlers.flatMap((handler, position) => {
      // Those of a second sandbox run as others.
      if (!(handler instanceof RouteHandler) || handler.answering !== answering)
        return [{ handler, position }]
      this.#own.set(handler.route, position)

      return []
    })
  }

  /** @throws {TypeError} if the handlers are those of a page */
  get service(): Service {
    if (this.answering instanceof Service) return this.answering
    throw new TypeError('The handlers are those of a page.')
  }

  /** The handlers of others that are tried for a request before those of the sandbox: all, if it is not for the service. */
  before(request: ServiceRequest | undefined): readonly MswHandler[] {
    if (this.#others.length === 0) return []

    const end = (request && this.#positionOf(request)) ?? Infinity

    return this.#others.flatMap(({ handler, position }) => (position > end ? [] : [handler]))
  }

  /** The position of the sandbox's handler for a request. */
  #positionOf({ method, path }: ServiceRequest): number | undefined {
    if (!isServicePath(path)) return undefined

    return this.#own.get(this.answering.router.routeFor(method, path)) ?? this.#own.get(undefined)
  }

  /** How many bytes of a body a server should read, in front of all handlers of others: they depend on the route alone. */
  bodyLimit(request: ServiceRequest, policy: AccessPolicy): number {
    const { service } = this

    return this.#isOnlyForSandbox(request)
      ? service.bodyLimit(request, policy)
      : (service.router.routeFor(request.method, request.path)?.bodyLimit ?? defaultBodyLimit)
  }

  #isOnlyForSandbox(request: ServiceRequest): boolean {
    return this.before(request).length === 0 && (this.answering.used?.isIdle ?? true)
  }

  /**
   * The reply of a server, which has no other target for what no handler responds to. Synchronous if the sandbox's is,
   * and no other handler comes first.
   */
  reply(request: ServiceRequest, policy?: AccessPolicy, onClose?: OnClose): Reply | Promise<Reply> {
    const bySandbox = () => this.answering.handle(request, policy, onClose)

    if (this.#isOnlyForSandbox(request)) return bySandbox()

    return this.#byOthers(request).then((result) =>
      result === undefined || result === 'passthrough' ? bySandbox() : result,
    )
  }

  async #byOthers(request: ServiceRequest): Promise<HandlerResult | undefined> {
    return (await tryHandlers(this.before(request), request)) ?? this.answering.used?.handle(request)
  }
}

/** The list of a sandbox's handlers alone. */
export function ownHandlers(answering: Answering): HandlerList {
  return new HandlerList(handlersOf(answering))
}

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

function toFetchRequest(incoming: ServiceRequest): Request {
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
