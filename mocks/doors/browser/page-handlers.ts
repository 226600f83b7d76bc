import { checkHandlers, type MswHandler, isBypassed } from '../../service/http/msw/msw-handler.ts'
import { loadMsw, toMsw } from '../../service/http/msw/load-msw.ts'
import { messageOf } from '../../data/model/shared/errors.ts'

/** Ordinary msw handlers of a page. They run before the service, for requests to any address. */
export class PageHandlers {
  #initial: readonly MswHandler[]
  readonly #whenUnhandled: UnhandledRequestStrategy
  #current: readonly MswHandler[]

  constructor(handlers: readonly MswHandler[] = [], whenUnhandled: UnhandledRequestStrategy = 'bypass') {
    checkHandlers(handlers)
    this.#initial = handlers
    this.#current = handlers
    this.#whenUnhandled = whenUnhandled
  }

  /** Whether requests can skip the handlers. */
  get isIdle(): boolean {
    return this.#current.length === 0 && this.#whenUnhandled === 'bypass'
  }

  use(...handlers: MswHandler[]): void {
    this.#current = [...handlers, ...this.#current]
  }

  reset(...next: MswHandler[]): void {
    this.#current = next.length > 0 ? next : this.#initial
  }

  /** Replaces the handlers, also those that a reset restores. */
  replace(handlers: readonly MswHandler[]): void {
    checkHandlers(handlers)
    this.#initial = handlers
    this.#current = handlers
  }

  /**
   * The response of a handler; undefined when the request continues to the service or the network.
   *
   * @throws {TypeError} as `fetch` does, when a handler cuts the connection or unhandled requests are errors
   */
  async handle(request: Request, isForService: boolean): Promise<Response | undefined> {
    if (this.isIdle || isBypassed(request.headers.get('accept'))) return undefined

    // Loaded only by pages that have handlers: the sandbox in a page does not need msw.
    const { getResponse, isCommonAssetRequest } = await loadMsw()
    const response = await getResponse(toMsw(this.#current), request.clone()).catch(failed)

    if (response?.type === 'error') throw new TypeError('Failed to fetch')
    if (response && response.headers.get('x-msw-intention') !== 'passthrough') return response
    if (!response && !isForService) reportUnhandled(request, this.#whenUnhandled, isCommonAssetRequest)

    return undefined
  }
}

/** The response when a handler throws: 500, as in msw. */
function failed(error: unknown): Response {
  console.error(error)

  return Response.json(
    { Message: 'A handler of this page failed.', ExceptionMessage: messageOf(error) },
    { status: 500 },
  )
}

/** How to treat a request without a response: the same options as msw's. */
export type UnhandledRequestStrategy =
  | 'bypass'
  | 'warn'
  | 'error'
  | ((request: Request, print: { warning(): void; error(): void }) => void)

/**
 * Reports that neither a handler nor the service handles a request, which then goes to the network.
 *
 * @param isAsset whether it is for a file of the page, which is not reported
 *
 * @throws {TypeError} as `fetch` does, when the strategy blocks it
 */
function reportUnhandled(
  request: Request,
  strategy: UnhandledRequestStrategy,
  isAsset: (request: Request) => boolean,
): void {
  const what = `${request.method} ${request.url}`
  const warning = () =>
    console.warn(
      `[entity-sandbox] ${what} goes to the network: neither the service nor a handler matches it.`,
    )
  const error = () => {
    console.error(`[entity-sandbox] ${what} is blocked: neither the service nor a handler matches it.`)

    throw new TypeError('Failed to fetch')
  }

  if (typeof strategy === 'function') strategy(request, { warning, error })
  else if (strategy === 'warn' && !isAsset(request)) warning()
  else if (strategy === 'error' && !isAsset(request)) error()
}
