import type { RequestHandler } from 'msw'
import type { MswHandler } from './msw-handler.ts'

/**
 * What was given as handlers, as msw takes them.
 *
 * @throws {TypeError} when something among them is no handler of msw
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
