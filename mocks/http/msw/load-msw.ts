import type * as Msw from 'msw'
import type * as MswBrowser from 'msw/browser'

/**
 * Loads msw for given handlers: whoever has none need not install it. Within `try`, so that bundlers treat it as
 * optional.
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

/** The same for msw's service worker. */
export async function loadMswWorker(): Promise<typeof MswBrowser> {
  try {
    return await import('msw/browser')
  } catch (error) {
    throw notInstalled(error)
  }
}

function notInstalled(cause: unknown): Error {
  return new Error('Handlers of your own and the service worker need msw: npm install --save-dev msw', {
    cause,
  })
}
