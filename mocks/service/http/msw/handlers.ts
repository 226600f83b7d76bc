import type { RequestHandler } from 'msw'
import { HttpHandler, passthrough } from './http-handler.ts'
import type { UserHandlers } from './user-handlers.ts'
import { fromFetch, toFetchOrFail } from './fetch-objects.ts'
import { isServicePath } from '../access/address.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import type { Route } from '../declaration/route.ts'
import type { Service } from '../service.ts'

/**
 * A route as an ordinary msw handler: it can be listed, logged and overridden with `use()`. Doors that don't need Fetch
 * objects call its `service` instead.
 */
export class RouteHandler extends HttpHandler {
  readonly service: Service
  /** Handlers that are tried before the service. */
  readonly userHandlers: UserHandlers | undefined
  readonly #matches: (request: Request) => boolean

  /** @param route omitted for the handler that returns 404 and 405 when no route matches */
  constructor(
    service: Service,
    userHandlers: UserHandlers | undefined,
    target: (request: Request) => Target,
    route?: Route,
  ) {
    super(
      route ? new RegExp(`^(${route.methods.join('|')})$`) : /.*/,
      route ? `*${route.path}` : '*',
      async ({ request }) => {
        const { signal } = request
        const onClose = (listener: () => void) => signal.addEventListener('abort', listener, { once: true })

        const incoming = await fromFetch(request)
        const overridden = await userHandlers?.handle(incoming)

        if (overridden === 'passthrough') return passthrough()

        return toFetchOrFail(overridden ?? (await service.handle(incoming, undefined, onClose)), signal)
      },
    )
    this.service = service
    this.userHandlers = userHandlers
    this.#matches = (request) => (route ? target(request) === route : target(request) !== 'elsewhere')
  }

  /**
   * msw tries handlers one after the other, and copies the request for each. Using the router first keeps the cost
   * constant for any number of routes.
   */
  override async run(args: Parameters<HttpHandler['run']>[0]): ReturnType<HttpHandler['run']> {
    return this.#matches(args.request) ? super.run(args) : null
  }

  /** The router has matched already; params are read by the service. */
  override async parse({ request }: Parameters<HttpHandler['parse']>[0]): ReturnType<HttpHandler['parse']> {
    return { match: { matches: this.#matches(request), params: {} }, cookies: {} }
  }

  override async predicate({
    parsedResult,
  }: Parameters<HttpHandler['predicate']>[0]): ReturnType<HttpHandler['predicate']> {
    return parsedResult.match.matches
  }
}

/** The target of a request: a route, the error for unknown paths, or something other than the service. */
type Target = Route | 'no route' | 'elsewhere'

/** A handler for each route, and one for paths that no route matches. Each tries the user handlers first. */
export function handlersOf(service: Service, userHandlers?: UserHandlers): RequestHandler[] {
  const target = targets(service)

  return withoutStacks(() => [
    ...service.routes.map((route) => new RouteHandler(service, userHandlers, target, route)),
    new RouteHandler(service, userHandlers, target),
  ])
}

/** Finds the target of a request, once for all handlers. */
function targets(service: Service): (request: Request) => Target {
  return computedOnce((request: Request): Target => {
    const { pathname } = new URL(request.url)

    return service.routeFor(request.method, pathname) ?? (isServicePath(pathname) ? 'no route' : 'elsewhere')
  })
}

/**
 * msw creates an error for each handler, to record where it was made. Test runners map every stack to the source, which
 * would take most of the time of creating a sandbox.
 */
function withoutStacks<Result>(make: () => Result): Result {
  const { stackTraceLimit } = Error

  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
