import { replyOrNetworkError } from '../../../service/http/msw/fetch-objects.ts'
import type { StreamChunk } from '../../../service/http/replies/reply.ts'
import type { HandleRequest } from '../backend/shared-backend.ts'
import type { ServiceAddress } from '../service-address.ts'
import { pageRequest } from './page-request.ts'

/** How long to wait before connecting again, in milliseconds, until the stream says otherwise. */
const defaultRetry = 1000

/**
 * Replaces `EventSource` by one that connects to the service for its addresses. Returns the function that restores the
 * original.
 */
export function interceptEventSource(address: ServiceAddress, handle: HandleRequest): () => void {
  const Original = globalThis.EventSource
  let isRestored = false
  const replacement = new Proxy(Original, {
    construct(target, [url, init]: [string | URL, EventSourceInit?], newTarget) {
      const resolved = new URL(url, document.baseURI)

      if (isRestored || !address.locate(resolved))
        return Reflect.construct(target, [url, init], newTarget) as EventSource // an instance of the original

      return new SandboxEventSource(resolved, address, handle)
    },
  })

  // For `instanceof EventSource`; everything inherited is redefined.
  Object.setPrototypeOf(SandboxEventSource.prototype, Original.prototype)
  globalThis.EventSource = replacement

  return () => {
    isRestored = true
    if (globalThis.EventSource === replacement) globalThis.EventSource = Original
  }
}

/**
 * Whether this browser can pass streams to a service worker. Safari collects the response until it ends, which a stream of
 * events never does.
 */
export function canTransferStreams(): boolean {
  const stream = new ReadableStream()

  try {
    structuredClone(stream, { transfer: [stream] })

    return true
  } catch {
    return false
  }
}

type EventSourceHandler = ((event: Event) => void) | null

/** An `EventSource` whose stream comes from the service. */
class SandboxEventSource extends EventTarget {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSED = 2
  readonly url: string
  readonly withCredentials = false
  readyState = 0
  onopen: EventSourceHandler = null
  onmessage: EventSourceHandler = null
  onerror: EventSourceHandler = null
  readonly #address: ServiceAddress
  readonly #handle: HandleRequest
  #retry = defaultRetry
  #lastEventId = ''
  #stop: (() => void) | undefined

  constructor(url: URL, address: ServiceAddress, handle: HandleRequest) {
    super()
    this.url = url.href
    this.#address = address
    this.#handle = handle
    this.addEventListener('open', (event) => this.onopen?.(event))
    this.addEventListener('message', (event) => this.onmessage?.(event))
    this.addEventListener('error', (event) => this.onerror?.(event))
    // Listeners are added after the constructor has returned.
    queueMicrotask(() => void this.#connect())
  }

  close(): void {
    this.readyState = this.CLOSED
    this.#stop?.()
  }

  async #connect(): Promise<void> {
    const serviceUrl = this.#address.locate(new URL(this.url))

    if (!serviceUrl || this.readyState === this.CLOSED) return

    const headers = new Headers({ accept: 'text/event-stream' })

    if (this.#lastEventId !== '') headers.set('last-event-id', this.#lastEventId)

    try {
      const { status, body } = await replyOrNetworkError(
        await this.#handle(pageRequest({ serviceUrl, method: 'GET', headers })),
      )

      // Like the browser's own, it does not reconnect if the response is not a stream.
      if (status !== 200 || typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) {
        return this.#giveUp()
      }
      await this.#follow(body[Symbol.asyncIterator]())
    } catch {
      // The stream failed.
    }

    this.#reconnect()
  }

  async #follow(chunks: AsyncIterator<StreamChunk>): Promise<void> {
    if (this.#isClosed()) return void (await chunks.return?.())

    this.#stop = () => void chunks.return?.()
    this.readyState = this.OPEN
    this.dispatchEvent(new Event('open'))

    for await (const { event, data, id, retry } of parseEvents(chunks)) {
      if (this.#isClosed()) return
      if (retry !== undefined) this.#retry = retry
      if (id !== undefined) this.#lastEventId = id
      if (data === undefined) continue

      const { origin } = new URL(this.url)

      this.dispatchEvent(new MessageEvent(event, { data, origin, lastEventId: this.#lastEventId }))
    }
  }

  #reconnect(): void {
    if (this.#isClosed()) return

    this.readyState = this.CONNECTING
    this.dispatchEvent(new Event('error'))
    setTimeout(() => void this.#connect(), this.#retry)
  }

  #giveUp(): void {
    if (this.#isClosed()) return

    this.readyState = this.CLOSED
    this.dispatchEvent(new Event('error'))
  }

  #isClosed(): boolean {
    return this.readyState === this.CLOSED
  }
}

/** One block of an event stream. Without `data` nothing is dispatched. */
interface ParsedEvent {
  readonly event: string
  readonly data?: string
  readonly id?: string
  readonly retry?: number
}

/** Parses the events of a stream (`text/event-stream`), which may be split at any place. */
export async function* parseEvents(chunks: AsyncIterator<StreamChunk>): AsyncGenerator<ParsedEvent> {
  const decoder = new TextDecoder()
  let rest = ''

  for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) {
    const { value } = chunk
    const text = typeof value === 'string' ? value : decoder.decode(value, { stream: true })
    const blocks = `${rest}${text}`.split(/\r\n\r\n|\n\n|\r\r/)

    rest = blocks.pop() ?? ''
    for (const block of blocks) yield parseBlock(block)
  }
}

function parseBlock(block: string): ParsedEvent {
  const fields = new Map<string, string>()

  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? []
    const before = name === 'data' ? fields.get('data') : undefined

    fields.set(name, before === undefined ? value : `${before}\n${value}`)
  }

  const [data, id, retry] = [fields.get('data'), fields.get('id'), Number(fields.get('retry') ?? Number.NaN)]

  return {
    event: fields.get('event') || 'message',
    ...(data === undefined ? {} : { data }),
    ...(id === undefined ? {} : { id }),
    ...(Number.isNaN(retry) ? {} : { retry }),
  }
}
