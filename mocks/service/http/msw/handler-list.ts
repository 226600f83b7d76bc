import type { AccessPolicy } from '../access/access-policy.ts'
import { isServicePath } from '../access/address.ts'
import { defaultBodyLimit, type Route } from '../declare-route.ts'
import type { OnClose } from '../inject-faults.ts'
import type { Reply } from '../replies/reply.ts'
import type { ServiceRequest } from '../service-request.ts'
import { Service } from '../service.ts'
import {
  checkHandlers,
  tryHandlers,
  type HandlerResult,
  type MswHandler,
  type AddedHandlers,
} from './msw-handler.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import type { Router } from '../routing/router.ts'
import { bodyOf, toFetchOrFail, whenAborted, withoutBody } from '../fetch-objects.ts'
import { HttpHandler, passthrough } from './http-handler.ts'

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
  othersBefore(request: ServiceRequest | undefined): readonly MswHandler[] {
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
    return this.othersBefore(request).length === 0 && (this.answering.addedHandlers?.isIdle ?? true)
  }

  /** The result of the first handler that responds, of those that `use()` has added, or of the sandbox. */
  async handleOrPass(
    request: ServiceRequest,
    policy?: AccessPolicy,
    onClose?: OnClose,
  ): Promise<HandlerResult> {
    return (
      (await tryHandlers(this.othersBefore(request), request)) ??
      (await this.answering.addedHandlers?.handle(request)) ??
      this.answering.handle(request, policy, onClose)
    )
  }

  /**
   * The reply of a server, which has no other target. Synchronous if the sandbox's is, and no other handler comes first.
   */
  handle(request: ServiceRequest, policy?: AccessPolicy, onClose?: OnClose): Reply | Promise<Reply> {
    const bySandbox = () => this.answering.handle(request, policy, onClose)

    if (this.#isOnlyForSandbox(request)) return bySandbox()

    return this.handleOrPass(request, policy, onClose).then((result) =>
      result === 'passthrough' ? bySandbox() : result,
    )
  }
}

/** The list of a sandbox's handlers alone; a list as it is. */
export function ownHandlers(served: Answering | HandlerList): HandlerList {
  return served instanceof HandlerList ? served : new HandlerList(handlersOf(served))
}

/** Answers the requests of routes: a service, or another tab's. */
interface Answering {
  readonly router: Pick<Router, 'routes' | 'routeFor'>
  readonly addedHandlers?: AddedHandlers | undefined
  handle(request: ServiceRequest, policy?: AccessPolicy, onClose?: OnClose): Reply | Promise<Reply>
}

/** A request without its body, as the service gets it; undefined if it is not for the service. */
type ToServiceRequest = (request: Request) => ServiceRequest | undefined

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
