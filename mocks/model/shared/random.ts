const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The random source of a sandbox (mulberry32): the same seed gives the same numbers, in every run and runtime. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Where the source stands; `rewind()` to it gives the same numbers again. */
  get position(): number {
    return this.#state
  }

  rewind(position: number): void {
    this.#state = position >>> 0
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)

    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Text of base64url letters, such as the 22 of a generated identifier. */
  text(length: number): string {
    return Array.from({ length }, () => alphabet[Math.floor(this.next() * alphabet.length)]).join('')
  }

  fork(): Random {
    return new Random(this.#state)
  }
}
