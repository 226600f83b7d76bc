import { beginningOf, bytesOf, isBytes, chunksOf, sizeOf, type Content } from '../../model/shared/bytes.ts'
import type { Clock } from '../time/clock.ts'
import type { RequestFacts } from '../faults/request-pattern.ts'
import type { Warning } from '../validation.ts'

/** A request, as far as the journal is concerned. */
export interface RecordedRequest {
  readonly method: string
  readonly origin: string
  readonly search: string
  readonly body: Uint8Array | undefined
  header(name: string): string | undefined
  headers(): Iterable<readonly [name: string, value: string]>
}

/** A reply, as far as the journal is concerned. */
export interface RecordedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Content | AsyncIterable<string | Uint8Array> | null
}

/** The reason why no route matched, and the nearest one. */
export interface Unmatched {
  readonly nearest: { readonly methods: readonly string[]; readonly path: string }
  readonly reason: string
}

/** A recorded body: whole, or its beginning. */
export interface RecordedBody {
  readonly content: Uint8Array
  /** Bytes of the whole body. */
  readonly size: number
  readonly isTruncated: boolean
}

/** An entry as plain data. */
export interface PackedEntry {
  readonly path: string
  readonly time: number
  readonly request: Omit<RecordedRequest, 'header' | 'headers'> & {
    readonly headers: readonly (readonly [name: string, value: string])[]
  }
  readonly reply: (Omit<RecordedReply, 'body'> & { readonly body: string | Uint8Array | null }) | undefined
  readonly isStreamed: boolean
  readonly cut: { readonly request?: number; readonly reply?: number } | undefined
  readonly learnt: Pick<
    JournalEntry,
    'sequence' | 'user' | 'route' | 'unmatched' | 'warnings' | 'faults' | 'scenario' | 'duration'
  >
}

const decoder = new TextDecoder()

/**
 * One request on its way through the service, and what became of it. The service fills it in as it learns more;
 * once it is in the journal it does not change.
 */
export class JournalEntry implements RequestFacts {
  readonly sandbox: string
  /** Path below the base URL and the sandbox's prefix, as sent. */
  readonly path: string
  /** When it came, on the sandbox's clock: milliseconds since 1970. */
  readonly time: number
  readonly #clock: Clock
  readonly #started: number
  #request: RecordedRequest
  #reply: RecordedReply | undefined = undefined
  #cut: { request?: number; reply?: number } | undefined = undefined

  sequence = 0
  /** Name of the user it comes from. */
  user: string | undefined = undefined
  /** Path of the matched route. */
  route: string | undefined = undefined
  unmatched: Unmatched | undefined = undefined
  /** The invalid and ignored parts of the request. */
  warnings: Warning[] | undefined = undefined
  /** Ids of the faults that it met. */
  faults: readonly string[] | undefined = undefined
  /** The scenario that the sandbox was in. */
  scenario: string | undefined = undefined
  /** Milliseconds it took. */
  duration = 0

  /** @param sandbox with the time for one that came earlier */
  constructor(request: RecordedRequest, path: string, sandbox: { id: string; clock: Clock; time?: number }) {
    this.sandbox = sandbox.id
    this.path = path
    this.#request = request
    this.#clock = sandbox.clock
    this.time = sandbox.time ?? sandbox.clock.now()
    this.#started = sandbox.clock.ticks()
  }

  static unpack(packed: PackedEntry, sandbox: { id: string; clock: Clock }): JournalEntry {
    const { path, time, request, reply, isStreamed, cut, learnt } = packed
    const values = new Map(request.headers)
    const recorded = {
      ...request,
      header: (name: string) => values.get(name),
      headers: () => request.headers,
    }
    const entry = new JournalEntry(recorded, path, { id: sandbox.id, clock: sandbox.clock, time })

    entry.#reply = reply && (isStreamed ? { ...reply, body: streamed() } : reply)
    entry.#cut = cut

    return Object.assign(entry, learnt)
  }

  /** The entry as plain data, to be taken elsewhere. */
  pack(): PackedEntry {
    const { sequence, user, route, unmatched, warnings, faults, scenario, duration, path, time } = this
    const { method, origin, search, body } = this.#request
    const isStreamed = this.responseBody === 'streamed'
    const content = this.#reply?.body

    return {
      path,
      time,
      request: { method, origin, search, body, headers: [...this.#request.headers()] },
      reply: this.#reply && {
        status: this.#reply.status,
        headers: { ...this.#reply.headers },
        body: content && isWhole(content) ? bytesOf(content) : null,
      },
      isStreamed,
      cut: this.#cut,
      learnt: { sequence, user, route, unmatched, warnings, faults, scenario, duration },
    }
  }

  get method(): string {
    return this.#request.method
  }

  get origin(): string {
    return this.#request.origin
  }

  get search(): string {
    return this.#request.search
  }

  /** The value of its header `X-Sandbox-Source`: `console` for requests of the console. */
  get source(): string | undefined {
    return this.#request.header('x-sandbox-source')
  }

  get status(): number {
    return this.#reply?.status ?? 0
  }

  get responseHeaders(): Readonly<Record<string, string>> {
    return this.#reply?.headers ?? {}
  }

  get requestBody(): RecordedBody | undefined {
    return recordedBody(this.#request.body, this.#cut?.request)
  }

  /** The body of the response; `streamed` when it was sent bit by bit, and so not recorded. */
  get responseBody(): RecordedBody | 'streamed' | undefined {
    const body = this.#reply?.body ?? undefined

    if (body !== undefined && !isWhole(body)) return 'streamed'

    return recordedBody(body, this.#cut?.reply)
  }

  header(name: string): string | undefined {
    return this.#request.header(name)
  }

  headers(): Iterable<readonly [name: string, value: string]> {
    return this.#request.headers()
  }

  json(): unknown {
    try {
      return JSON.parse(decoder.decode(this.#request.body))
    } catch {
      return undefined // no JSON, so it matches no JSON
    }
  }

  completeWith(reply: RecordedReply): void {
    this.#reply = reply
    this.duration = this.#clock.ticks() - this.#started
  }

  /** Bytes that it takes, about. */
  get size(): number {
    let size = 1024 + this.#request.search.length + this.path.length

    for (const [name, value] of this.#request.headers()) size += name.length + value.length

    return size + sizeOfBody(this.#request.body) + sizeOfBody(this.#reply?.body)
  }

  /** Gives the entry its place in the journal, with a copy of the first `limit` bytes of bodies. */
  file(sequence: number, limit: number): void {
    const [request, reply] = [this.#request, this.#reply]

    this.sequence = sequence
    if (request.body) {
      const { length } = request.body

      // A copy: doors hand over views of larger buffers.
      this.#request = { ...request, body: new Uint8Array(request.body.subarray(0, limit)) }
      if (length > limit) this.#cut = { request: length }
    }
    if (reply?.body && isWhole(reply.body)) {
      const chunks = chunksOf(reply.body)
      const size = sizeOf(chunks)

      if (size <= limit) return

      this.#reply = { ...reply, body: beginningOf(chunks, limit) }
      this.#cut = { ...this.#cut, reply: size }
    }
  }
}

function sizeOfBody(body: RecordedReply['body'] | undefined): number {
  if (!body || !isWhole(body)) return 0

  return typeof body === 'string' || isBytes(body) ? body.length : sizeOf(body)
}

/** In place of a stream, which is not recorded. */
async function* streamed(): AsyncGenerator<string> {}

function isWhole(body: Content | AsyncIterable<unknown>): body is Content {
  return typeof body === 'string' || !(Symbol.asyncIterator in body)
}

function recordedBody(body: Content | undefined, wholeSize?: number): RecordedBody | undefined {
  const content = bytesOf(body ?? '')

  if (content.length === 0) return undefined

  return { content, size: wholeSize ?? content.length, isTruncated: wholeSize !== undefined }
}
