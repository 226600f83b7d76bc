import type { RequestHandler } from 'msw'
import type { MswHandler } from './msw-handler.ts'

/** Handlers that `checkHandlers()` has accepted, in msw's type. */
export function toMsw(handlers: readonly MswHandler[]): RequestHandler[] {
  return handlers as (MswHandler & RequestHandler)[] // checked
}
