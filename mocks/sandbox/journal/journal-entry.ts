import { beginningOf, bytesOf, chunksOf, sizeOf, type Content } from '../../data/model/shared/bytes.ts'
import type { Clock } from '../time/clock.ts'
import type { UpstreamMark } from '../upstream.ts'
import type { RequestFacts } from '../faults/request-pattern.ts'
import type { GraphqlOperation, GraphqlRequestFacts } from './graphql-operation.ts'
import {
  recordedBody,
  sizeOfBody,
  type RecordedBody,
  type RecordedReply,
  type RecordedRequest,
} from './recorded.ts'
import type { Warning } from '../../data/model/shared/warnings.ts'
import { isObject, unwrapped } from '../../data/model/shared/json.ts'
import { jsonProblem } from '../../data/model/shared/read-json.ts'

/** Why no route matched a request, and the most similar route. */
interface Unmatched {
  /** The most similar route; null if none is similar. */
  readonly nearest: { readonly methods: readonly string[]; readonly path: string } | null
  readonly reason: string
}

/** An entry as plain data. */
export interface PackedEntry {
  readonly path: string
  readonly time: number
  readonly request: Omit<RecordedRequest, 'header' | 'headers'> & {
    readonly headers: readonly (readonly [name: string, value: string])[]
  }
  readonly reply: (BufferedReply & { readonly body: Uint8Array | null }) | undefined
  /** The other members of an entry, which must be JSON. */
  readonly details: Partial<JournalEntry>
}

/** A reply as it is kept: without its body if that was a stream. */
type BufferedReply = Omit<RecordedReply, 'body'> & { readonly body: Content | null }

const decoder = new TextDecoder()

/** One request and its reply. The service completes it step by step; once in the journal, it does not change. */
export class JournalEntry implements RequestFacts {
  readonly sandbox: string
  /** Path below the base URL and the sandbox's prefix, as sent. */
  readonly path: string
  /** When it was received, on the sandbox's clock: milliseconds since 1970. */
  readonly time: number
  readonly #started: number
  readonly #clock: Clock
  #request: RecordedRequest
  #reply: BufferedReply | undefined = undefined

  sequence = 0
  /** Name of the requesting user. */
  user: string | undefined = undefined
  /** Path of the matched route. */
  route: string | undefined = undefined
  /** The GraphQL operation that it executes. */
  operation: GraphqlOperation | undefined = undefined
  unmatched: Unmatched | undefined = undefined
  /** The invalid and ignored parts of the request. */
  warnings: Warning[] | undefined = undefined
  /** Ids of the faults that were applied to it. */
  faults: readonly string[] | undefined = undefined
  /** Name of the sandbox's scenario at that time. */
  scenario: string | undefined = undefined
  /** What else was asked for the response, if anything was. */
  upstream: UpstreamMark | undefined = undefined
  /** In milliseconds. */
  duration = 0
  /** Whether the response was a stream, which is not recorded. */
  isStreamed = false
  /** Sizes of the bodies that were truncated, in bytes. */
  fullSizes: { request?: number; reply?: number } = {}

  /** @param time when it was received: now, unless the entry is restored */
  constructor(
    request: RecordedRequest,
    path: string,
    sandbox: { id: string; clock: Clock },
    time = sandbox.clock.now(),
  ) {
    this.sandbox = sandbox.id
    this.path = path
    this.#request = request
    this.#clock = sandbox.clock
    this.time = time
    this.#started = sandbox.clock.ticks()
  }

  static unpack(packed: PackedEntry, sandbox: { id: string; clock: Clock }): JournalEntry {
    const { path, time, request, reply, details } = packed
    const { headers } = request
    const values = new Map(headers)
    const recorded = { ...request, header: (name: string) => values.get(name), headers: () => headers }
    const entry = new JournalEntry(recorded, path, sandbox, time)

    entry.#reply = reply

    return Object.assign(entry, details)
  }

  /** The entry as plain data, to be handed over to another page. */
  pack(): PackedEntry {
    const { path, time, sandbox: _, ...details } = this
    const { method, baseUrl: origin, search, body } = this.#request
    const reply = this.#reply

    return {
      path,
      time,
      request: { method, baseUrl: origin, search, body, headers: [...this.#request.headers()] },
      reply: reply && {
        status: reply.status,
        headers: { ...reply.headers },
        body: reply.body ? bytesOf(reply.body) : null,
      },
      details,
    }
  }

  get method(): string {
    return this.#request.method
  }

  get baseUrl(): string {
    return this.#request.baseUrl
  }

  get search(): string {
    return this.#request.search
  }

  /** The value of its header `X-Sandbox-Source`. */
  get source(): string | undefined {
    return this.#request.header('x-sandbox-source')
  }

  /** Whether it is neither the console's own nor one of test code: only an application's is journaled. */
  get isOfApplication(): boolean {
    return this.source !== 'console' && this.source !== 'test'
  }

  /** Whether the response is that of an upstream. */
  get isAnsweredUpstream(): boolean {
    return this.upstream?.failure === null && !this.upstream.differences
  }

  get status(): number {
    return this.#reply?.status ?? 0
  }

  get responseHeaders(): Readonly<Record<string, string>> {
    return this.#reply?.headers ?? {}
  }

  get requestBody(): RecordedBody | undefined {
    return recordedBody(this.#request.body, this.fullSizes.request)
  }

  get responseBody(): RecordedBody | 'streamed' | undefined {
    return this.isStreamed ? 'streamed' : recordedBody(this.#reply?.body, this.fullSizes.reply)
  }

  /** The GraphQL operation with its variables. */
  get graphql(): GraphqlRequestFacts | undefined {
    if (!this.operation) return undefined
    const body = unwrapped(this.json())

    return { ...this.operation, variables: isObject(body) ? (body.variables ?? {}) : null }
  }

  header(name: string): string | undefined {
    return this.#request.header(name)
  }

  headers(): Iterable<readonly [name: string, value: string]> {
    return this.#request.headers()
  }

  json(): unknown {
    try {
      const value: unknown = JSON.parse(decoder.decode(this.#request.body))

      // What is nested too deep for the service would exhaust the stack of whoever reads the journal.
      return jsonProblem(value) ? undefined : value
    } catch {
      return undefined // not JSON, so no body pattern matches it
    }
  }

  completeWith({ status, headers, body }: RecordedReply): void {
    this.isStreamed = !isBuffered(body)
    this.#reply = { status, headers, body: isBuffered(body) ? body : null }
    this.duration = this.#clock.ticks() - this.#started
  }

  /** Its approximate memory use, in bytes. */
  get size(): number {
    let size = 1024 + this.#request.search.length + this.path.length

    for (const [name, value] of this.#request.headers()) size += name.length + value.length

    return size + sizeOfBody(this.#request.body) + sizeOfBody(this.#reply?.body)
  }

  /** Assigns the sequence number, and truncates bodies to `limit` bytes; not what an upstream answered, which may become data. */
  finalize(sequence: number, limit: number): void {
    const [request, reply] = [this.#request, this.#reply]

    this.sequence = sequence
    if (request.body) {
      const { length } = request.body

      // A copy, because doors pass views of larger buffers.
      this.#request = { ...request, body: new Uint8Array(request.body.subarray(0, limit)) }
      if (length > limit) this.fullSizes.request = length
    }
    if (reply?.body && !this.isAnsweredUpstream) {
      const chunks = chunksOf(reply.body)
      const size = sizeOf(chunks)

      if (size <= limit) return

      this.#reply = { ...reply, body: beginningOf(chunks, limit) }
      this.fullSizes.reply = size
    }
  }
}

function isBuffered(body: RecordedReply['body']): body is Content | null {
  return body === null || typeof body === 'string' || !(Symbol.asyncIterator in body)
}
