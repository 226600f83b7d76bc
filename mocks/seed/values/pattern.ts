import { maxExpressionLength } from '../../model/shared/regular-expressions.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'

/**
 * Generates a text that matches a regular expression, for properties with a `validation_expression`. Supports literals,
 * classes, groups, alternatives and repetition. Ignores anchors and word boundaries, so the text may not match.
 * Undefined for other syntax, or when the text would be too long.
 */
export function textMatching(expression: string, stream: RandomStream): string | undefined {
  if (expression.length > maxExpressionLength) return undefined

  try {
    return new Sampler(expression, stream).sample()
  } catch {
    return undefined
  }
}

/** A limit, since a short expression can require a very long text. */
const maxRepetitions = 10_000

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
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['p{L}', lower + upper],
  ['p{Ll}', lower],
  ['p{Lu}', upper],
  ['p{N}', digit],
  ['p{Nd}', digit],
])

/** What follows a backslash: `d`, `p{Lu}`. */
const escape = /p\{\w+\}|[^]/y

/** `{2}`, `{2,}`, `{2,5}`. */
const quantifier = /\{(\d+)(?:(,)(\d*))?\}/y

class Sampler {
  readonly #source: string
  readonly #stream: RandomStream
  #position = 0
  #repetitions = 0

  constructor(source: string, stream: RandomStream) {
    this.#source = source
    this.#stream = stream
  }

  sample(): string {
    const text = this.#alternatives()()
    if (this.#position < this.#source.length) throw new Error('An unbalanced parenthesis.')

    return text
  }

  #alternatives(): () => string {
    const choices = [this.#sequence()]
    while (this.#consume('|')) choices.push(this.#sequence())

    return () => this.#stream.pick(choices)()
  }

  #sequence(): () => string {
    const parts: (() => string)[] = []
    while (this.#position < this.#source.length && !')|'.includes(this.#peek()))
      parts.push(this.#repeated(this.#atom()))

    return () => parts.map((part) => part()).join('')
  }

  #atom(): () => string {
    const character = this.#next()
    if (character === '^' || character === '$') return () => ''
    if (character === '.') return this.#oneOf(lower + digit)
    if (character === '[') return this.#oneOf(this.#classCharacters())
    if (character === '\\') return this.#escaped()
    if (character !== '(') return () => character

    if (this.#consume('?') && !this.#consume(':'))
      throw new Error('Look-around and named groups are not supported.')
    const inside = this.#alternatives()
    if (!this.#consume(')')) throw new Error('A group is not closed.')

    return inside
  }

  #repeated(make: () => string): () => string {
    const [min, max] = this.#bounds()
    this.#consume('?')

    return () => {
      const times = this.#stream.between(min, max)

      this.#repetitions += times
      if (this.#repetitions > maxRepetitions) throw new Error('The text would be too long.')

      return Array.from({ length: times }, make).join('')
    }
  }

  #bounds(): [number, number] {
    if (this.#consume('?')) return [0, 1]
    if (this.#consume('*')) return [0, 4]
    if (this.#consume('+')) return [1, 5]

    quantifier.lastIndex = this.#position
    const bounds = quantifier.exec(this.#source)
    if (!bounds) return [1, 1]
    this.#position += bounds[0].length
    const min = Number(bounds[1])
    if (bounds[2] === undefined) return [min, min]

    return [min, bounds[3] ? Math.min(Number(bounds[3]), min + 24) : min + 4]
  }

  #classCharacters(): string {
    const excludes = this.#consume('^')
    let members = ''
    while (!this.#consume(']')) {
      const first = this.#classMember()
      if (this.#peek() === '-' && this.#source[this.#position + 1] !== ']' && first.length === 1) {
        this.#next()
        members += characterRange(first, this.#classMember())
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

  #classMember(): string {
    return this.#consume('\\') ? this.#escapedCharacters() : this.#next()
  }

  #escaped(): () => string {
    return this.#consume('b') || this.#consume('B') ? () => '' : this.#oneOf(this.#escapedCharacters())
  }

  /** The characters that an escape stands for, in a class or outside. */
  #escapedCharacters(): string {
    escape.lastIndex = this.#position
    const [name] = escape.exec(this.#source) ?? ['']
    const characters = shorthands.get(name)
    if (characters === undefined && !/^\W/.test(name)) throw new Error(`\\${name} is not supported.`)
    this.#position += name.length

    return characters ?? name
  }

  #oneOf(characters: string): () => string {
    const choices = Array.from(characters)

    return () => this.#stream.pick(choices)
  }

  #peek(): string {
    return this.#source.charAt(this.#position)
  }

  #next(): string {
    if (this.#position >= this.#source.length) throw new Error('The expression ends unexpectedly.')

    return this.#source.charAt(this.#position++)
  }

  #consume(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#position++

    return true
  }
}

function characterRange(first: string, last: string): string {
  const from = first.charCodeAt(0)

  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, step) =>
    String.fromCharCode(from + step),
  ).join('')
}
