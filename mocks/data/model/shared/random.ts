const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * A reproducible stream of random numbers (sfc32). Streams are cheap, so each record and each of its properties has a
 * stream of its own: the numbers that one draws never shift those of another.
 */
export class RandomStream {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(a: number, b: number, c: number) {
    this.#a = a
    this.#b = b
    this.#c = c
    for (let round = 0; round < 12; round++) this.uint32()
  }

  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum

    return sum >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    return this.uint32() / 4_294_967_296
  }

  /** An integer from 0 to `end`, exclusive. */
  int(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** An integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number {
    return low + this.int(high - low + 1)
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const picked = list[this.int(list.length)]
    if (picked === undefined) throw new Error('Failed to pick: the list is empty.')

    return picked
  }

  /** Random base64url characters. An identifier has 22, the length of an unpadded 128-bit value. */
  text(length: number): string {
    let text = ''
    while (text.length < length) {
      let bits = this.uint32()
      for (let taken = 0; taken < 5 && text.length < length; taken++, bits >>>= 6) {
        text += characters.charAt(bits & 63)
      }
    }

    return text
  }
}

/** Returns the stream for a seed and labels, such as a definition name and an index. */
export function createStream(seed: number, ...labels: (string | number)[]): RandomStream {
  let a = mix(0x9e3779b9, seed)
  let b = mix(0x243f6a88, seed)
  for (const label of labels) {
    const value = typeof label === 'number' ? label : hashOf(label)
    a = mix(a + 0x6d2b79f5, value)
    b = mix(b ^ 0x5bd1e995, value)
  }

  return new RandomStream(a, b, a ^ b)
}

/** A 32-bit hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }

  return hash >>> 0
}

/** Spreads every bit of the value over the state (lowbias32). */
function mix(state: number, value: number): number {
  let mixed = state ^ value ^ Math.floor(value / 4_294_967_296)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)

  return (mixed ^ (mixed >>> 15)) >>> 0
}

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
