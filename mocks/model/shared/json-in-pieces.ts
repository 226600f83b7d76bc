import { readJson } from './read-json.ts'
import type { Sliced } from './slices.ts'

/**
 * Parses JSON like `JSON.parse()`, but in steps of one record: an object's members and a
 * list's items are read one by one, and the items of lists in the object's members.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export function* parseInPieces(text: string): Sliced<unknown> {
  const reader = new Reader(text)

  try {
    const value = yield* valueOf(reader, 2)

    reader.expect('')

    return value
  } catch {
    return readJson(text) // which says what is wrong, and where
  }
}

/** @param levels of objects and lists that are read piece by piece */
function* valueOf(reader: Reader, levels: number): Sliced<unknown> {
  const first = reader.next()

  if (levels > 0 && first === '[') return yield* listOf(reader)
  if (levels === 2 && first === '{') return yield* objectOf(reader)
  yield

  return reader.whole()
}

function* listOf(reader: Reader): Sliced<unknown[]> {
  const items: unknown[] = []

  reader.expect('[')
  if (reader.has(']')) return items
  do items.push(yield* valueOf(reader, 0))
  while (reader.has(','))
  reader.expect(']')

  return items
}

function* objectOf(reader: Reader): Sliced<object> {
  const members: [string, unknown][] = []

  reader.expect('{')
  if (reader.has('}')) return {}
  do {
    const name = reader.whole()

    if (typeof name !== 'string') throw new SyntaxError('A member has no name.')
    reader.expect(':')
    members.push([name, yield* valueOf(reader, 1)])
  } while (reader.has(','))
  reader.expect('}')

  return Object.fromEntries(members)
}

const space = /[ \t\n\r]*/y
/** All up to a quote, a bracket, or what ends a value. */
const plain = /[^"[\]{},:]*/y
const quoted = /"[^"\\]*(?:\\[^][^"\\]*)*"/y

/** Goes through a text of JSON value by value. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The next character; none at the end. */
  next(): string {
    this.#skip(space)

    return this.#text.charAt(this.#at)
  }

  has(sign: string): boolean {
    const isNext = this.next() === sign

    if (isNext) this.#at += sign.length

    return isNext
  }

  expect(sign: string): void {
    if (!this.has(sign)) throw new SyntaxError(`There is no "${sign}" at ${this.#at}.`)
  }

  /** The next value. */
  whole(): unknown {
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
    const isThere = pattern.test(this.#text)

    if (isThere) this.#at = pattern.lastIndex

    return isThere
  }
}
