import { InvalidRequest } from '../../shared/errors.ts'
import { shortened } from '../../shared/suggestion.ts'

/** A token of an expression. The text of a quoted one is unquoted and unescaped. */
export interface Token {
  /** `value`: a number or a date without quotes. */
  readonly kind: 'word' | 'text' | 'value' | 'punctuation' | 'end'
  readonly text: string
  /** Offset in the expression, from 0. */
  readonly at: number
  /** Offset of its end, exclusive. */
  readonly end: number
}

/** 400: a mistake in an expression, with the position (from 1), what was expected and what was found. */
export function mistake(expected: string, found: Omit<Token, 'end'>, hint = ''): InvalidRequest {
  const quote = found.kind === 'text' ? "'" : ''
  const text = found.kind === 'end' ? 'the end' : `${quote}${shortened(found.text)}${quote}`

  return new InvalidRequest({
    query: `Expected ${expected} at position ${found.at + 1}, not ${text}. ${hint}`.trimEnd(),
  })
}

/** The maximum number of characters of an expression. */
const maxLength = 20_000

const whitespace = /\s*/y
const word = /[\p{L}_][\p{L}\p{M}\p{N}_.]*/uy
/**
 * A date may have a space instead of the plus sign of its offset, as decoded from a URL. A word may follow a date or number
 * directly, as in `id==160AND ...`.
 */
const date =
  /\d{4}-?\d{2}-?\d{2}(?:[Tt]\d{2}(?::?\d{2}(?::?\d{2}(?:\.\d+)?)?)?(?:[Zz]|[+\- ]\d{2}(?::?\d{2})?)?)?(?![\p{N}_.:])/uy
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{N}_.:])/uy
const punctuation = /==|!=|<>|>=|<=|[=<>()!,.]/y
/** Matches a malformed number or name as a whole, for error messages. */
const malformed = /[\p{L}\p{M}\p{N}_.:+-]+|[^\s]/uy

const tokenPatterns = [
  ['word', word],
  ['value', date],
  ['value', number],
  ['punctuation', punctuation],
] as const

/** The tokens of an expression, read one after the other. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  #position = 0

  /** @throws {InvalidRequest} 400, with the position of an invalid token */
  constructor(source: string) {
    this.#tokens = tokensOf(source)
  }

  get next(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '', at: 0, end: 0 }
  }

  skip(): void {
    this.#position++
  }

  /** Skips the next token if it is this one; a word in any letter case. */
  accept(kind: 'word' | 'punctuation', text: string): boolean {
    const isNext = this.next.kind === kind && this.next.text.toLowerCase() === text

    if (isNext) this.skip()

    return isNext
  }

  expect(punctuation: string): void {
    if (!this.accept('punctuation', punctuation)) this.fail(`"${punctuation}"`)
  }

  readQuoted(expected: string): string {
    const { kind, text } = this.next

    if (kind !== 'text') return this.fail(expected)
    this.skip()

    return text
  }

  /** @throws {InvalidRequest} 400, with the position of the next token */
  fail(expected: string, hint = ''): never {
    throw mistake(expected, this.next, hint)
  }
}

function tokensOf(source: string): Token[] {
  if (source.length > maxLength) {
    throw mistake(`at most ${maxLength} characters`, {
      kind: 'value',
      text: `${source.length}`,
      at: maxLength,
    })
  }

  const tokens: Token[] = []
  let at = endOf(whitespace, source, 0)

  while (at < source.length) {
    const token = tokenAt(source, at)

    tokens.push(token)
    at = endOf(whitespace, source, token.end)
  }

  return [...tokens, { kind: 'end', text: '', at, end: at }]
}

function tokenAt(source: string, at: number): Token {
  const quote = source[at]

  if (quote === "'" || quote === '"') return quoted(source, at, quote)

  for (const [kind, pattern] of tokenPatterns) {
    const end = endOf(pattern, source, at)

    if (end > at) return { kind, text: source.slice(at, end), at, end }
  }

  const text = source.slice(at, endOf(malformed, source, at))
  const isQuote = /^[‘’‚“”„«»`]/.test(text)

  throw mistake(
    'a name, a value or an operator',
    { kind: 'punctuation', text, at },
    isQuote ? 'Text is written in straight quotes: \'...\' or "...".' : hints.get(text),
  )
}

const hints: ReadonlyMap<string, string> = new Map([
  ['&', 'Write AND.'],
  ['|', 'Write OR.'],
])

/** A quote in the text is doubled, or has a backslash before it; so has a backslash before a quote or a backslash. Others are literal. */
function quoted(source: string, at: number, quote: string): Token {
  let text = ''

  for (let index = at + 1; index < source.length; index++) {
    const [character = '', next = ''] = [source[index], source[index + 1]]
    const isEscape = (character === '\\' && /['"\\]/.test(next)) || (character === quote && next === quote)

    if (character === quote && !isEscape) return { kind: 'text', text, at, end: index + 1 }
    text += isEscape ? next : character
    if (isEscape) index++
  }

  throw mistake(`a closing ${quote} for the text that begins at position ${at + 1}`, {
    kind: 'end',
    text: '',
    at: source.length,
  })
}

function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at

  return pattern.test(source) ? pattern.lastIndex : at
}
