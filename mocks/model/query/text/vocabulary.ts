import { maxLetters, wordsIn } from './words.ts'

/** How texts and their words become keys: as strings, or as numbers of a vocabulary. */
export interface Keys<Key> {
  of(text: string): Key
  ofWords(text: string): Key[]
}

export const textKeys: Keys<string> = { of: (text) => text, ofWords: wordsIn }

/** Numbers texts. It creates no string for a word that it knows, which would take most of the time of an index. */
export class Vocabulary implements Keys<number> {
  /** The text of each number. */
  readonly texts: string[] = []
  readonly #hashes: number[] = []
  /** An open hash table of numbers plus one; at most half of it is used. */
  #table = new Int32Array(1024)

  of(text: string): number {
    let hash = 0

    for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at))

    return this.#numberOf(hash, text, 0, text.length)
  }

  ofWords(text: string): number[] {
    const lower = text.toLowerCase()
    const numbers: number[] = []
    let [start, hash] = [0, 0]

    for (let at = 0; at <= lower.length; at++) {
      const code = at < lower.length ? lower.charCodeAt(at) : space

      if (code >= isInWord.length) return Array.from(wordsIn(text), (word) => this.of(word))
      const isEnd = isInWord[code] === 0

      if (at > start && (isEnd || at - start === maxLetters)) {
        numbers.push(this.#numberOf(hash, lower, start, at))
        start = at
        hash = 0
      }
      if (isEnd) start = at + 1
      else hash = hashWith(hash, code)
    }

    return numbers
  }

  /** The number of a part of a text with this hash. */
  #numberOf(hash: number, text: string, start: number, end: number): number {
    let slot = hash & (this.#table.length - 1)

    for (; ; slot = (slot + 1) & (this.#table.length - 1)) {
      const number = (this.#table[slot] ?? 0) - 1

      if (number === -1) break
      if (this.#hashes[number] === hash && isPart(this.texts[number] ?? '', text, start, end)) return number
    }

    this.#table[slot] = this.texts.push(text.slice(start, end))
    this.#hashes.push(hash)
    if (this.texts.length * 2 > this.#table.length) this.#grow()

    return this.texts.length - 1
  }

  #grow(): void {
    const table = new Int32Array(this.#table.length * 4)

    for (const [number, hash] of this.#hashes.entries()) {
      let slot = hash & (table.length - 1)

      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1)
      table[slot] = number + 1
    }

    this.#table = table
  }
}

const space = 0x20

/** 1 for the letters and digits up to the punctuation of most languages; other texts are split by `wordsIn()`. */
const isInWord = Uint8Array.from({ length: 0x2100 }, (_, code) => wordsIn(String.fromCharCode(code)).length)

/** Multiplies by a prime, and mixes the high bits into the low ones, which choose the slot. */
function hashWith(hash: number, code: number): number {
  const product = Math.imul(hash ^ code, 0x01000193)

  return product ^ (product >>> 15)
}

function isPart(known: string, text: string, start: number, end: number): boolean {
  if (known.length !== end - start) return false

  for (let at = start; at < end; at++) {
    if (known.charCodeAt(at - start) !== text.charCodeAt(at)) return false
  }

  return true
}
