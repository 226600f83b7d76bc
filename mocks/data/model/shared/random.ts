import { createStream, type RandomStream } from './random-stream.ts'

/** The distance between two positions: large, so that neighbouring seeds do not share positions. */
const stride = 0x6d2b79f5

/**
 * The random source of a sandbox. Each draw uses a new stream, so the state of the source is one integer. The same seed
 * produces the same numbers in every run and runtime.
 */
export class Random {
  #position: number

  /** @param seed or the state of another source, which it continues */
  constructor(seed: number) {
    this.#position = seed >>> 0
  }

  /** Its position, to which it can be set again. */
  get state(): number {
    return this.#position
  }

  set state(position: number) {
    this.#position = position >>> 0
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

  #draw(): RandomStream {
    this.#position = (this.#position + stride) >>> 0

    return createStream(this.#position)
  }
}
