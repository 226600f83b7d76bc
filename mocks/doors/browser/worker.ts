import { computedOnce } from '../../data/model/shared/maps.ts'
import { isPassthrough, type MswHandler } from '../../service/http/msw/msw-handler.ts'
import { RouteHandler } from '../../service/http/msw/handler-list.ts'
import { loadMswWorker, toMsw } from '../../service/http/msw/load-msw.ts'
import type { PageHandlers } from './page-handlers.ts'

/** What a page's service worker handles, and how. */
export interface WorkerOptions {
  readonly handlers: PageHandlers
  readonly workerUrl: URL
  /** Called when another worker takes over, so that the page has to handle requests itself. */
  readonly whenLost: () => void
}

/**
 * Serves the page's handlers through msw's service worker, which sees every request of the page. Resolves to the function
 * that stops it.
 *
 * @throws when the worker can't be registered
 */
export async function startWorker({ handlers, workerUrl, whenLost }: WorkerOptions): Promise<() => void> {
  // Loaded only when needed, so that an application without the worker builds without msw.
  const { setupWorker } = await loadMswWorker()
  const continuing = computedOnce((handler: MswHandler) => continued(handler, handlers))
  const listed = (all: readonly MswHandler[]) =>
    toMsw(all.map((handler) => (handler instanceof RouteHandler ? handler : continuing(handler))))
  const worker = setupWorker(...listed(handlers.all))

  handlers.onChange = (all) => worker.resetHandlers(...listed(all))
  await worker.start({
    quiet: true,
    // The last of the handlers reports or blocks them.
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: workerUrl.href },
  })

  const { serviceWorker } = navigator
  const stop = () => {
    serviceWorker.removeEventListener('controllerchange', onControllerChange)
    handlers.onChange = undefined
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

/** A handler whose `passthrough()` continues to the service, as in a page: msw would send the request to the network. */
function continued(handler: MswHandler, handlers: PageHandlers): MswHandler {
  const run: MswHandler['run'] = async (args) => {
    const result = await handler.run(args)
    const isPassed = result?.response && isPassthrough(result.response)

    return isPassed && handlers.isForService(new URL(args.request.url)) ? null : result
  }

  return new Proxy(handler, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name)) })
}
