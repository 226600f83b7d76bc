import { HandlerList, handlersOf } from '../../service/http/msw/handler-list.ts'
import {
  firstResponse,
  isPassthrough,
  isBypassed,
  placed,
  withoutMark,
  type MswHandler,
  type UserHandlers,
} from '../../service/http/msw/msw-handler.ts'
import { bodyOf, toFetchOrFail, whenAborted } from '../../service/http/fetch-objects.ts'
import { HttpHandler, onUnhandledRequest } from '../../service/http/msw/http-handler.ts'
import { router } from '../../local/create-service.ts'
import type { HandleRequest } from './backend/shared-backend.ts'
import { pathWithin, signInPage } from '../../service/http/access/address.ts'
import type { ServiceAddress } from './service-address.ts'
import { withHeaders } from '../../data/model/exchanges/exchange.ts'
import type { ServiceRequest } from '../../service/http/service-request.ts'

/** The handlers of a page, which may be for any address: the user's and the sandbox's. */
export class PageHandlers {
  readonly #address: ServiceAddress
  readonly #own: readonly MswHandler[]
  readonly #last: readonly MswHandler[]
  #initial: UserHandlers
  #list: HandlerList
  /** Stops the service worker that serves these handlers instead of the page; undefined while none does. */
  stopWorker: (() => void) | undefined
  /** Called when the user's handlers have changed, with all handlers. */
  onChange: ((all: readonly MswHandler[]) => void) | undefined

  /** @param handle of the service, or of the tab that leads */
  constructor(
    address: ServiceAddress,
    handle: HandleRequest,
    handlers: UserHandlers = [],
    whenUnhandled: UnhandledRequestStrategy = 'bypass',
  ) {
    this.#address = address
    this.#own = handlersOf({ router, handle }, (request) => pageRequest(request, address))
    this.#last = whenUnhandled === 'bypass' ? [] : [new UnhandledHandler(whenUnhandled)]
    this.#initial = handlers
    this.#list = this.#listOf(handlers)
  }

  get all(): readonly MswHandler[] {
    return this.#list.handlers
  }

  use(...handlers: MswHandler[]): void {
    this.#set(new HandlerList([...handlers, ...this.all]))
  }

  reset(...next: MswHandler[]): void {
    this.#set(this.#listOf(next.length > 0 ? next : this.#initial))
  }

  /** Replaces the user's handlers, also those that a reset restores. */
  replace(handlers: UserHandlers): void {
    this.#set(this.#listOf(handlers))
    this.#initial = handlers
  }

  #listOf(handlers: UserHandlers): HandlerList {
    return new HandlerList([...placed(handlers, this.#own), ...this.#last])
  }

  #set(list: HandlerList): void {
    this.#list = list
    this.onChange?.(this.all)
  }

  /** Whether a request of the page may be handled; others go to the network at once. */
  concerns(url: URL): boolean {
    return this.isForService(url) || this.#list.othersBefore(undefined).length > 0
  }

  isForService(url: URL): boolean {
    return this.#address.locate(url) !== undefined
  }

  isSignInPage(url: URL): boolean {
    return pathWithin(this.#address.locate(url)?.path ?? '') === signInPage
  }

  /** The response to a request; undefined if it goes to the network. */
  async respond(request: Request): Promise<Response | undefined> {
    const incoming = pageRequest(request, this.#address)
    const isMarked = isBypassed(request.headers.get('accept'))
    const others = isMarked ? [] : this.#list.othersBefore(incoming)
    const response = others.length > 0 ? await firstResponse(others, request.clone()) : undefined

    if (response && !isPassthrough(response)) return response
    if (!incoming) return undefined

    const body = await bodyOf(request)

    return toFetchOrFail(
      await this.#list.answering.handle({ ...incoming, body }, undefined, whenAborted(request.signal)),
      request.signal,
    )
  }
}

/** How to treat a request without a response: the same options as msw's. */
export type UnhandledRequestStrategy =
  | 'bypass'
  | 'warn'
  | 'error'
  | ((request: Request, print: { warning(): void; error(): void }) => void)

/** The handler after all others: it reports requests that go to the network, or fails them, as msw does. */
class UnhandledHandler extends HttpHandler {
  constructor(strategy: UnhandledRequestStrategy) {
    super(/.*/, '*', async ({ request }) => {
      try {
        await onUnhandledRequest(request, strategy)

        return undefined
      } catch (error) {
        // msw has reported it.
        if (error instanceof Error && error.name === 'InternalError') return Response.error()
        throw error
      }
    })
  }

  override async parse(): ReturnType<HttpHandler['parse']> {
    return { match: { matches: true, params: {} }, cookies: {} }
  }
}

/**
 * A request of the page as a server would get it, with the headers that only browsers can set, without its body. Undefined
 * if it is not for the service.
 */
export function pageRequest(request: Request, address: ServiceAddress): ServiceRequest | undefined {
  const serviceUrl = address.locate(new URL(request.url))

  if (!serviceUrl) return undefined

  const { method } = request
  const { isSameOrigin } = address
  // In a sandboxed frame, reading cookies would throw.
  const cookie = isSameOrigin && globalThis.origin !== 'null' ? document.cookie : ''
  const headers = new Map(request.headers)

  headers.set('accept', withoutMark(headers.get('accept')) || '*/*')
  if (!isSameOrigin || (method !== 'GET' && method !== 'HEAD')) headers.set('origin', location.origin)
  if (cookie !== '') headers.set('cookie', cookie)

  return withHeaders({ ...serviceUrl, method, body: undefined }, [...headers])
}
