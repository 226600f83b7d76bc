import type { Operator } from '../../model/query/filter.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import { wireEnum } from './wire-enum.ts'

/** The operators in the order of their numbers; those from the tenth on have only names. */
const wireOperators = [
  'Equals',
  'NotEquals',
  'Gt',
  'Lt',
  'Lte',
  'Gte',
  'Contains',
  'StartsWith',
  'EndsWith',
  'DoesNotEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
  'GreaterThanOrEquals',
  'LessThan',
  'LessThanOrEqual',
  'LessThanOrEquals',
] as const

const operatorNames: Record<(typeof wireOperators)[number], Operator> = {
  Equals: 'Equals',
  NotEquals: 'NotEquals',
  Gt: 'GreaterThan',
  Lt: 'LessThan',
  Lte: 'LessThanOrEqual',
  Gte: 'GreaterThanOrEqual',
  Contains: 'Contains',
  StartsWith: 'StartsWith',
  EndsWith: 'EndsWith',
  DoesNotEqual: 'NotEquals',
  GreaterThan: 'GreaterThan',
  GreaterThanOrEqual: 'GreaterThanOrEqual',
  GreaterThanOrEquals: 'GreaterThanOrEqual',
  LessThan: 'LessThan',
  LessThanOrEqual: 'LessThanOrEqual',
  LessThanOrEquals: 'LessThanOrEqual',
}

export const dataTypes = [
  'None',
  'String',
  'Int',
  'Long',
  'Decimal',
  'Float',
  'DateTime',
  'DateTimeOffset',
  'Bool',
] as const
type DataType = (typeof dataTypes)[number]

/** An operator by its name, long or short, or by its number. */
export const operator = wireEnum(
  wireOperators,
  wireOperators.map((_, index) => (index < 9 ? index : -1)),
)
  .transform((name) => operatorNames[name])
  .default('Equals')

/** A single value and a list of values as one list; undefined if both are absent or null. */
export function asList<T>(one: T | null | undefined, many: readonly T[] | null | undefined): T[] | undefined {
  const single = one ?? undefined

  if (single === undefined && !many) return undefined

  return [...(single === undefined ? [] : [single]), ...(many ?? [])]
}

/** The values that a filter compares with, by default null. */
export function valuesOf({
  value,
  values,
}: {
  value?: Json | undefined
  values?: Json[] | null | undefined
}): Json[] {
  return values && values.length > 0 ? values : [value ?? null]
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

const parsers: Record<DataType, (text: string) => Json | undefined> = {
  None: () => undefined,
  String: (text) => text,
  Int: asNumber,
  Long: asNumber,
  Decimal: asNumber,
  Float: asNumber,
  DateTime: asDate,
  DateTimeOffset: asDate,
  Bool: (text) => booleans.get(text.toLowerCase()),
}

/** A value converted to a data type; undefined if it can't be converted. */
export function convertedTo(type: DataType, value: Json): Json | undefined {
  if (type === 'None' || value === null || isObject(value) || Array.isArray(value)) return value

  return parsers[type](String(value))
}

function asNumber(text: string): number | undefined {
  return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

function asDate(text: string): string | undefined {
  return Number.isNaN(Date.parse(text)) ? undefined : text
}

export function typeMismatch(type: DataType, value: Json): string {
  return `The data type is ${type}, but the value is ${JSON.stringify(value)}.`
}
