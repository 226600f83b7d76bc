import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import { isBypassed } from '../../../service/http/msw/msw-handler.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { interceptEventSource } from './event-source.ts'
import { interceptSignIn } from './show-sign-in.ts'
import { replaceXmlHttpRequest } from './xml-http-request.ts'

let current: PageHandlers | undefined
let isInstalled = false

/** Handles the requests of the page. Returns the function that stops it; requests in progress are completed. */
export function interceptPage(handlers: PageHandlers): () => void {
  // Once, for as long as the page lives: others may have wrapped the replaced functions meanwhile.
  if (!isInstalled) {
    interceptFetch()
    replaceXmlHttpRequest(interceptXmlHttpRequest, (url) => current?.concerns(url) === true)
    interceptEventSource(() => current)
    interceptSignIn(() => current)
  }
  isInstalled = true
  current = handlers

  return () => {
    if (current === handlers) current = undefined
  }
}

/** The response; undefined if the request goes to the network, or to a worker that serves the handlers of the page. */
async function respond(request: Request): Promise<Response | undefined> {
  // The worker passes on what a handler sends to the service with msw's `bypass()`.
  const isForWorker = current?.stopWorker && !isBypassed(request.headers.get('accept'))

  return isForWorker ? undefined : current?.respond(request)
}

function interceptFetch(): void {
  const original = globalThis.fetch.bind(globalThis)
  const interceptor = new FetchInterceptor()

  interceptor.apply()
  interceptor.on('request', async ({ request, controller }) => {
    const response = await respond(request)

    if (response && !request.signal.aborted) controller.respondWith(response)
  })

  const intercepted = globalThis.fetch

  // The library would resolve a URL against the address of the page, not against its `<base>`.
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, document.baseURI)

    return current?.concerns(url)
      ? intercepted(input instanceof Request ? input : url, init)
      : original(input, init)
  }
}

function interceptXmlHttpRequest(): void {
  const interceptor = new XMLHttpRequestInterceptor()

  interceptor.apply()
  interceptor.on('request', async ({ request, controller }) => {
    const response = await respond(request)

    if (response) controller.respondWith(await withWholeBody(response))
  })
}

/** The library would read a body that fails without end. */
async function withWholeBody(response: Response): Promise<Response> {
  try {
    return response.body ? new Response(await response.arrayBuffer(), response) : response
  } catch {
    return Response.error()
  }
}
