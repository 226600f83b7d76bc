import type { ServiceRequest } from '../../http/request.ts'
import { isStream, type Reply, type StreamPart } from '../../http/replies/reply.ts'
import { PartQueue } from '../../http/replies/part-queue.ts'
import { bytesOf } from '../../model/shared/bytes.ts'
import { packRequest, unpackRequest, type PackedReply, type PackedRequest } from './packed.ts'
import type { HandleRequest } from '../answer.ts'
import { randomUuid } from './random-uuid.ts'

/** Answers the requests of a page. */
export interface Backend {
  readonly answer: HandleRequest
  close(): void
}

type Message =
  /** A tab has come to lead; whatever was asked before and not answered is asked again. */
  | { readonly kind: 'leads' }
  /** A tab wants to know whether one leads. */
  | { readonly kind: 'who leads' }
  | { readonly kind: 'asks'; readonly id: string; readonly request: PackedRequest }
  | { readonly kind: 'answers'; readonly id: string; readonly reply: PackedReply }
  | { readonly kind: 'part'; readonly id: string; readonly part: StreamPart }
  | { readonly kind: 'end'; readonly id: string }
  /** A tab has lost interest in a stream. */
  | { readonly kind: 'leaves'; readonly id: string }

interface Question {
  readonly request: PackedRequest
  readonly resolve: (reply: Reply) => void
}

/**
 * One backend for all tabs: the tab that holds the lock of this name opens it and answers, for the others as well. When
 * it goes, the browser gives the lock to another one, which opens the backend as it was kept.
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
  readonly #questions = new Map<string, Question>()
  /** Streams that this tab gets from the leading one. */
  readonly #received = new Map<string, PartQueue>()
  /** Streams that this tab, leading, sends to others. */
  readonly #sent = new Map<string, AsyncIterator<StreamPart>>()
  #backend: Backend | undefined
  /** When there is a tab that leads, be it this one. */
  readonly ready: Promise<void>

  constructor(name: string, open: () => Promise<Backend>) {
    this.#open = open
    this.#channel = new BroadcastChannel(name)
    this.ready = new Promise((resolve, reject) => {
      this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data.kind === 'leads') resolve()
        this.#hear(data)
      })
      this.#send({ kind: 'who leads' })
      navigator.locks
        .request(name, { signal: this.#closing.signal }, () => this.#lead(resolve))
        .catch((error: unknown) => {
          if (!this.#closing.signal.aborted) reject(error)
        })
    })
    // The tab that started the sandbox reports the error; a tab that leads later has no caller waiting.
    this.ready.catch(() => {})
    addEventListener('pagehide', () => this.#leaveStreams(), { signal: this.#closing.signal })
  }

  answer(request: ServiceRequest): Reply | Promise<Reply> {
    if (this.#backend) return this.#backend.answer(request)

    // All tabs hear every answer, so no two questions may have the same id.
    const id = randomUuid()

    return new Promise((resolve) => {
      const packed = packRequest(request)

      this.#questions.set(id, { request: packed, resolve })
      this.#send({ kind: 'asks', id, request: packed })
    })
  }

  close(): void {
    this.#leaveStreams()
    this.#closing.abort()
    this.#channel.close()
    this.#backend?.close()
  }

  /** Holds the lock until this tab is closed. */
  async #lead(ready: () => void): Promise<void> {
    this.#backend = await this.#open()
    ready()
    this.#send({ kind: 'leads' })
    this.#endReceived()
    for (const [id, { request, resolve }] of this.#questions) {
      this.#questions.delete(id)
      resolve(await this.#backend.answer(unpackRequest(request)))
    }

    await new Promise<void>((resolve) => {
      if (this.#closing.signal.aborted) resolve()
      this.#closing.signal.addEventListener('abort', () => resolve())
    })
  }

  #hear(message: Message): void {
    switch (message.kind) {
      case 'leads':
        this.#endReceived()
        for (const [id, { request }] of this.#questions) this.#send({ kind: 'asks', id, request })
        break
      case 'who leads':
        if (this.#backend) this.#send({ kind: 'leads' })
        break
      case 'asks':
        if (this.#backend) void this.#reply(this.#backend, message.id, message.request)
        break
      case 'answers':
        this.#takeReply(message.id, message.reply)
        break
      case 'part':
        this.#received.get(message.id)?.add(message.part)
        break
      case 'end':
        this.#endReceived(message.id)
        break
      case 'leaves':
        void this.#sent.get(message.id)?.return?.()
        break
    }
  }

  async #reply(backend: Backend, id: string, request: PackedRequest): Promise<void> {
    const { body, ...rest } = await backend.answer(unpackRequest(request))

    if (!isStream(body)) {
      const content = body === null ? null : bytesOf(body)

      return this.#send({ kind: 'answers', id, reply: { ...rest, body: content, isStream: false } })
    }

    const parts = body[Symbol.asyncIterator]()

    this.#sent.set(id, parts)
    this.#send({ kind: 'answers', id, reply: { ...rest, body: null, isStream: true } })
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      this.#send({ kind: 'part', id, part: part.value })
    }
    this.#sent.delete(id)
    this.#send({ kind: 'end', id })
  }

  #takeReply(id: string, { isStream, ...reply }: PackedReply): void {
    const question = this.#questions.get(id)

    if (!question) return
    this.#questions.delete(id)

    if (!isStream) return question.resolve(reply)

    const parts = new PartQueue()

    parts.whenEnded(() => {
      if (this.#received.delete(id)) this.#send({ kind: 'leaves', id })
    })
    this.#received.set(id, parts)
    question.resolve({ ...reply, body: parts })
  }

  /** Ends a stream from the tab that leads, or all of them. */
  #endReceived(id?: string): void {
    const ids = id === undefined ? [...this.#received.keys()] : [id]

    for (const each of ids) {
      const parts = this.#received.get(each)

      // Deleted first, so that its end is not told to the tab it comes from.
      this.#received.delete(each)
      parts?.end()
    }
  }

  #leaveStreams(): void {
    for (const parts of this.#received.values()) parts.end()
  }

  #send(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    this.#channel.postMessage(message)
  }
}
