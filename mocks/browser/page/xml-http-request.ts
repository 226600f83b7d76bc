import { unlessFailed } from '../../http/msw/fetch-objects.ts'
import { statusTexts } from '../../http/replies/status-texts.ts'
import type { Reply } from '../../http/replies/reply.ts'
import type { Answer } from '../answer.ts'
import type { PageHandlers } from '../page-handlers.ts'
import type { ServiceAddress } from '../service-address.ts'
import {
  askHandlers,
  bytesOf,
  openExchange,
  parseJson,
  receive,
  textType,
  type Exchange,
} from './exchange.ts'
import { pageRequest } from './page-request.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Puts an `XMLHttpRequest` in place that asks the page's handlers and, for what is its own, the service. Returns the
 * function that puts the old one back.
 *
 * It extends the browser's own, so events, `upload`, `timeout` and everything else that is no answer stay native, and
 * requests to other addresses go their way.
 */
export function interceptXmlHttpRequest(
  address: ServiceAddress,
  answer: Answer,
  handlers: PageHandlers,
): () => void {
  const Original = globalThis.XMLHttpRequest
  let isOver = false

  class SandboxXMLHttpRequest extends Original {
    #exchange: Exchange | undefined

    override open(method: string, url: string | URL, ...rest: [boolean?, string?, string?]): void {
      const target = new URL(url, document.baseURI)
      const place = address.locate(target)
      const isAsync = rest[0] ?? true
      const isMeant = place !== undefined || (isAsync && !handlers.isIdle)

      this.#exchange = undefined
      // The native request is opened too: it checks what it is given, and its state is what its setters go by.
      if (rest.length === 0) super.open(method, url)
      else super.open(method, url, rest[0] ?? true, rest[1], rest[2])
      if (isMeant && !isOver) this.#exchange = openExchange(method, target, place, isAsync)
    }

    override setRequestHeader(name: string, value: string): void {
      super.setRequestHeader(name, value)
      this.#exchange?.headers.append(name, value)
    }

    override send(body: Document | XMLHttpRequestBodyInit | null = null): void {
      const exchange = this.#exchange

      if (!exchange) super.send(body)
      else if (exchange.isAsync) void this.#sendAsync(exchange, body)
      else this.#sendSync(exchange, body)
    }

    override abort(): void {
      const exchange = this.#exchange

      if (!exchange) return super.abort()

      const wasUnderWay = exchange.isSent && exchange.state < Original.DONE

      exchange.state = -1
      super.abort()
      if (wasUnderWay) this.#fail('abort')
    }

    override getResponseHeader(name: string): string | null {
      return this.#exchange ? this.#exchange.responseHeaders.get(name) : super.getResponseHeader(name)
    }

    override getAllResponseHeaders(): string {
      if (!this.#exchange) return super.getAllResponseHeaders()

      return Array.from(this.#exchange.responseHeaders, ([name, value]) => `${name}: ${value}\r\n`).join('')
    }

    override get readyState(): number {
      const state = this.#exchange?.state ?? 0

      return state > 0 ? state : super.readyState
    }

    override get status(): number {
      return this.#exchange ? this.#exchange.status : super.status
    }

    override get statusText(): string {
      return this.#exchange ? (statusTexts[this.#exchange.status] ?? '') : super.statusText
    }

    override get responseURL(): string {
      if (!this.#exchange) return super.responseURL

      return this.#exchange.status === 0 ? '' : this.#exchange.url.href.split('#', 1).join('')
    }

    override get responseText(): string {
      // The native getter refuses where the response type is not text.
      return this.#exchange ? super.responseText + decoder.decode(this.#exchange.body) : super.responseText
    }

    override get response(): unknown {
      return this.#exchange ? this.#read(this.#exchange) : super.response
    }

    #read({ body, state, responseHeaders }: Exchange): unknown {
      const isText = this.responseType === '' || this.responseType === 'text'

      if (isText) return decoder.decode(body)
      if (state !== Original.DONE) return null

      const type = responseHeaders.get('content-type') ?? 'text/xml'

      if (this.responseType === 'json') return parseJson(decoder.decode(body))
      if (this.responseType === 'arraybuffer') return body.slice().buffer
      if (this.responseType === 'blob') return new Blob([body.slice()], { type })

      return null // the service has no documents
    }

    async #sendAsync(exchange: Exchange, body: Document | XMLHttpRequestBodyInit | null): Promise<void> {
      const isCurrent = () => this.#exchange === exchange && exchange.state >= 0
      const timer =
        this.timeout > 0 ? setTimeout(() => isCurrent() && this.#fail('timeout'), this.timeout) : undefined

      exchange.isSent = true
      try {
        const sent = await bytesOf(body, exchange)
        const { place } = exchange
        const own = await askHandlers(handlers, exchange, sent, this.withCredentials)

        if (!isCurrent()) return
        if (!own && !place) return this.#sendAway(body)

        this.#tell('loadstart')
        if (sent && sent.length > 0) this.#tellUpload(sent.length)

        const reply = own ?? (await this.#askService(exchange, sent))
        const received = await receive(reply)

        if (isCurrent() && exchange.state < Original.DONE) this.#finish(exchange, reply, received)
      } catch {
        if (isCurrent()) this.#fail('error')
      } finally {
        clearTimeout(timer)
      }
    }

    async #askService(exchange: Exchange, body: Uint8Array | undefined): Promise<Reply> {
      if (!exchange.place) throw new TypeError('Failed to fetch')

      return unlessFailed(await answer(pageRequest({ ...exchange, place: exchange.place, body })))
    }

    /** To the network, where it was opened for as well. */
    #sendAway(body: Document | XMLHttpRequestBodyInit | null): void {
      this.#exchange = undefined
      super.send(body)
    }

    /** Synchronous requests can be answered only where the answer is at hand. */
    #sendSync(exchange: Exchange, body: Document | XMLHttpRequestBodyInit | null): void {
      const sent = typeof body === 'string' ? encoder.encode(body) : undefined
      const { place } = exchange
      const reply = place && answer(pageRequest({ ...exchange, place, body: sent }))

      if (!reply || reply instanceof Promise || (body !== null && sent === undefined)) {
        throw new DOMException(
          `Failed to send ${exchange.method} ${exchange.url.href}: the sandbox in this page can't answer it synchronously. Send it asynchronously.`,
          'NetworkError',
        )
      }
      if (body !== null && !exchange.headers.has('content-type'))
        exchange.headers.set('content-type', textType)
      this.#finish(
        exchange,
        reply,
        typeof reply.body === 'string' ? encoder.encode(reply.body) : new Uint8Array(),
      )
    }

    #finish(exchange: Exchange, reply: Reply, received: Uint8Array): void {
      exchange.status = reply.status
      exchange.responseHeaders = new Headers({ ...reply.headers })
      this.#moveTo(exchange, Original.HEADERS_RECEIVED)
      exchange.body = received
      if (received.length > 0) {
        this.#moveTo(exchange, Original.LOADING)
        this.#tell('progress', received.length)
      }
      this.#moveTo(exchange, Original.DONE)
      this.#tell('load', received.length)
      this.#tell('loadend', received.length)
    }

    #fail(kind: 'error' | 'abort' | 'timeout'): void {
      const exchange = this.#exchange

      if (!exchange) return

      Object.assign(exchange, {
        status: 0,
        body: new Uint8Array(),
        responseHeaders: new Headers(),
        state: Original.DONE,
      })
      this.dispatchEvent(new Event('readystatechange'))
      this.#tell(kind)
      this.#tell('loadend')
      if (kind === 'abort') exchange.state = -1
    }

    #moveTo(exchange: Exchange, state: number): void {
      exchange.state = state
      this.dispatchEvent(new Event('readystatechange'))
    }

    #tell(event: string, loaded = 0): void {
      this.dispatchEvent(new ProgressEvent(event, { loaded, total: loaded, lengthComputable: loaded > 0 }))
    }

    #tellUpload(size: number): void {
      for (const event of ['loadstart', 'progress', 'load', 'loadend']) {
        this.upload.dispatchEvent(
          new ProgressEvent(event, {
            loaded: event === 'loadstart' ? 0 : size,
            total: size,
            lengthComputable: true,
          }),
        )
      }
    }
  }

  globalThis.XMLHttpRequest = SandboxXMLHttpRequest

  return () => {
    isOver = true
    if (globalThis.XMLHttpRequest === SandboxXMLHttpRequest) globalThis.XMLHttpRequest = Original
  }
}
