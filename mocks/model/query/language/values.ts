import type { Json } from '../../shared/json.ts'
import { readDate } from '../../shared/dates.ts'
import type { ValueType } from './expression.ts'
import { mistake } from './mistake.ts'
import type { Token } from './token.ts'

interface Reader {
  readonly expected: string
  /** Undefined when the token is not such a value. */
  read(token: Token): Json | undefined
}

const number: Reader = {
  expected: 'a number',
  read({ kind, text }) {
    const value = kind === 'text' || kind === 'value' ? Number(text) : NaN

    return text.trim() !== '' && Number.isFinite(value) ? value : undefined
  },
}

const date: Reader = {
  expected: 'a date, such as 2014-12-13, 20141213T101530 or 2014-12-13T10:15:30Z',
  read: ({ kind, text }) => (kind === 'text' || kind === 'value' ? readDate(text) : undefined),
}

const readers: Record<ValueType, Reader> = {
  String: {
    expected: 'text in quotes',
    read: ({ kind, text }) => (kind === 'text' ? text : undefined),
  },
  Int: number,
  Long: number,
  Decimal: number,
  Float: number,
  Bool: {
    expected: 'true or false',
    read: ({ kind, text }) =>
      (kind === 'text' || kind === 'word') && /^(true|false)$/i.test(text)
        ? text.toLowerCase() === 'true'
        : undefined,
  },
  DateTime: date,
}

/**
 * Parses the value of a test: a value of the type, or null where it is allowed.
 *
 * @throws {InvalidRequest} 400 when it is of another type
 */
export function readValue(token: Token, type: ValueType, isNullable = false): Json {
  if (isNullable && isNull(token)) return null
  const { expected, ...reader } = readers[type]
  const value = reader.read(token)

  if (value !== undefined) return value

  throw notOfType(token, type, isNullable ? `${expected}, or null` : expected)
}

function notOfType(token: Token, type: ValueType, expected: string): Error {
  const isName = type === 'String' && token.kind === 'word'

  return mistake(expected, token, isName ? `Write '${token.text}'.` : '')
}

/** @throws {InvalidRequest} 400 when the value is not text in quotes */
export function readText(token: Token): string {
  if (token.kind === 'text') return token.text

  throw notOfType(token, 'String', readers.String.expected)
}

/** Parses the value of a test of a property of type Json, as the notation of the value suggests. */
export function readAnyValue(token: Token): Json {
  if (token.kind === 'value') return readers.Int.read(token) ?? token.text

  if (token.kind === 'text') return token.text
  if (isNull(token)) return null
  const value = readers.Bool.read(token)

  if (value !== undefined) return value

  throw notOfType(token, 'String', 'text in quotes, a number, true, false or null')
}

/**
 * Parses an id, which may be in quotes.
 *
 * @throws {InvalidRequest} 400 when it is not an id
 */
export function readId(token: Token, of = 'an entity'): number {
  const value = readers.Int.read(token)

  if (typeof value === 'number' && Number.isInteger(value)) return value

  throw mistake(`the id of ${of}`, token)
}

function isNull({ kind, text }: Token): boolean {
  return kind === 'word' && text.toLowerCase() === 'null'
}
