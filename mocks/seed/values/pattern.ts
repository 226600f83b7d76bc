import { maxExpressionLength } from '../../model/shared/expressions.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'

/**
 * Texts that match a regular expression, for properties with a `validation_expression`. It knows literals, classes,
 * groups, alternatives and repetition; what it doesn't know, the caller notices by testing the text.
 */
export function textMatching(expression: string, stream: RandomStream): string | undefined {
  if (expression.length > maxExpressionLength) return undefined

  try {
    return new Sampler(expression, stream).sample()
  } catch {
    return undefined
  }
}

/** Longer texts are implausible; an expression of a few characters can require very long ones. */
const maxPieces = 10_000

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digit = '0123456789'
const printable = `${lower}${upper}${digit} .,-_/@#!?:;()`

const shorthands = new Map([
  ['d', digit],
  ['D', lower],
  ['w', lower + upper + digit],
  ['W', '-'],
  ['s', ' '],
  ['S', lower + digit],
])

/** `{2}`, `{2,}`, `{2,5}`. */
const range = /\{(\d+)(?:(,)(\d*))?\}/y

class Sampler {
  readonly #source: string
  readonly #stream: RandomStream
  #at = 0
  #pieces = 0

  constructor(source: string, stream: RandomStream) {
    this.#source = source
    this.#stream = stream
  }

  sample(): string {
    const text = this.#alternatives()()
    if (this.#at < this.#source.length) throw new Error('An unbalanced parenthesis.')

    return text
  }

  #alternatives(): () => string {
    const choices = [this.#sequence()]
    while (this.#take('|')) choices.push(this.#sequence())

    return () => this.#stream.pick(choices)()
  }

  #sequence(): () => string {
    const parts: (() => string)[] = []
    while (this.#at < this.#source.length && !')|'.includes(this.#peek()))
      parts.push(this.#repeated(this.#atom()))

    return () => parts.map((part) => part()).join('')
  }

  #atom(): () => string {
    const character = this.#next()
    if (character === '^' || character === '$') return () => ''
    if (character === '.') return this.#oneOf(lower + digit)
    if (character === '[') return this.#oneOf(this.#members())
    if (character === '\\') return this.#escaped()
    if (character !== '(') return () => character

    if (this.#take('?') && !this.#take(':'))
      throw new Error('Look-around and named groups are not supported.')
    const inside = this.#alternatives()
    if (!this.#take(')')) throw new Error('A group is not closed.')

    return inside
  }

  #repeated(make: () => string): () => string {
    const [least, most] = this.#bounds()
    this.#take('?')

    return () => {
      const times = this.#stream.between(least, most)

      this.#pieces += times
      if (this.#pieces > maxPieces) throw new Error('The text would be too long.')

      return Array.from({ length: times }, make).join('')
    }
  }

  #bounds(): [number, number] {
    if (this.#take('?')) return [0, 1]
    if (this.#take('*')) return [0, 4]
    if (this.#take('+')) return [1, 5]

    range.lastIndex = this.#at
    const bounds = range.exec(this.#source)
    if (!bounds) return [1, 1]
    this.#at += bounds[0].length
    const least = Number(bounds[1])
    if (bounds[2] === undefined) return [least, least]

    return [least, bounds[3] ? Math.min(Number(bounds[3]), least + 24) : least + 4]
  }

  #members(): string {
    const excludes = this.#take('^')
    let members = ''
    while (!this.#take(']')) {
      const first = this.#member()
      if (this.#peek() === '-' && this.#source[this.#at + 1] !== ']' && first.length === 1) {
        this.#next()
        members += span(first, this.#member())
      } else {
        members += first
      }
    }

    return excludes
      ? Array.from(printable)
          .filter((character) => !members.includes(character))
          .join('')
      : members
  }

  #member(): string {
    const character = this.#next()
    if (character !== '\\') return character
    const escaped = this.#next()

    return shorthands.get(escaped) ?? escaped
  }

  #escaped(): () => string {
    const character = this.#next()
    if (character === 'b' || character === 'B') return () => ''
    if (/[1-9pPuxk]/.test(character)) throw new Error('References and code points are not supported.')
    const shorthand = shorthands.get(character)

    return shorthand ? this.#oneOf(shorthand) : () => character
  }

  #oneOf(characters: string): () => string {
    const choices = Array.from(characters)

    return () => this.#stream.pick(choices)
  }

  #peek(): string {
    return this.#source.charAt(this.#at)
  }

  #next(): string {
    if (this.#at >= this.#source.length) throw new Error('The expression ends too soon.')

    return this.#source.charAt(this.#at++)
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++

    return true
  }
}

function span(first: string, last: string): string {
  const from = first.charCodeAt(0)

  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, step) =>
    String.fromCharCode(from + step),
  ).join('')
}
