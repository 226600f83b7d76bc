import type { Json } from '../shared/json.ts'
import type { Operator } from './filter.ts'
import { textOf } from './values.ts'

/** Compares a stored value with that of a filter. */
type Comparator = (value: Json, operand: Json) => boolean

/** Equality is compared by `equalityKey()`. */
type ComparedOperator = Exclude<Operator, 'Equals'>

/** The text operators ignore case. */
const comparisons: Record<ComparedOperator, Comparator> = {
  GreaterThan: (value, operand) => compareSameType(value, operand, (a, b) => a > b),
  LessThan: (value, operand) => compareSameType(value, operand, (a, b) => a < b),
  LessThanOrEqual: (value, operand) => compareSameType(value, operand, (a, b) => a <= b),
  GreaterThanOrEqual: (value, operand) => compareSameType(value, operand, (a, b) => a >= b),
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
 * Numbers are compared with numbers and text with text; other values have no order. Unlike for sorting, text is compared
 * exactly, so that `apple` is greater than `Banana`.
 */
function compareSameType(
  value: Json,
  operand: Json,
  matches: (value: string | number, operand: string | number) => boolean,
): boolean {
  if (typeof value === 'number' && typeof operand === 'number') return matches(value, operand)
  if (typeof value === 'string' && typeof operand === 'string') return matches(value, operand)

  return false
}
