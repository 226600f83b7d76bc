import { unlessFailed } from '../../http/fetch-objects.ts'
import { statusTexts } from '../../http/status-texts.ts'
import type { Reply } from '../../http/reply.ts'
import type { Answer } from '../answer.ts'
import type { Place, ServiceAddress } from '../service-address.ts'
import { pageRequest } from './page-request.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What an intercepted request is about, from `open()` on. */
interface Exchange {
  readonly method: string
  readonly url: URL
  readonly place: Place
  readonly isAsync: boolean
  readonly headers: Headers
  state: number
  status: number
  responseHeaders: Headers
  body: Uint8Array
}

/**
 * Puts an `XMLHttpRequest` in place that asks the service for what is its own. Returns the function that puts the old
 * one back.
 *
 * It extends the browser's own, so events, `upload`, `timeout` and everything else that is no answer stay native, and
 * requests to other addresses go their way.
 */
export function interceptXmlHttpRequest(address: ServiceAddress, answer: Answer): () => void {
  const Original = globalThis.XMLHttpRequest

  class SandboxXMLHttpRequest extends Original {
    #exchange: Exchange | undefined

    override open(method: string, url: string | URL, ...rest: [boolean?, string?, string?]): void {
      const target = new URL(url, document.baseURI)
      const place = address.locate(target)

      this.#exchange = undefined
      // The native request is opened too: it checks what it is given, and its state is what its setters go by.
      if (rest.length === 0) super.open(method, url)
      else super.open(method, url, rest[0] ?? true, rest[1], rest[2])
      if (place) this.#exchange = openExchange(method, target, place, rest[0] ?? true)
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

      const wasUnderWay = exchange.state > 0 && exchange.state < Original.DONE

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

      try {
        const sent = await bytesOf(body, exchange)

        this.#tell('loadstart')
        if (sent && sent.length > 0) this.#tellUpload(sent.length)

        const reply = await unlessFailed(await answer(pageRequest({ ...exchange, body: sent })))
        const received = await receive(reply)

        if (isCurrent() && exchange.state < Original.DONE) this.#finish(exchange, reply, received)
      } catch {
        if (isCurrent()) this.#fail('error')
      } finally {
        clearTimeout(timer)
      }
    }

    /** Synchronous requests can be answered only where the answer is at hand. */
    #sendSync(exchange: Exchange, body: Document | XMLHttpRequestBodyInit | null): void {
      const sent = typeof body === 'string' ? encoder.encode(body) : undefined
      const reply = answer(pageRequest({ ...exchange, body: sent }))

      if (reply instanceof Promise || (body !== null && sent === undefined)) {
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
    if (globalThis.XMLHttpRequest === SandboxXMLHttpRequest) globalThis.XMLHttpRequest = Original
  }
}

const textType = 'text/plain;charset=UTF-8'

function openExchange(method: string, url: URL, place: Place, isAsync: boolean): Exchange {
  return {
    method: /^(?:get|head|post|put|delete|options)$/i.test(method) ? method.toUpperCase() : method,
    url,
    place,
    isAsync,
    headers: new Headers(),
    state: 0,
    status: 0,
    responseHeaders: new Headers(),
    body: new Uint8Array(),
  }
}

/** The body as it would be sent; its content type is set on the way. */
async function bytesOf(
  body: Document | XMLHttpRequestBodyInit | null,
  { method, headers }: Exchange,
): Promise<Uint8Array | undefined> {
  if (method === 'GET' || method === 'HEAD') return undefined

  // A `Response` knows the content type of every kind of body.
  const source = new Response(body instanceof Document ? new XMLSerializer().serializeToString(body) : body)
  const type = body instanceof Document ? 'text/html;charset=UTF-8' : source.headers.get('content-type')

  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)

  return new Uint8Array(await source.arrayBuffer())
}

async function receive({ body }: Reply): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  if (typeof body === 'string') return encoder.encode(body)
  if (body instanceof Uint8Array) return body

  const parts: (string | Uint8Array<ArrayBuffer>)[] = []

  for await (const part of body) parts.push(typeof part === 'string' ? part : part.slice())

  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // as the browser's own does
  }
}
