import { withHeaders } from '../../../data/model/exchanges/exchange.ts'
import QuickLRU from 'quick-lru'
import type { Sandboxes } from '../../../sandbox/sandboxes.ts'
import type { Service } from '../../../service/http/service.ts'
import type { ServiceRequest } from '../../../service/http/service-request.ts'
import { ChunkQueue } from '../../../service/http/replies/event-stream.ts'
import { bytesOf } from '../../../data/model/shared/bytes.ts'
import { messageOf } from '../../../data/model/shared/errors.ts'
import {
  isStream,
  type Reply,
  type StreamChunk,
  unexpectedReply,
} from '../../../service/http/replies/reply.ts'
import { randomUuid } from './random-uuid.ts'

/** Handles the requests of a page. */
export interface Backend {
  readonly handle: HandleRequest
  /** The sandboxes, if they are in this page. */
  readonly sandboxes?: Sandboxes | undefined
  close(): void
}

type Message =
  /** A tab has become the leader; the others resend their pending requests to it. */
  | { readonly kind: 'leader' }
  /** A tab that was opened looks for the leader, which confirms that it exists. */
  | { readonly kind: 'find leader' | 'leader exists' }
  | { readonly kind: 'request'; readonly id: string; readonly request: PackedRequest }
  | { readonly kind: 'reply'; readonly id: string; readonly reply: PackedReply }
  | { readonly kind: 'chunk'; readonly id: string; readonly chunk: StreamChunk }
  /** A stream has ended; with an error if it failed. */
  | { readonly kind: 'end'; readonly id: string; readonly error?: Error }
  /** A tab no longer reads a stream. */
  | { readonly kind: 'cancel'; readonly id: string }

interface PendingRequest {
  readonly request: PackedRequest
  readonly resolve: (reply: Reply | Promise<Reply>) => void
}

/**
 * One backend for all tabs: the tab that holds the lock of this name opens it and handles the requests of all. When
 * it closes, the browser gives the lock to another one, which opens the stored backend.
 *
 * Where there are no locks (insecure origins, frames without storage), each tab opens the backend for itself.
 */
export async function shareBackend(name: string, open: () => Promise<Backend>): Promise<Backend> {
  if (!('locks' in navigator)) return open()

  const tab = new Tab(name, open)

  try {
    await tab.ready

    return tab
  } catch (error) {
    tab.close()
    if (error instanceof DOMException && error.name === 'SecurityError') return open()
    throw error
  }
}

class Tab implements Backend {
  readonly #channel: BroadcastChannel
  readonly #open: () => Promise<Backend>
  readonly #closing = new AbortController()
  readonly #pending = new Map<string, PendingRequest>()
  /** Ids of the last requests that this tab, as the leader, has handled: one that was sent before may be sent again. */
  readonly #handled = new QuickLRU<string, true>({ maxSize: 1000 })
  /** Streams that this tab gets from the leader. */
  readonly #received = new Map<string, ChunkQueue>()
  /** Streams that this tab, as the leader, sends to others. */
  readonly #sent = new Map<string, AsyncIterator<StreamChunk>>()
  #backend: Backend | undefined
  /** Resolves once there is a leader, which may be this tab. */
  readonly ready: Promise<void>

  constructor(name: string, open: () => Promise<Backend>) {
    this.#open = open
    this.#channel = new BroadcastChannel(name)
    this.ready = new Promise((resolve, reject) => {
      this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data.kind === 'leader' || data.kind === 'leader exists') resolve()
        this.#onMessage(data)
      })
      this.#send({ kind: 'find leader' })
      navigator.locks
        .request(name, { signal: this.#closing.signal }, () => this.#becomeLeader(resolve))
        .catch((error: unknown) => {
          if (!this.#closing.signal.aborted) reject(error)
        })
    })
    // The tab that started the sandbox reports the error; a later leader has no caller waiting.
    this.ready.catch(() => {})
    addEventListener('pagehide', () => this.#leaveStreams(), { signal: this.#closing.signal })
  }

  get sandboxes(): Sandboxes | undefined {
    return this.#backend?.sandboxes
  }

  handle(...call: Parameters<HandleRequest>): Reply | Promise<Reply> {
    if (this.#backend) return this.#backend.handle(...call)

    // All tabs receive every reply, so no two requests may have the same id.
    const id = randomUuid()

    return new Promise((resolve) => {
      const packed = packRequest(call[0])

      this.#pending.set(id, { request: packed, resolve })
      this.#send({ kind: 'request', id, request: packed })
    })
  }

  close(): void {
    this.#leaveStreams()
    this.#closing.abort()
    this.#channel.close()
    this.#backend?.close()
  }

  /** Opens the backend as the leader, and holds the lock until this tab is closed. */
  async #becomeLeader(ready: () => void): Promise<void> {
    this.#backend = await this.#open()
    ready()
    this.#send({ kind: 'leader' })
    this.#endReceived()
    for (const [id, { request, resolve }] of this.#pending) {
      this.#pending.delete(id)
      resolve(this.#backend.handle(withHeaders(request, request.headers)))
    }

    await new Promise<void>((resolve) => {
      if (this.#closing.signal.aborted) resolve()
      this.#closing.signal.addEventListener('abort', () => resolve())
    })
  }

  #onMessage(message: Message): void {
    switch (message.kind) {
      case 'leader':
        this.#endReceived()
        for (const [id, { request }] of this.#pending) this.#send({ kind: 'request', id, request })
        break
      case 'find leader':
        if (this.#backend) this.#send({ kind: 'leader exists' })
        break
      case 'leader exists':
        break
      case 'request':
        if (!this.#backend || this.#handled.has(message.id)) break
        this.#handled.set(message.id, true)
        void this.#reply(this.#backend, message.id, message.request)
        break
      case 'reply':
        this.#takeReply(message.id, message.reply)
        break
      case 'chunk':
        this.#received.get(message.id)?.add(message.chunk)
        break
      case 'end':
        this.#endReceived(message.id, message.error)
        break
      case 'cancel':
        void this.#sent.get(message.id)?.return?.()
        break
    }
  }

  async #reply(backend: Backend, id: string, request: PackedRequest): Promise<void> {
    const { body, ...rest } = await handled(backend, withHeaders(request, request.headers))

    if (!isStream(body)) {
      const content = body === null ? null : bytesOf(body)

      return this.#send({ kind: 'reply', id, reply: { ...rest, body: content, isStream: false } })
    }

    const chunks = body[Symbol.asyncIterator]()

    this.#sent.set(id, chunks)
    this.#send({ kind: 'reply', id, reply: { ...rest, body: null, isStream: true } })
    try {
      for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) {
        this.#send({ kind: 'chunk', id, chunk: chunk.value })
      }
      this.#send({ kind: 'end', id })
    } catch (error) {
      this.#send({ kind: 'end', id, error: new Error(messageOf(error)) })
    } finally {
      this.#sent.delete(id)
    }
  }

  #takeReply(id: string, { isStream, ...reply }: PackedReply): void {
    const pending = this.#pending.get(id)

    if (!pending) return
    this.#pending.delete(id)

    if (!isStream) return pending.resolve(reply)

    const chunks = new ChunkQueue()

    chunks.onEnd(() => {
      if (this.#received.delete(id)) this.#send({ kind: 'cancel', id })
    })
    this.#received.set(id, chunks)
    pending.resolve({ ...reply, body: chunks })
  }

  /** Ends a stream from the leader, or all of them. */
  #endReceived(id?: string, error?: Error): void {
    const ids = id === undefined ? [...this.#received.keys()] : [id]

    for (const each of ids) {
      const chunks = this.#received.get(each)

      // Deleted first, so that its end is not sent to the leader.
      this.#received.delete(each)
      chunks?.end(error)
    }
  }

  #leaveStreams(): void {
    for (const chunks of this.#received.values()) chunks.end()
  }

  #send(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    this.#channel.postMessage(message)
  }
}

async function handled(backend: Backend, request: ServiceRequest): Promise<Reply> {
  try {
    const reply = await backend.handle(request)

    // What is sent later can't be sent to another tab before.
    return (await reply.later) ?? reply
  } catch (error) {
    return unexpectedReply(error, request)
  }
}

/** Handles a request of the page, by the service in this tab or in the leader. */
export type HandleRequest = Service['handle']

/** A request that can be sent to another tab. */
type PackedRequest = ReturnType<typeof packRequest>

/** A reply that can be sent to another tab; the chunks of a stream follow it. */
interface PackedReply extends Omit<Reply, 'body'> {
  readonly body: Uint8Array | null
  readonly isStream: boolean
}

export function packRequest(request: ServiceRequest) {
  const { method, baseUrl, path, search, body } = request

  return { method, baseUrl, path, search, body, headers: [...request.headers()] }
}
