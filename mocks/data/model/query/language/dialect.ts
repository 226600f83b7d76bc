import { foldMember } from '../../shared/letter-case.ts'
import type { Comparison } from '../condition.ts'
import {
  definitionField,
  flagField,
  fullTextField,
  setField,
  systemField,
  systemFieldNamed,
  type Field,
} from '../fields.ts'
import { nothing } from '../filter.ts'
import type { Json } from '../../shared/json.ts'
import { expectedValue, readValue, type ValueType } from '../values.ts'
import type { Token } from './tokens.ts'

/** The fields that a condition can name besides system fields, as in the documentation. */
const fields: Readonly<Record<string, Field>> = {
  'Definition.Id': setField('id', (ids) => definitionField.is('Equals', ids)),
  // No entity is ever locked: LOCK and UNLOCK are no longer supported.
  LockedBy: setField('id', () => nothing),
  Locked: flagField(nothing),
  FullText: fullTextField,
  IsRootTaxonomyItem: flagField({ kind: 'root', of: 'taxonomy' }),
  IsPathRoot: flagField({ kind: 'root', of: 'path' }),
}
/** As in the documentation. */
export const fieldNames = [
  ...'Definition.Name Id Identifier Version CreatedBy ModifiedBy CreatedOn ModifiedOn'.split(' '),
  ...Object.keys(fields),
]

const fieldsByName = new Map(Object.entries(fields).map(([name, field]) => [foldMember(name), field]))

/** Finds a field by name, case-insensitively, with or without underscores. */
export function languageField(name: string): Field | undefined {
  const system = systemFieldNamed(name)

  return system ? systemField(system) : fieldsByName.get(foldMember(name))
}

/** The types of `String('Title')`, `Int('Width')` ... */
const propertyTypes = {
  String: 'text',
  Int: 'number',
  Long: 'number',
  Decimal: 'number',
  Float: 'number',
  Bool: 'boolean',
  DateTime: 'date',
} satisfies Record<string, ValueType>

/** By name in lower case; the last ones are the names in definitions. */
export const typesByName = new Map<string, ValueType>([
  ...Object.entries(propertyTypes).map(([name, type]) => [name.toLowerCase(), type] as const),
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['datetimeoffset', 'date'],
])

export const functionNames = [
  ...Object.keys(propertyTypes),
  'Parent',
  'Child',
  'Ancestor',
  'Exists',
  'Missing',
]

interface ComparisonNotations {
  readonly comparison: Comparison
  /** The fields that allow it. */
  readonly of: readonly Field['comparedBy'][]
  /** The first one is that of error messages. */
  readonly notations: readonly [string, ...string[]]
}

const comparisons: readonly ComparisonNotations[] = [
  { comparison: 'Equals', of: ['equality', 'order', 'text'], notations: ['==', '=', 'eq', 'equals'] },
  { comparison: 'NotEquals', of: ['equality', 'order', 'text'], notations: ['!=', '<>', 'ne'] },
  { comparison: 'GreaterThan', of: ['order', 'text'], notations: ['gt', '>'] },
  { comparison: 'GreaterThanOrEqual', of: ['order', 'text'], notations: ['gte', '>='] },
  { comparison: 'LessThan', of: ['order', 'text'], notations: ['lt', '<'] },
  { comparison: 'LessThanOrEqual', of: ['order', 'text'], notations: ['lte', '<='] },
  { comparison: 'Contains', of: ['text'], notations: ['contains'] },
  { comparison: 'StartsWith', of: ['text'], notations: ['startswith'] },
  { comparison: 'EndsWith', of: ['text'], notations: ['endswith'] },
]

/** By notation, in lower case. */
export const comparisonsByNotation = new Map(
  comparisons.flatMap((each) => each.notations.map((notation) => [notation, each] as const)),
)

export function notationsFor({ comparedBy }: Field): string[] {
  return comparisons.filter(({ of }) => of.includes(comparedBy)).map(({ notations: [first] }) => first)
}

/** Text is written in quotes; so may be other values. */
const valueTokens: Readonly<Record<ValueType, readonly Token['kind'][]>> = {
  text: ['text'],
  words: ['text'],
  number: ['text', 'value'],
  id: ['text', 'value'],
  date: ['text', 'value'],
  boolean: ['text', 'word'],
  any: ['text', 'value', 'word'],
}

/** The value that a token is, as its notation suggests; undefined for one of another type. */
export function valueOf({ kind, text }: Token, type: ValueType): Json | undefined {
  if (!valueTokens[type].includes(kind)) return undefined
  if (type !== 'any' || kind === 'text') return text

  return kind === 'word' ? readValue('boolean', text) : (readValue('number', text) ?? text)
}

/** What is expected in place of a token that is not a value of the type. */
export function expectedToken(type: ValueType): string {
  if (type === 'any') return 'text in quotes, a number, true, false or null'

  return isQuoted(type) ? 'text in quotes' : expectedValue(type, null)
}

export function isQuoted(type: ValueType): boolean {
  return type === 'text' || type === 'words' || type === 'any'
}
