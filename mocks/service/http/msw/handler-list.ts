import type { AccessPolicy } from '../access/access-policy.ts'
import { isServicePath } from '../access/address.ts'
import { defaultBodyLimit, type Route } from '../declare-route.ts'
import type { OnClose } from '../inject-faults.ts'
import type { Reply } from '../replies/reply.ts'
import type { ServiceRequest } from '../service-request.ts'
import { Service } from '../service.ts'
import { checkHandlers, tryHandlers, type HandlerResult, type MswHandler } from './msw-handler.ts'
import { type Answering, handlersOf, RouteHandler } from './route-handler.ts'

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
