import type * as Msw from 'msw'
import type * as MswBrowser from 'msw/browser'
import type { RequestHandler } from 'msw'

/** The part of msw's handlers that is used here, so that users without handlers don't need msw's types. */
export interface MswHandler {
  readonly info: { readonly header: string }
  isUsed: boolean
}

/** @throws {TypeError} for anything but an array of handlers, which a caller without types may pass */
export function checkHandlers(handlers: readonly MswHandler[]): void {
  const given: unknown = handlers

  if (!Array.isArray(given) || !given.map(Object).every(({ info, run }) => info && typeof run === 'function'))
    throw new TypeError(
      "Failed to use handlers: expected an array of msw's, such as http.get('/api/status', ...).",
    )
}

/** The mark of msw's `bypass()` in `Accept`. Marked requests skip handlers, so that a handler can call the service. */
const mark = /(?:, *)?msw\/passthrough/

export function isBypassed(accept: string | null | undefined): boolean {
  return mark.test(accept ?? '')
}

export function removeMark(headers: Headers): void {
  const accept = headers.get('accept')

  if (accept === null || !isBypassed(accept)) return

  const rest = accept.replace(mark, '')

  if (rest === '') headers.delete('accept')
  else headers.set('accept', rest)
}

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
