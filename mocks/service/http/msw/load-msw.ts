import type * as Msw from 'msw'
import type { RequestHandler } from 'msw'
import type * as MswBrowser from 'msw/browser'
import type { MswHandler } from './msw-handler.ts'

/**
 * Loads msw, which users without handlers need not install. Within `try`, so that bundlers treat it as optional.
 *
 * @throws when it is not installed
 */
export async function loadMsw(): Promise<typeof Msw> {
  try {
    return await import('msw')
  } catch (error) {
    throw notInstalled(error)
  }
}

/** Like `loadMsw()`, for msw's service worker. */
export async function loadMswWorker(): Promise<typeof MswBrowser> {
  try {
    return await import('msw/browser')
  } catch (error) {
    throw notInstalled(error)
  }
}

function notInstalled(cause: unknown): Error {
  return new Error('Handlers and the service worker need msw: npm install --save-dev msw', { cause })
}

/** Handlers that `checkHandlers()` has accepted, in msw's type. */
export function toMsw(handlers: readonly MswHandler[]): RequestHandler[] {
  return handlers as (MswHandler & RequestHandler)[] // checked
}
