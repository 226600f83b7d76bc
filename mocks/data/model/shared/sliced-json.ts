import { describeError, readUtf8, slicedJsonProblem, throwIfProblem } from './read-json.ts'
import type { Sliced } from './slices.ts'

/**
 * Parses JSON in UTF-8 like `JSON.parse()`, but yields after each record: each item of a list that is at most two
 * objects deep, as in data files and HTTP Archives, and each other member of these objects.
 *
 * @throws {SyntaxError} when it is not JSON, with the position of the first error
 */
export function* parseSlicedJson(bytes: Uint8Array): Sliced<unknown> {
  const reader = new Reader(bytes)

  try {
    const value = yield* valueOf(reader, 3)

    reader.expect('')

    return value
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    throw new SyntaxError(yield* describeError(readUtf8(bytes)))
  }
}

/** Like `readValidJson()`, but yields like `parseSlicedJson()`. */
export function* readValidSlicedJson(bytes: Uint8Array): Sliced<unknown> {
  const value = yield* parseSlicedJson(bytes)

  throwIfProblem(yield* slicedJsonProblem(value))

  return value
}

/** @param levels of objects, and below them of a list, in which each member and item is parsed separately */
function* valueOf(reader: Reader, levels: number): Sliced<unknown> {
  const first = reader.next()

  if (levels > 0 && first === '[') return yield* listOf(reader)
  if (levels > 1 && first === '{') return yield* objectOf(reader, levels - 1)
  yield

  return reader.value()
}

function* listOf(reader: Reader): Sliced<unknown[]> {
  const items: unknown[] = []

  reader.expect('[')
  if (reader.accept(']')) return items
  do items.push(yield* valueOf(reader, 0))
  while (reader.accept(','))
  reader.expect(']')

  return items
}

function* objectOf(reader: Reader, levels: number): Sliced<object> {
  const members: [string, unknown][] = []

  reader.expect('{')
  if (reader.accept('}')) return {}
  do {
    const name = reader.value()

    if (typeof name !== 'string') throw new SyntaxError('A member has no name.')
    reader.expect(':')
    members.push([name, yield* valueOf(reader, levels)])
  } while (reader.accept(','))
  reader.expect('}')

  return Object.fromEntries(members)
}

const space = /[ \t\n\r]*/y
/** Everything up to a quote, a bracket, or the end of a value. */
const plain = /[^"[\]{},:]*/y
/** Everything up to the end of a string, or an escape in it. */
const unescaped = /[^"\\]*/y

/** How many bytes are decoded at a time, unless a value is longer. */
const pieceSize = 2 ** 20

/** Reads JSON value by value, and decodes it as far as needed. */
class Reader {
  readonly #bytes: Uint8Array
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #decoded = 0
  /** What is decoded, without what was read long ago. */
  #text = ''
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The next character that is not white space; empty at the end. */
  next(): string {
    do this.#at = endOf(space, this.#text, this.#at)
    while (this.#at === this.#text.length && this.#decode())

    return this.#text.charAt(this.#at)
  }

  /** Skips a sign if it comes next, and returns whether it did. */
  accept(sign: string): boolean {
    const isNext = this.next() === sign

    if (isNext) this.#at += sign.length

    return isNext
  }

  expect(sign: string): void {
    if (!this.accept(sign)) throw new SyntaxError(`Expected "${sign}".`)
  }

  /** The next value. */
  value(): unknown {
    let end: number

    do end = endOfValue(this.#text, this.#at)
    while (end === this.#text.length && this.#decode())
    const value: unknown = JSON.parse(this.#text.slice(this.#at, end))

    this.#at = end

    return value
  }

  /** Decodes the next piece: at least as much as is unread, so that a long value is not searched often for its end. */
  #decode(): boolean {
    if (this.#decoded === this.#bytes.length) return false

    const unread = this.#text.slice(this.#at)
    const piece = this.#bytes.subarray(this.#decoded, this.#decoded + Math.max(pieceSize, unread.length))

    this.#decoded += piece.length
    this.#text = unread + this.#decoder.decode(piece, { stream: this.#decoded < this.#bytes.length })
    this.#at = 0

    return true
  }
}

/** Where the value at a position ends: at the end of the text if that comes first. */
function endOfValue(text: string, start: number): number {
  let at = start
  let depth = 0

  do {
    at = endOf(plain, text, at)
    const sign = text.charAt(at)

    if (sign === '' || (depth === 0 && ',:]}'.includes(sign))) return at
    if (sign === '"') at = endOfString(text, at)
    else {
      if (sign === '[' || sign === '{') depth++
      else if (sign === ']' || sign === '}') depth--
      at++
    }
  } while (depth > 0)

  return endOf(plain, text, at)
}

/** A loop, since a pattern that repeats a group has a limit, which a string of millions of escapes reaches. */
function endOfString(text: string, start: number): number {
  let at = endOf(unescaped, text, start + 1)

  while (text.charAt(at) === '\\') at = endOf(unescaped, text, at + 2)

  return Math.min(at + 1, text.length)
}

/** Where a pattern that matches at every position ends. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = Math.min(at, text.length)
  pattern.test(text)

  return pattern.lastIndex
}
