import type { HttpHandler as Handler } from 'msw'
import { toFetchOrFail } from '../../service/http/msw/fetch-objects.ts'
import { loadMsw, loadMswWorker } from '../../service/http/msw/load-msw.ts'
import type { HandleRequest } from './backend/shared-backend.ts'
import { canTransferStreams, interceptEventSource } from './page/event-source.ts'
import { interceptBypassed } from './page/fetch.ts'
import { pageRequestOf } from './page/page-request.ts'
import type { PageHandlers } from './page-handlers.ts'
import type { ServiceAddress } from './service-address.ts'

/** What a page's service worker handles, and how. */
export interface WorkerOptions {
  readonly address: ServiceAddress
  readonly handle: HandleRequest
  readonly handlers: PageHandlers
  readonly workerUrl: URL
  /** Called when another worker takes over, so that the page has to handle requests itself. */
  readonly whenLost: () => void
}

/**
 * Handles the page's requests through msw's service worker, which sees every request of the page. Resolves to the
 * function that stops it.
 *
 * @throws when the worker can't be registered
 */
export async function startWorker(options: WorkerOptions): Promise<() => void> {
  const { address, handle, workerUrl, whenLost } = options
  // Loaded only when needed, so that an application without the worker builds without msw.
  const [{ HttpHandler }, { setupWorker }] = await Promise.all([loadMsw(), loadMswWorker()])
  const worker = setupWorker(catchAllHandler(HttpHandler, options))

  await worker.start({
    quiet: true,
    // `PageHandlers` report or block unhandled requests, as without a worker.
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: workerUrl.href },
  })

  const stopBypassed = interceptBypassed(address, handle)
  const stopEvents = canTransferStreams() ? undefined : interceptEventSource(address, handle)
  const { serviceWorker } = navigator
  const stop = () => {
    serviceWorker.removeEventListener('controllerchange', onControllerChange)
    stopBypassed()
    stopEvents?.()
    worker.stop()
  }
  const onControllerChange = () => {
    if (serviceWorker.controller?.scriptURL === workerUrl.href) return
    stop()
    whenLost()
  }

  serviceWorker.addEventListener('controllerchange', onControllerChange)

  return stop
}

/** An msw handler that passes requests to the page's handlers and to the service. */
function catchAllHandler(
  HttpHandler: typeof Handler,
  { address, handle, handlers }: Pick<WorkerOptions, 'address' | 'handle' | 'handlers'>,
): Handler {
  const handler = new HttpHandler(/.*/, '*', async ({ request }) => {
    const serviceUrl = address.locate(new URL(request.url))

    const response = await handlers.handle(request, serviceUrl !== undefined).catch(() => Response.error())

    if (response || !serviceUrl) return response

    return toFetchOrFail(await handle(await pageRequestOf(request, serviceUrl)), request.signal)
  })
  const overrides: Pick<Handler, 'parse' | 'predicate'> = {
    // Cookies and path parameters are not used.
    async parse({ request }) {
      const matches = !handlers.isIdle || address.locate(new URL(request.url)) !== undefined

      return { match: { matches, params: {} }, cookies: {} }
    },
    async predicate({ parsedResult }) {
      return parsedResult.match.matches
    },
  }

  return Object.assign(handler, overrides)
}
