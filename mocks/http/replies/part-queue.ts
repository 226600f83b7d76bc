import type { StreamPart } from './reply.ts'

/** A reader that is slower than this many parts come is cut off; it may come back for what it missed. */
const backlog = 10_000

/**
 * The parts of a stream, as they come. Not a generator: one that waits for its next part can't be stopped before that
 * part comes.
 */
export class PartQueue implements AsyncIterableIterator<StreamPart> {
  readonly #waiting: StreamPart[] = []
  #hasEnded = false
  #stop: (() => void) | undefined
  #resume: ((result: IteratorResult<StreamPart>) => void) | undefined;

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<StreamPart>> {
    const value = this.#waiting.shift()

    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#hasEnded) return Promise.resolve(ended)

    return new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  /** The reader leaves. */
  return(): Promise<IteratorResult<StreamPart>> {
    this.#waiting.length = 0
    this.end()

    return Promise.resolve(ended)
  }

  add(part: StreamPart): void {
    if (this.#hasEnded) return

    const resume = this.#resume

    this.#resume = undefined
    if (resume) resume({ done: false, value: part })
    else if (this.#waiting.push(part) > backlog) this.end()
  }

  /** No more parts come. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#stop?.()
    this.#resume?.(ended)
  }

  /** Calls back when the stream ends, from either side. */
  whenEnded(stop: () => void): void {
    if (this.#hasEnded) stop()
    else this.#stop = stop
  }
}

const ended: IteratorResult<StreamPart> = { done: true, value: undefined }
