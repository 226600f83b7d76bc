import type { AccessPolicy } from '../access/access-policy.ts'
import { isServicePath } from '../access/address.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import type { Route } from '../declare-route.ts'
import type { OnClose } from '../inject-faults.ts'
import type { Reply } from '../replies/reply.ts'
import type { ServiceRequest } from '../service-request.ts'
import type { Router } from '../routing/router.ts'
import { bodyOf, toFetchOrFail, whenAborted, withoutBody } from '../fetch-objects.ts'
import { HttpHandler, passthrough } from './http-handler.ts'
import type { AddedHandlers } from './msw-handler.ts'

/** Answers the requests of routes: a service, or another tab's. */
export interface Answering {
  readonly router: Pick<Router, 'routes' | 'routeFor'>
  readonly addedHandlers?: AddedHandlers | undefined
  handle(request: ServiceRequest, policy?: AccessPolicy, onClose?: OnClose): Reply | Promise<Reply>
}

/** A request without its body, as the service gets it; undefined if it is not for the service. */
export type ToServiceRequest = (request: Request) => ServiceRequest | undefined

/** A request to the service at any origin. */
export const atAnyOrigin: ToServiceRequest = (request) => {
  const head = withoutBody(request)

  return isServicePath(head.path) ? head : undefined
}

/** A route as an ordinary msw handler: it can be listed, logged and overridden with `use()`. */
export class RouteHandler extends HttpHandler {
  /** What it is bound to; doors call it without Fetch objects. */
  readonly answering: Answering
  /** Undefined for the handler that returns 404 and 405 when no route matches. */
  readonly route: Route | undefined
  readonly #target: Targets

  constructor(answering: Answering, target: Targets, route?: Route) {
    super(
      route ? new RegExp(`^(${route.methods.join('|')})$`) : /.*/,
      route ? `*${route.path}` : '*',
      async ({ request }) => {
        const { signal } = request
        const { head } = target(request)

        if (!head) return undefined

        const incoming = { ...head, body: await bodyOf(request) }
        const result =
          (await answering.addedHandlers?.handle(incoming)) ??
          (await answering.handle(incoming, undefined, whenAborted(signal)))

        return result === 'passthrough' ? passthrough() : toFetchOrFail(result, signal)
      },
    )
    this.answering = answering
    this.route = route
    this.#target = target
  }

  /** msw copies the request for each handler that it runs, so this one first finds out whether it handles it. */
  override async run(args: Parameters<HttpHandler['run']>[0]): ReturnType<HttpHandler['run']> {
    return this.#matches(args.request) ? super.run(args) : null
  }

  /** msw would parse the URL and cookies. */
  override async parse({ request }: Parameters<HttpHandler['parse']>[0]): ReturnType<HttpHandler['parse']> {
    return { match: { matches: this.#matches(request), params: {} }, cookies: {} }
  }

  override async predicate({
    parsedResult,
  }: Parameters<HttpHandler['predicate']>[0]): ReturnType<HttpHandler['predicate']> {
    return parsedResult.match.matches
  }

  /** msw 3 calls it when its server is closed. */
  dispose(): void {}

  #matches(request: Request): boolean {
    const { head, route } = this.#target(request)

    return head !== undefined && (this.route === undefined || this.route === route)
  }
}

/** Finds the target of a request, once for all handlers: the cost stays the same for any number of routes. */
type Targets = (request: Request) => { readonly head?: ServiceRequest; readonly route?: Route | undefined }

/** A handler for each route, and one for paths that no route matches. */
export function handlersOf(
  answering: Answering,
  toServiceRequest: ToServiceRequest = atAnyOrigin,
): RouteHandler[] {
  const { router } = answering
  const target = computedOnce((request: Request) => {
    const head = toServiceRequest(request)

    return head ? { head, route: router.routeFor(head.method, head.path) } : {}
  })

  return withoutStacks(() =>
    [...router.routes, undefined].map((route) => new RouteHandler(answering, target, route)),
  )
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
