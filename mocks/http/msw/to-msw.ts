import type { RequestHandler } from 'msw'
import type { MswHandler } from './msw-handler.ts'

/**
 * Checks handlers, and narrows their type to msw's.
 *
 * @throws {TypeError} when one of them is not a handler of msw
 */
export function toMsw(handlers: readonly MswHandler[]): RequestHandler[] {
  return handlers.map((handler) => {
    if (isRequestHandler(handler)) return handler

    throw new TypeError(`Expected handlers of msw, such as http.get(path, resolver), not ${typeof handler}.`)
  })
}

function isRequestHandler(handler: MswHandler): handler is MswHandler & RequestHandler {
  return 'run' in handler && typeof handler.run === 'function'
}
