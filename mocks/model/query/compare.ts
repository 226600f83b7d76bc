import type { Json } from '../shared/json.ts'
import type { Operator } from './filter.ts'

/** Whether a stored value compares as required with a wanted one. */
type Comparison = (value: Json, wanted: Json) => boolean

/** Equals and NotEquals compare exactly; the text operators ignore case. */
const comparisons: Record<Operator, Comparison> = {
  Equals: (value, wanted) => equalityKey(value) === equalityKey(wanted),
  NotEquals: (value, wanted) => equalityKey(value) !== equalityKey(wanted),
  GreaterThan: (value, wanted) => ordered(value, wanted, (a, b) => a > b),
  LessThan: (value, wanted) => ordered(value, wanted, (a, b) => a < b),
  LessThanOrEqual: (value, wanted) => ordered(value, wanted, (a, b) => a <= b),
  GreaterThanOrEqual: (value, wanted) => ordered(value, wanted, (a, b) => a >= b),
  Contains: (value, wanted) => lower(value).includes(lower(wanted)),
  StartsWith: (value, wanted) => lower(value).startsWith(lower(wanted)),
  EndsWith: (value, wanted) => lower(value).endsWith(lower(wanted)),
}

export function compares(operator: Operator, value: Json, wanted: Json): boolean {
  return comparisons[operator](value, wanted)
}

/** Values with the same key are equal: clients send a number as text, and the other way round. */
export function equalityKey(value: Json): string {
  return typeof value === 'object' ? `json ${JSON.stringify(value)}` : `text ${String(value)}`
}

/** Order of two values for sorting: empty ones first, then numbers, then text. */
export function order(a: Json | undefined, b: Json | undefined): number {
  const [rankA, rankB] = [rank(a), rank(b)]

  if (rankA !== rankB) return rankA - rankB
  if (typeof a === 'string' && typeof b === 'string') return byLetters(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)

  return rankA === 0 ? 0 : byLetters(JSON.stringify(a), JSON.stringify(b))
}

/**
 * Letters regardless of case, then exactly. Not `Intl.Collator`: its order depends on the runtime's data, and
 * every door must give the same bytes.
 */
function byLetters(a: string, b: string): number {
  return byCode(a.toLowerCase(), b.toLowerCase()) || byCode(a, b)
}

function byCode(a: string, b: string): number {
  if (a === b) return 0

  return a < b ? -1 : 1
}

function rank(value: Json | undefined): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'boolean') return 1
  if (typeof value === 'number') return 2

  return typeof value === 'string' ? 3 : 4
}

/** Numbers are compared with numbers and text with text; nothing else has an order. */
function ordered(
  value: Json,
  wanted: Json,
  holds: (value: string | number, wanted: string | number) => boolean,
): boolean {
  if (typeof value === 'number' && typeof wanted === 'number') return holds(value, wanted)
  if (typeof value === 'string' && typeof wanted === 'string') return holds(value, wanted)

  return false
}

function lower(value: Json): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase()
}
