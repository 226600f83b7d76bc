import { replyOrNetworkError } from '../../../service/http/msw/fetch-objects.ts'
import { bodyBytes, isStream, type Reply } from '../../../service/http/replies/reply.ts'
import type { HandleRequest } from '../backend/shared-backend.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { tryHandlers, sentBytes, type Exchange, discarded, isBodiless } from './exchange.ts'
import { pageRequest } from './page-request.ts'

const textType = 'text/plain;charset=UTF-8'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** States of an `XMLHttpRequest`, by their names in the standard. */
const [headersReceived, loading, done] = [2, 3, 4]

type Body = Document | XMLHttpRequestBodyInit | null

/** Responds to the requests of a page. */
export interface PageHandling {
  readonly handle: HandleRequest
  readonly handlers: PageHandlers
}

/** The states, events and response of an `XMLHttpRequest` that the page's handlers or the service handle. */
export class InterceptedRequest {
  readonly exchange: Exchange
  readonly #target: XMLHttpRequest
  readonly #handling: PageHandling
  /** The response as an object, made when the application first reads it. */
  #object: unknown

  /** @param target the request on which the application listens for events */
  constructor(target: XMLHttpRequest, exchange: Exchange, handling: PageHandling) {
    this.#target = target
    this.exchange = exchange
    this.#handling = handling
  }

  /** The response in the form that `responseType` requires. */
  read(): unknown {
    const { body, state, responseHeaders } = this.exchange
    const { responseType } = this.#target

    if (responseType === '' || responseType === 'text') return decoder.decode(body)
    if (state !== done) return null
    if (responseType === 'json') this.#object ??= jsonOrNull(decoder.decode(body))
    if (responseType === 'arraybuffer') this.#object ??= body.slice().buffer
    if (responseType === 'blob') {
      this.#object ??= new Blob([body.slice()], { type: responseHeaders.get('content-type') ?? 'text/xml' })
    }

    return this.#object ?? null // the service has no documents
  }

  text(): string {
    return decoder.decode(this.exchange.body)
  }

  /** @param sendToNetwork called if neither a handler nor the service handles it */
  async send(body: Body, sendToNetwork: () => void): Promise<void> {
    const { exchange } = this
    const { timeout, withCredentials } = this.#target
    const timer = timeout > 0 ? setTimeout(() => this.#fail('timeout'), timeout) : undefined

    // If the request goes to the network, the native one dispatches this event.
    if (exchange.serviceUrl) this.#dispatch('loadstart')
    try {
      const sent = await sentBytes(body, exchange)
      const overridden = await tryHandlers(this.#handling.handlers, exchange, sent, withCredentials)

      if (this.#isOver()) return
      if (!overridden && !exchange.serviceUrl) return sendToNetwork()
      if (!exchange.serviceUrl) this.#dispatch('loadstart')
      if (sent && sent.length > 0) this.#dispatchUpload(sent.length)

      const reply = overridden ?? (await this.#askService(sent))
      const received = await receive(reply)

      if (!this.#isOver()) this.#finish(reply, received)
    } catch {
      this.#fail('error')
    } finally {
      clearTimeout(timer)
    }
  }

  /** @throws {DOMException} when the response is not available synchronously */
  sendSync(body: Body): void {
    const { exchange } = this
    const { serviceUrl, headers } = exchange
    const isSupported = body === null || typeof body === 'string'
    const text = typeof body === 'string' && !isBodiless(exchange) ? body : undefined

    if (text !== undefined && !headers.has('content-type')) headers.set('content-type', textType)

    const sent = text === undefined ? undefined : encoder.encode(text)
    const reply =
      serviceUrl && isSupported && this.#handling.handle(pageRequest({ ...exchange, serviceUrl, body: sent }))

    if (!reply || reply instanceof Promise) {
      throw new DOMException(
        `Failed to send ${exchange.method} ${exchange.url.href}: the sandbox in this page supports synchronous requests only with a text as body, and not all of them. Send it asynchronously.`,
        'NetworkError',
      )
    }
    this.#finish(reply, isStream(reply.body) ? new Uint8Array() : bodyBytes(reply.body))
  }

  /** @param abortNative aborts the native request, which was opened too */
  abort(abortNative: () => void): void {
    const wasInProgress = this.exchange.isSent && !this.#isOver()

    this.exchange.state = discarded
    abortNative()
    if (!wasInProgress) return
    this.exchange.state = 0
    this.#fail('abort')
    this.exchange.state = discarded
  }

  async #askService(body: Uint8Array | undefined): Promise<Reply> {
    const { serviceUrl } = this.exchange

    if (!serviceUrl) throw new TypeError('Failed to fetch')

    return replyOrNetworkError(
      await this.#handling.handle(pageRequest({ ...this.exchange, serviceUrl, body })),
    )
  }

  /** Whether it has ended, or was aborted, or opened again. */
  #isOver(): boolean {
    return this.exchange.state === discarded || this.exchange.state >= done
  }

  #finish(reply: Reply, received: Uint8Array): void {
    const { exchange } = this

    exchange.status = reply.status
    exchange.responseHeaders = new Headers({ ...reply.headers })
    this.#moveTo(headersReceived)
    exchange.body = received
    if (received.length > 0) {
      this.#moveTo(loading)
      this.#dispatch('progress', received.length)
    }
    this.#moveTo(done)
    this.#dispatch('load', received.length)
    this.#dispatch('loadend', received.length)
  }

  #fail(kind: 'error' | 'abort' | 'timeout'): void {
    if (this.#isOver()) return

    Object.assign(this.exchange, { status: 0, body: new Uint8Array(), responseHeaders: new Headers() })
    this.#moveTo(done)
    this.#dispatch(kind)
    this.#dispatch('loadend')
  }

  #moveTo(state: number): void {
    this.exchange.state = state
    this.#target.dispatchEvent(new Event('readystatechange'))
  }

  #dispatch(event: string, loaded = 0): void {
    this.#target.dispatchEvent(progress(event, loaded, loaded))
  }

  #dispatchUpload(size: number): void {
    for (const event of ['loadstart', 'progress', 'load', 'loadend']) {
      this.#target.upload.dispatchEvent(progress(event, event === 'loadstart' ? 0 : size, size))
    }
  }
}

function progress(event: string, loaded: number, total: number): ProgressEvent {
  return new ProgressEvent(event, { loaded, total, lengthComputable: total > 0 })
}

async function receive({ body }: Reply): Promise<Uint8Array> {
  if (!isStream(body)) return bodyBytes(body)

  const parts: (string | Uint8Array<ArrayBuffer>)[] = []

  for await (const part of body) parts.push(typeof part === 'string' ? part : part.slice())

  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // as the browser's own does
  }
}
