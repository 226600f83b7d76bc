import { mistake } from './mistake.ts'
import type { Token } from './token.ts'

/** The maximum number of characters of an expression. */
const maxLength = 20_000

const whitespace = /\s*/y
const word = /[\p{L}_][\p{L}\p{M}\p{N}_.]*/uy
/** A date may have a space instead of the plus sign of its offset, as decoded from a URL. */
const date =
  /\d{4}-?\d{2}-?\d{2}(?:[Tt]\d{2}(?::?\d{2}(?::?\d{2}(?:\.\d+)?)?)?(?:[Zz]|[+\- ]\d{2}(?::?\d{2})?)?)?(?![\p{L}\p{N}_.:])/uy
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.:])/uy
const punctuation = /==|!=|<>|>=|<=|[=<>()!,.]/y
/** Matches a malformed number or name as a whole, for error messages. */
const malformed = /[\p{L}\p{M}\p{N}_.:+-]+|[^\s]/uy

const tokenPatterns = [
  ['word', word],
  ['value', date],
  ['value', number],
  ['punctuation', punctuation],
] as const

/** @throws {InvalidRequest} 400, with the position of an invalid token */
export function tokensOf(source: string): Token[] {
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
