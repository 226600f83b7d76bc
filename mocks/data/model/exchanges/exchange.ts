import { partOf, bytesOf, chunksOf, isBytes, sizeOf, type Content } from '../shared/bytes.ts'
import { isObject, unwrapped } from '../shared/json.ts'
import { jsonProblem, readUtf8 } from '../shared/read-json.ts'
import type { Warning } from '../shared/warnings.ts'
import type { ExchangeMarks, GraphqlOperation } from './exchange-marks.ts'

/** A request, as doors receive it and archives contain it. */
export interface ExchangeRequest {
  readonly method: string
  /** Base URL at which the service was addressed, with the path prefix of a proxy if there is one: `https://host/prefix`. */
  readonly baseUrl: string
  /** Path as sent, still percent-encoded. */
  readonly path: string
  /** Query string without `?`. */
  readonly search: string
  /** Value of a header, by its name in lower case. */
  header(name: string): string | undefined
  /** All headers, names in lower case. */
  headers(): Iterable<readonly [name: string, value: string]>
  readonly body: Uint8Array | undefined
}

/** A request whose headers are a list, with names in lower case. */
export function withHeaders(
  request: Omit<ExchangeRequest, 'header' | 'headers'>,
  headers: readonly (readonly [name: string, value: string])[],
): ExchangeRequest {
  const values = new Map(headers)

  return { ...request, header: (name) => values.get(name), headers: () => headers }
}

/** A reply, as operations, upstreams and archives have it. */
export interface ExchangeReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Content | AsyncIterable<string | Uint8Array> | null
}

/** What is known of a body that was sent. */
export interface SentBody {
  /** Its size in bytes; that of what is recorded may differ. */
  readonly size: number
  /** Whether only its beginning is recorded, or nothing of it. */
  readonly isTruncated: boolean
}

/** A recorded body, or its beginning. */
export interface RecordedBody extends SentBody {
  readonly content: Uint8Array
}

/** Where and when a request was received. */
interface Receiver {
  /** Id of the sandbox. */
  readonly id: string
  readonly clock: { now(): number; ticks(): number }
}

/**
 * A request and its reply, by reference: it is formatted only when it is read. The service completes it step by step; once
 * in the journal, it does not change.
 */
export class Exchange {
  /** Id of the sandbox that received it, or has loaded it. */
  sandboxId: string
  /** Path below the base URL and the sandbox's prefix, as sent. */
  readonly path: string
  /** When it was received, on the sandbox's clock: milliseconds since 1970; 0 if an archive does not say. */
  time: number
  request: ExchangeRequest
  #reply: (ExchangeReply & { readonly body: Content | null }) | undefined
  readonly #elapsed: () => number

  sequence = 0
  /** The value of the header `X-Sandbox-Source`, or `recording`. */
  source: string | undefined
  /** Name of the requesting user. */
  user: string | undefined
  /** Path of the matched route. */
  route: string | undefined
  operation: GraphqlOperation | undefined
  /** The number of the message that it sends to a receiver; undefined for a request that was received. */
  message: number | undefined
  unmatched: NonNullable<ExchangeMarks['unmatched']> | undefined
  /** The invalid and ignored parts of the request. */
  warnings: Warning[] | undefined
  /** Ids of the faults that were applied to it. */
  faults: readonly string[] | undefined
  /** Name of the sandbox's scenario at that time. */
  scenario: string | undefined
  /** What else was asked for the response, if anything was. */
  upstream: NonNullable<ExchangeMarks['upstream']> | undefined
  /** In milliseconds. */
  duration = 0
  /** Whether the response was a stream, which is not recorded. */
  isStreamed = false
  /** The bodies that are not recorded as they were sent: truncated ones, and those of archives that lack secrets. */
  sentBodies: { request?: SentBody | undefined; reply?: SentBody | undefined } = {}

  constructor(request: ExchangeRequest, path: string, { id, clock }: Receiver) {
    const started = clock.ticks()

    this.request = request
    this.path = path
    this.sandboxId = id
    this.time = clock.now()
    this.#elapsed = () => clock.ticks() - started
    this.source = request.header('x-sandbox-source')
  }

  get method(): string {
    return this.request.method
  }

  /** What is before the path, in links too: `http://127.0.0.1:4010/s/blue`. */
  get base(): string {
    const { baseUrl, path } = this.request

    return `${baseUrl}${path.slice(0, path.length - this.path.length)}`
  }

  get search(): string {
    return this.request.search
  }

  /** Whether it is neither the console's own nor one of test code: only an application's is journaled. */
  get isOfApplication(): boolean {
    return this.source !== 'console' && this.source !== 'test'
  }

  /** Whether the response is that of an upstream. */
  get isAnsweredUpstream(): boolean {
    return this.upstream?.failure === null && !this.upstream.differences
  }

  /** 0 without a response. */
  get status(): number {
    return this.#reply?.status ?? 0
  }

  get responseHeaders(): Readonly<Record<string, string>> {
    return this.#reply?.headers ?? {}
  }

  get requestBody(): RecordedBody | undefined {
    return recordedBody(this.request.body, this.sentBodies.request)
  }

  get responseBody(): RecordedBody | 'streamed' | undefined {
    return this.isStreamed ? 'streamed' : recordedBody(this.#reply?.body, this.sentBodies.reply)
  }

  /** Whether it lacks the body of the response, or all but its beginning. */
  get isPartial(): boolean {
    return this.isStreamed || this.sentBodies.reply?.isTruncated === true
  }

  get graphql(): NonNullable<ExchangeMarks['graphql']> | undefined {
    if (!this.operation) return undefined
    const body = unwrapped(this.json())

    return { ...this.operation, variables: isObject(body) ? (body.variables ?? {}) : null }
  }

  header(name: string): string | undefined {
    return this.request.header(name)
  }

  /** The value of a header of the response, by its name in lower case. */
  responseHeader(name: string): string | undefined {
    return Object.entries(this.responseHeaders).find(([each]) => each.toLowerCase() === name)?.[1]
  }

  /** The JSON of the request; undefined if it has none. */
  json(): unknown {
    const value = jsonIn(this.request.body)

    // What is nested too deep for the service would exhaust the stack of whoever reads the journal.
    return jsonProblem(value) ? undefined : value
  }

  /** The JSON of the response; undefined if it has none. */
  responseJson(): unknown {
    const { responseBody: body } = this
    const isJson = /\bjson\b/i.test(this.responseHeader('content-type') ?? '')

    return isJson && body !== 'streamed' && !body?.isTruncated ? jsonIn(body?.content) : undefined
  }

  completeWith({ status, headers, body }: ExchangeReply): void {
    this.isStreamed = !isBuffered(body)
    this.#reply = { status, headers, body: isBuffered(body) ? body : null }
    this.duration = this.#elapsed()
  }

  /** Its approximate memory use, in bytes. */
  get size(): number {
    let size = 1024 + this.request.search.length + this.path.length

    for (const [name, value] of this.request.headers()) size += name.length + value.length

    return size + sizeOfBody(this.request.body) + sizeOfBody(this.#reply?.body)
  }

  /** Assigns the sequence number, and truncates bodies to `limit` bytes; not what an upstream answered, which may become data. */
  finalize(sequence: number, limit: number): void {
    const { request } = this
    const reply = this.#reply

    this.sequence = sequence
    if (request.body) {
      const { length } = request.body

      // A copy, because doors pass views of larger buffers.
      this.request = { ...request, body: new Uint8Array(request.body.subarray(0, limit)) }
      if (length > limit)
        this.sentBodies.request = { size: length, ...this.sentBodies.request, isTruncated: true }
    }
    if (reply?.body && !this.isAnsweredUpstream) {
      const chunks = chunksOf(reply.body)
      const size = sizeOf(chunks)

      if (size <= limit && chunks.every(isWhole)) return

      // A copy of what is part of more, so that its rest can be freed; others may be cached replies, and need no memory.
      const body = partOf(chunks, 0, limit).map((chunk) => (isWhole(chunk) ? chunk : new Uint8Array(chunk)))

      this.#reply = { ...reply, body }
      if (size > limit) this.sentBodies.reply = { size, ...this.sentBodies.reply, isTruncated: true }
    }
  }
}

function isWhole({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength === buffer.byteLength
}

function jsonIn(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(readUtf8(body))
  } catch {
    return undefined // neither patterns nor importers find anything in what is not JSON
  }
}

function isBuffered(body: ExchangeReply['body']): body is Content | null {
  return body === null || typeof body === 'string' || !(Symbol.asyncIterator in body)
}

function sizeOfBody(body: Content | null | undefined): number {
  if (!body) return 0

  return typeof body === 'string' || isBytes(body) ? body.length : sizeOf(body)
}

function recordedBody(body: Content | null | undefined, sent?: SentBody): RecordedBody | undefined {
  const content = bytesOf(body ?? '')

  return content.length === 0 && !sent
    ? undefined
    : { content, size: content.length, isTruncated: false, ...sent }
}
