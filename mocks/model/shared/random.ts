import { createStream, type RandomStream } from './random-stream.ts'

/** The distance between two positions: large, so that neighbouring seeds do not share positions. */
const stride = 0x6d2b79f5

/**
 * The random source of a sandbox. Each draw uses a new stream, so the state of the source is one integer. The same seed
 * produces the same numbers in every run and runtime.
 */
export class Random {
  #position: number

  constructor(seed: number) {
    this.#position = seed >>> 0
  }

  /** The state of the source; `restore()` returns to it. */
  get position(): number {
    return this.#position
  }

  restore(position: number): void {
    this.#position = position >>> 0
  }

  /** Returns a function that restores the current state. */
  savepoint(): () => void {
    const position = this.#position

    return () => this.restore(position)
  }

  /** A number in [0, 1). */
  next(): number {
    return this.#draw().next()
  }

  /** An identifier for an entity or an upload. */
  identifier(): string {
    return this.text(22)
  }

  /** Random base64url characters. */
  text(length: number): string {
    return this.#draw().text(length)
  }

  fork(): Random {
    return new Random(this.#position)
  }

  #draw(): RandomStream {
    this.#position = (this.#position + stride) >>> 0

    return createStream(this.#position)
  }
}
