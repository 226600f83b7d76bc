import { readJson } from './read-json.ts'
import type { Sliced } from './slices.ts'

/**
 * Parses JSON like `JSON.parse()`, but yields after each record: after each item of a list, and each member of an
 * object or item of a list in it.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export function* parseSlicedJson(text: string): Sliced<unknown> {
  const reader = new Reader(text)

  try {
    const value = yield* valueOf(reader, 2)

    reader.expect('')

    return value
  } catch {
    return readJson(text) // throws an error with the position
  }
}

/** @param levels of objects and lists in which each member and item is parsed separately */
function* valueOf(reader: Reader, levels: number): Sliced<unknown> {
  const first = reader.next()

  if (levels > 0 && first === '[') return yield* listOf(reader)
  if (levels === 2 && first === '{') return yield* objectOf(reader)
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

function* objectOf(reader: Reader): Sliced<object> {
  const members: [string, unknown][] = []

  reader.expect('{')
  if (reader.accept('}')) return {}
  do {
    const name = reader.value()

    if (typeof name !== 'string') throw new SyntaxError('A member has no name.')
    reader.expect(':')
    members.push([name, yield* valueOf(reader, 1)])
  } while (reader.accept(','))
  reader.expect('}')

  return Object.fromEntries(members)
}

const space = /[ \t\n\r]*/y
/** Everything up to a quote, a bracket, or the end of a value. */
const plain = /[^"[\]{},:]*/y
const quoted = /"[^"\\]*(?:\\[^][^"\\]*)*"/y

/** Reads a JSON text value by value. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The next character that is not white space; empty at the end. */
  next(): string {
    this.#skip(space)

    return this.#text.charAt(this.#at)
  }

  /** Skips a sign if it comes next, and returns whether it did. */
  accept(sign: string): boolean {
    const isNext = this.next() === sign

    if (isNext) this.#at += sign.length

    return isNext
  }

  expect(sign: string): void {
    if (!this.accept(sign)) throw new SyntaxError(`Expected "${sign}" at ${this.#at}.`)
  }

  /** The next value. */
  value(): unknown {
    const start = this.#at
    let depth = 0

    do {
      this.#skip(plain)
      const sign = this.#text.charAt(this.#at)

      if (sign === '"') {
        if (!this.#skip(quoted)) break
      } else if (sign === '[' || sign === '{') {
        depth++
        this.#at++
      } else if (sign === '' || depth === 0) break
      else {
        if (sign === ']' || sign === '}') depth--
        this.#at++
      }
    } while (depth > 0)
    if (depth === 0) this.#skip(plain)

    return JSON.parse(this.#text.slice(start, this.#at))
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const isMatch = pattern.test(this.#text)

    if (isMatch) this.#at = pattern.lastIndex

    return isMatch
  }
}
