import type { RequestHandler } from 'msw'
import type * as MswBrowser from 'msw/browser'
import type { MswHandler } from './msw-handler.ts'

/**
 * Loads msw's service worker, which users without it need not install. Within `try`, so that bundlers treat it as
 * optional.
 *
 * @throws when it is not installed
 */
export async function loadMswWorker(): Promise<typeof MswBrowser> {
  try {
    return await import('msw/browser')
  } catch (error) {
    throw new Error('The service worker needs msw: npm install --save-dev msw', { cause: error })
  }
}

/** Handlers in msw's type: `checkHandlers()` has accepted them, or they extend one of msw's. */
export function toMsw(handlers: readonly MswHandler[]): RequestHandler[] {
  return handlers as (MswHandler & RequestHandler)[]
}
