import { HttpHandler, type RequestHandler } from 'msw'
import { isStream, type Reply } from './reply.ts'
import type { Request as Incoming } from './call.ts'
import type { Route } from './route.ts'
import type { Service } from './service.ts'

/**
 * A route as an ordinary msw handler: it can be listed, logged and overridden with `use()`. It carries its
 * service, so a door that has no need of Fetch objects calls that instead.
 */
export class RouteHandler extends HttpHandler {
  readonly service: Service
  readonly #route: Route | undefined

  /** @param route left out for the handler that answers 404 and 405 where no route matches */
  constructor(service: Service, route?: Route) {
    super(
      route ? new RegExp(`^(${route.methods.join('|')})$`) : /.*/,
      route ? `*${route.path}` : '*',
      async ({ request }) => toResponse(await service.handle(await toIncoming(request)), request.signal),
    )
    this.service = service
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

/** One handler per route, and one that answers where no route does. */
export function handlersOf(service: Service): RequestHandler[] {
  return [...service.routes.map((route) => new RouteHandler(service, route)), new RouteHandler(service)]
}

async function toIncoming(request: Request): Promise<Incoming> {
  const url = new URL(request.url)
  const { headers } = request
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'

  return {
    method: request.method,
    origin: url.origin,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => headers.get(name) ?? undefined,
    headers: () => headers,
    body: hasBody ? new Uint8Array(await request.arrayBuffer()) : undefined,
  }
}

function toResponse(reply: Reply, signal: AbortSignal): Response {
  const body = isStream(reply.body) ? streamOf(reply.body, signal) : reply.body

  return new Response(body as BodyInit | null, { status: reply.status, headers: { ...reply.headers } })
}

/** @param signal aborted when the caller loses interest: msw copies the response, and keeps a cancelled copy running */
function streamOf(parts: AsyncIterable<string>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()

  signal.addEventListener('abort', () => void iterator.return?.(), { once: true })

  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()

      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
