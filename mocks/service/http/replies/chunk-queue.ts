import type { StreamChunk } from './reply.ts'

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
