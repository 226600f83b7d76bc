import type { StreamChunk, Reply } from './reply.ts'

/** The stream of a slow reader ends when this many chunks are waiting. The reader may reconnect for what it missed. */
const maxWaiting = 10_000

/** A queue of the chunks of a stream. Not a generator, which can't be stopped while it waits for the next chunk. */
export class ChunkQueue implements AsyncIterableIterator<StreamChunk> {
  readonly #waiting: StreamChunk[] = []
  #hasEnded = false
  #error: Error | undefined
  #onEnd: (() => void) | undefined
  #resume: ((result: IteratorResult<StreamChunk> | Promise<never>) => void) | undefined
  readonly #onAwaited: (() => void) | undefined

  /** @param onAwaited called when the reader waits for the next chunk */
  constructor(onAwaited?: () => void) {
    this.#onAwaited = onAwaited
  }

  /** Whether the reader waits for the next chunk. */
  get isAwaited(): boolean {
    return this.#resume !== undefined
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<StreamChunk>> {
    const value = this.#waiting.shift()

    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#hasEnded) return this.#error ? Promise.reject(this.#error) : Promise.resolve(ended)

    return new Promise((resolve) => {
      this.#resume = resolve
      this.#onAwaited?.()
    })
  }

  /** Called when the reader stops reading. */
  return(): Promise<IteratorResult<StreamChunk>> {
    this.#waiting.length = 0
    this.end()

    return Promise.resolve(ended)
  }

  add(chunk: StreamChunk): void {
    if (this.#hasEnded) return

    const resume = this.#resume

    this.#resume = undefined
    if (resume) resume({ done: false, value: chunk })
    else if (this.#waiting.push(chunk) > maxWaiting) this.end()
  }

  /** @param error the reason, if the stream failed */
  end(error?: Error): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#error = error
    this.#onEnd?.()
    this.#resume?.(error ? Promise.reject(error) : ended)
  }

  /** Calls `listener` when the stream ends, from either side. */
  onEnd(listener: () => void): void {
    if (this.#hasEnded) listener()
    else this.#onEnd = listener
  }
}

const ended: IteratorResult<StreamChunk> = { done: true, value: undefined }

export interface ServerSentEvent {
  /** Reconnecting clients send it as `Last-Event-ID`. */
  readonly id?: number
  /** Default `message`. */
  readonly event?: string
  readonly data: unknown
}

interface Followed {
  /** The event after those that it returned before; undefined while there is none. */
  next(): ServerSentEvent | undefined
  /** Calls `listener` when there may be one; returns a function that removes it. */
  onChange(listener: () => void): () => void
}

/**
 * Returns an endless stream of events (`text/event-stream`). An event is made when the reader waits for it: what a slow
 * reader has not read takes no memory.
 */
export function eventStream(followed: Followed): Reply {
  const send = () => {
    const event = followed.next()

    if (event) chunks.add(format(event))
  }
  const chunks = new ChunkQueue(send)

  // Sent immediately, so that the headers are sent too.
  chunks.add('retry: 1000\n\n')
  chunks.onEnd(
    followed.onChange(() => {
      if (chunks.isAwaited) send()
    }),
  )

  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no', // nginx would hold events back
    },
    body: chunks,
  }
}

function format({ id, event, data }: ServerSentEvent): string {
  return [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    `data: ${JSON.stringify(data)}\n\n`,
  ].join('')
}
