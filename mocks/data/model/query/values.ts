import type { PropertyType } from '../definitions/definition.ts'
import type { Json } from '../shared/json.ts'
import { readDate, storedDate } from '../shared/dates.ts'
import type { SystemField, Operator } from './filter.ts'
import { fullTextProblem } from './text/full-text.ts'

/** What the values of a field are. `any`: as they were given; `words`: the text of a full-text search. */
export type ValueType = 'any' | 'text' | 'number' | 'id' | 'boolean' | 'date' | 'words'

export const typeOfProperty: Record<PropertyType, ValueType> = {
  String: 'text',
  Boolean: 'boolean',
  Integer: 'number',
  Long: 'number',
  Decimal: 'number',
  DateTime: 'date',
  DateTimeOffset: 'date',
  Json: 'any',
}

export const typeOfSystemField: Record<SystemField, ValueType> = {
  id: 'number',
  identifier: 'text',
  definition: 'text',
  created_on: 'date',
  modified_on: 'date',
  created_by: 'id',
  modified_by: 'id',
  version: 'number',
}

interface ValueReader {
  /** What is expected of a text that is rejected. */
  expected(text: string): string
  /** Undefined when the text is not such a value. */
  read(text: string): Json | undefined
}

const readers: Record<Exclude<ValueType, 'any'>, ValueReader> = {
  text: { expected: () => 'text', read: (text) => text },
  number: { expected: () => 'a number', read: numberIn },
  id: {
    expected: () => 'an id',
    read: (text) => (Number.isInteger(numberIn(text)) ? numberIn(text) : undefined),
  },
  boolean: { expected: () => 'true or false', read: (text) => booleans.get(text.toLowerCase()) },
  date: {
    expected: () => 'a date, such as 2014-12-13, 20141213T101530 or 2014-12-13T10:15:30Z',
    read: (text) => readDate(text) ?? otherDate(text),
  },
  words: {
    expected: (text) => `a search of ${fullTextProblem(text)}`,
    read: (text) => (fullTextProblem(text) === undefined ? text : undefined),
  },
}

/**
 * Reads a value in the stored form of a type, since clients also send numbers, booleans and dates as text.
 *
 * @returns undefined when it is not of the type; null, lists and objects are unchanged
 */
export function readValue(type: ValueType, value: Json): Json | undefined {
  if (type === 'any' || typeof value === 'object') return value

  // 2026 is a number, although '2026' is a date
  return type === 'date' && typeof value !== 'string' ? undefined : readers[type].read(textOf(value))
}

/** Values in the stored form of a type; those of another type are unchanged. */
export function asStored(type: ValueType, values: readonly Json[]): Json[] {
  return values.map((value) => readValue(type, value) ?? value)
}

/** What is expected in place of a value that is not of the type. */
export function expectedValue(type: ValueType, value: Json): string {
  return type === 'any' ? 'a value' : readers[type].expected(textOf(value))
}

/** A value as text, in which numbers and booleans are as in JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

function numberIn(text: string): number | undefined {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
}

/** A date with a year in another form that `Date` can parse, such as "2 May 2024"; in UTC if it has no time zone. */
function otherDate(text: string): string | undefined {
  // Engines differ in what they make of other words and of numbers, and `Date` converts 31 February to 3 March.
  const isDate =
    /\b\d{4}\b/.test(text) &&
    !/^\d{4}-?\d{2}-?\d{2}/.test(text) &&
    (text.match(/[a-z]+/gi) ?? []).every((word) => dateWord.test(word))

  if (!isDate || text.length >= 60) return undefined

  return storedDate(new Date(zone.test(text) ? text : `${text} UTC`))
}

const dateWord =
  /^((jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*|am|pm|utc|gmt|[tz])$/i
const zone = /:[\d.]+ ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i

/** Compares a stored value with that of a filter. */
type Comparator = (value: Json, operand: Json) => boolean

/** Equality is compared by `equalityKey()`. */
type ComparedOperator = Exclude<Operator, 'Equals'>

/** The text operators ignore case. */
const comparisons: Record<ComparedOperator, Comparator> = {
  GreaterThan: (value, operand) => compareSameType(value, operand) > 0,
  LessThan: (value, operand) => compareSameType(value, operand) < 0,
  LessThanOrEqual: (value, operand) => compareSameType(value, operand) <= 0,
  GreaterThanOrEqual: (value, operand) => compareSameType(value, operand) >= 0,
  Contains: (value, operand) => textOf(value).toLowerCase().includes(textOf(operand).toLowerCase()),
  StartsWith: (value, operand) => textOf(value).toLowerCase().startsWith(textOf(operand).toLowerCase()),
  EndsWith: (value, operand) => textOf(value).toLowerCase().endsWith(textOf(operand).toLowerCase()),
}

export function isMatch(operator: ComparedOperator, value: Json, operand: Json): boolean {
  return comparisons[operator](value, operand)
}

/** Values with the same key are equal. Numbers and booleans equal their text, since clients send either. */
export function equalityKey(value: Json): string {
  return typeof value === 'object' ? `json ${JSON.stringify(value)}` : `text ${String(value)}`
}

/** Compares two values for sorting: empty ones first, then booleans, then numbers, then text, and last other JSON. */
export function compareForSorting(a: Json | undefined, b: Json | undefined): number {
  const [rankA, rankB] = [rank(a), rank(b)]

  if (rankA !== rankB) return rankA - rankB
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)

  return rankA === 0 ? 0 : compareTexts(JSON.stringify(a), JSON.stringify(b))
}

/**
 * Compares case-insensitively, then exactly. `Intl.Collator` is not used, since its order depends on the runtime, and
 * every door must return the same bytes.
 */
function compareTexts(a: string, b: string): number {
  return compareCodeUnits(a.toLowerCase(), b.toLowerCase()) || compareCodeUnits(a, b)
}

function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0

  return a < b ? -1 : 1
}

function rank(value: Json | undefined): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'boolean') return 1
  if (typeof value === 'number') return 2

  return typeof value === 'string' ? 3 : 4
}

/**
 * Numbers are compared with numbers and text with text; other values have no order: NaN. Unlike for sorting, text is
 * compared exactly, so that `apple` is greater than `Banana`.
 */
function compareSameType(value: Json, operand: Json): number {
  if (typeof value === 'number' && typeof operand === 'number') return value - operand

  return typeof value === 'string' && typeof operand === 'string' ? compareCodeUnits(value, operand) : NaN
}
