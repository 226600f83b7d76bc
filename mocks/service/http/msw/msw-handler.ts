import type { Reply } from '../replies/reply.ts'
import type { ServiceRequest } from '../service-request.ts'

/** The result of a handler: a reply, or `passthrough` to send the request to its real target. */
export type HandlerResult = Reply | 'passthrough'

/** The handlers that `use()` has added. */
export interface UsedHandlers {
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
