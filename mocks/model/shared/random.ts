import { createStream, type RandomStream } from './random-stream.ts'

/** Far apart from one position to the next (the golden ratio of 32 bits), so that neighbouring seeds share nothing. */
const stride = 0x6d2b79f5

/**
 * The random source of a sandbox: each draw is from a stream of its own, so one integer is the state of the source. The
 * same seed gives the same numbers, in every run and runtime.
 */
export class Random {
  #position: number

  constructor(seed: number) {
    this.#position = seed >>> 0
  }

  /** The state of the source; `restore()` to it gives the same numbers again. */
  get position(): number {
    return this.#position
  }

  restore(position: number): void {
    this.#position = position >>> 0
  }

  /** Returns a function that restores the present state. */
  savepoint(): () => void {
    const position = this.#position

    return () => this.restore(position)
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    return this.#draw().next()
  }

  /** Text of base64url letters, such as the 22 of a generated identifier. */
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
