import { statusTexts } from '../../../service/http/msw/fetch-objects.ts'
import type { HandleRequest } from '../backend/shared-backend.ts'
import type { PageHandlers } from '../page-handlers.ts'
import type { ServiceAddress } from '../service-address.ts'
import { InterceptedRequest, type PageHandling } from './intercepted-request.ts'
import { discarded, openExchange, type Exchange } from './exchange.ts'

/**
 * Replaces `XMLHttpRequest` by one that tries the page's handlers and then, for the service's addresses, the service;
 * synchronous requests go to the service only. Returns the function that restores the original.
 */
export function interceptXmlHttpRequest(
  address: ServiceAddress,
  handle: HandleRequest,
  handlers: PageHandlers,
): () => void {
  const original = globalThis.XMLHttpRequest
  let isRestored = false
  const exchangeFor = (method: string, url: string | URL, isAsync: boolean): Exchange | undefined => {
    const target = new URL(url, document.baseURI)
    const serviceUrl = address.locate(target)
    const isIntercepted = serviceUrl !== undefined || (isAsync && !handlers.isIdle)

    return isIntercepted && !isRestored ? openExchange(method, target, serviceUrl, isAsync) : undefined
  }
  const replacement = interceptedXmlHttpRequest(original, exchangeFor, { handle, handlers })

  globalThis.XMLHttpRequest = replacement

  return () => {
    isRestored = true
    if (globalThis.XMLHttpRequest === replacement) globalThis.XMLHttpRequest = original
  }
}

type ExchangeFor = (method: string, url: string | URL, isAsync: boolean) => Exchange | undefined

/**
 * Extends the browser's class, so that listeners, `upload`, `timeout` and the other properties are the browser's own,
 * and requests to other addresses work as usual.
 */
function interceptedXmlHttpRequest(
  Original: typeof XMLHttpRequest,
  exchangeFor: ExchangeFor,
  handling: PageHandling,
): typeof XMLHttpRequest {
  return class SandboxXMLHttpRequest extends readingResponses(Original) {
    override open(method: string, url: string | URL, ...rest: [boolean?, string?, string?]): void {
      const previous = interceptedRequests.get(this)
      // By the standard, `open(method, url, undefined)` is synchronous.
      const isAsync = rest.length === 0 || Boolean(rest[0])

      // A request in progress ends without events, as the standard requires.
      if (previous) previous.exchange.state = discarded
      interceptedRequests.delete(this)
      // The native request is opened too: it validates the arguments, and its setters check its state.
      if (rest.length === 0) super.open(method, url)
      else super.open(method, url, isAsync, rest[1], rest[2])

      const exchange = exchangeFor(method, url, isAsync)

      if (exchange) interceptedRequests.set(this, new InterceptedRequest(this, exchange, handling))
    }

    override setRequestHeader(name: string, value: string): void {
      const intercepted = interceptedRequests.get(this)

      checkUnsent(intercepted, 'setRequestHeader')
      super.setRequestHeader(name, value)
      intercepted?.exchange.headers.append(name, value)
    }

    override send(body: Document | XMLHttpRequestBodyInit | null = null): void {
      const intercepted = interceptedRequests.get(this)

      if (!intercepted) return super.send(body)
      checkUnsent(intercepted, 'send')
      intercepted.exchange.isSent = true
      if (!intercepted.exchange.isAsync) return intercepted.sendSync(body)
      void intercepted.send(body, () => {
        interceptedRequests.delete(this)
        super.send(body)
      })
    }

    override abort(): void {
      const intercepted = interceptedRequests.get(this)

      if (intercepted) intercepted.abort(() => super.abort())
      else super.abort()
    }
  }
}

/** The intercepted requests; all others go to the network. */
const interceptedRequests = new WeakMap<XMLHttpRequest, InterceptedRequest>()

/** An `XMLHttpRequest` with the response of the intercepted request. */
function readingResponses(Original: typeof XMLHttpRequest): typeof XMLHttpRequest {
  return class extends Original {
    override getResponseHeader(name: string): string | null {
      const intercepted = interceptedRequests.get(this)

      return intercepted ? intercepted.exchange.responseHeaders.get(name) : super.getResponseHeader(name)
    }

    override getAllResponseHeaders(): string {
      const intercepted = interceptedRequests.get(this)

      if (!intercepted) return super.getAllResponseHeaders()

      const { responseHeaders } = intercepted.exchange

      return Array.from(responseHeaders, ([name, value]) => `${name}: ${value}\r\n`).join('')
    }

    override get readyState(): number {
      const state = interceptedRequests.get(this)?.exchange.state ?? 0

      return state > 0 ? state : super.readyState
    }

    override get status(): number {
      return interceptedRequests.get(this)?.exchange.status ?? super.status
    }

    override get statusText(): string {
      const intercepted = interceptedRequests.get(this)

      return intercepted ? (statusTexts[intercepted.exchange.status] ?? '') : super.statusText
    }

    override get responseURL(): string {
      const intercepted = interceptedRequests.get(this)

      if (!intercepted) return super.responseURL

      const { status, url } = intercepted.exchange

      return status === 0 ? '' : url.href.split('#', 1).join('')
    }

    override get responseText(): string {
      // The native getter throws if the response type is not text.
      const intercepted = interceptedRequests.get(this)

      return intercepted ? super.responseText + intercepted.text() : super.responseText
    }

    override get response(): unknown {
      const intercepted = interceptedRequests.get(this)

      return intercepted ? intercepted.read() : super.response
    }
  }
}

/** @throws {DOMException} InvalidStateError, as the browser's own request does once it was sent */
function checkUnsent(intercepted: InterceptedRequest | undefined, method: string): void {
  if (!intercepted?.exchange.isSent) return

  throw new DOMException(
    `Failed to execute '${method}' on 'XMLHttpRequest': The object's state must be OPENED.`,
    'InvalidStateError',
  )
}
