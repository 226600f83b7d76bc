import { HttpHandler, passthrough, type RequestHandler } from 'msw'
import type { ForeignHandlers } from './foreign-handlers.ts'
import { fromFetch, toFetchOrFail } from './fetch-objects.ts'
import type { Route } from '../declaration/route.ts'
import type { Service } from '../service.ts'

/**
 * A route as an ordinary msw handler: it can be listed, logged and overridden with `use()`. It carries its
 * service, so a door that has no need of Fetch objects calls that instead.
 */
export class RouteHandler extends HttpHandler {
  readonly service: Service
  /** What answers before it. */
  readonly foreign: ForeignHandlers | undefined
  readonly #route: Route | undefined

  /** @param route left out for the handler that answers 404 and 405 where no route matches */
  constructor(service: Service, foreign: ForeignHandlers | undefined, route?: Route) {
    super(
      route ? new RegExp(`^(${route.methods.join('|')})$`) : /.*/,
      route ? `*${route.path}` : '*',
      async ({ request }) => {
        const { signal } = request
        const whenGone = (listener: () => void) => signal.addEventListener('abort', listener, { once: true })

        const incoming = await fromFetch(request)
        const overridden = foreign && foreign.handlers.length > 0 ? await foreign.answer(incoming) : undefined

        if (overridden === 'passthrough') return passthrough()

        return toFetchOrFail(overridden ?? (await service.handle(incoming, undefined, whenGone)), signal)
      },
    )
    this.service = service
    this.foreign = foreign
    this.#route = route
  }

  /**
   * msw tries handlers one after the other and copies the request for each; asking the router first keeps the
   * cost the same for any number of routes.
   */
  override async run(args: Parameters<HttpHandler['run']>[0]): ReturnType<HttpHandler['run']> {
    return this.#answers(args.request) ? super.run(args) : null
  }

  /** The router has matched already; params are read by the service. */
  override async parse({ request }: Parameters<HttpHandler['parse']>[0]): ReturnType<HttpHandler['parse']> {
    return { match: { matches: this.#answers(request), params: {} }, cookies: {} }
  }

  override async predicate({
    parsedResult,
  }: Parameters<HttpHandler['predicate']>[0]): ReturnType<HttpHandler['predicate']> {
    return parsedResult.match.matches
  }

  #answers(request: Request): boolean {
    const { pathname } = new URL(request.url)

    if (!this.#route) return this.service.owns(pathname)

    return this.service.routeFor(request.method, pathname) === this.#route
  }
}

/** One handler per route, and one that answers where no route does; `foreign` ones answer before them. */
export function handlersOf(service: Service, foreign?: ForeignHandlers): RequestHandler[] {
  return [
    ...service.routes.map((route) => new RouteHandler(service, foreign, route)),
    new RouteHandler(service, foreign),
  ]
}
