import { HttpHandler } from 'msw'
import { setupWorker } from 'msw/browser'
import { fromFetch, toFetchOrFail } from '../http/fetch-objects.ts'
import type { Answer } from './answer.ts'
import type { ServiceAddress } from './service-address.ts'
import { pageRequest } from './page/page-request.ts'

/**
 * Answers the page's requests to the service through msw's service worker, which sees every request of the page.
 * Resolves to the function that ends it.
 *
 * @throws when the worker can't be registered
 */
export async function startWorker(
  address: ServiceAddress,
  answer: Answer,
  workerUrl: URL,
): Promise<() => void> {
  const worker = setupWorker(new ServiceHandler(address, answer))

  await worker.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: workerUrl.href },
  })

  return () => worker.stop()
}

/** Answers all that is the service's, which in a tab that does not lead is all this tab knows. */
class ServiceHandler extends HttpHandler {
  readonly #address: ServiceAddress

  constructor(address: ServiceAddress, answer: Answer) {
    super(/.*/, '*', async ({ request }) => {
      const place = address.locate(new URL(request.url))

      if (!place) return undefined

      const { method, body } = await fromFetch(request)
      const incoming = pageRequest({ place, method, headers: new Headers(request.headers), body })

      return toFetchOrFail(await answer(incoming), request.signal)
    })
    this.#address = address
  }

  /** Reads no cookies and matches no path, as nothing of it is used. */
  override async parse({ request }: Parameters<HttpHandler['parse']>[0]): ReturnType<HttpHandler['parse']> {
    const matches = this.#address.locate(new URL(request.url)) !== undefined

    return { match: { matches, params: {} }, cookies: {} }
  }

  override async predicate({
    parsedResult,
  }: Parameters<HttpHandler['predicate']>[0]): ReturnType<HttpHandler['predicate']> {
    return parsedResult.match.matches
  }
}
