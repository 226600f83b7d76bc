import type { Json } from '../shared/json.ts'
import type { Field } from './fields.ts'
import type { Filter, Operator } from './filter.ts'
import { expectedValue, readValue } from './values.ts'

type Reading = (field: Field, values: readonly Json[]) => Filter

/** What query languages can say of a field and values: any of several values matches, unless it is said otherwise. */
const comparisons = {
  Equals: is('Equals'),
  LessThan: is('LessThan'),
  LessThanOrEqual: is('LessThanOrEqual'),
  GreaterThan: is('GreaterThan'),
  GreaterThanOrEqual: is('GreaterThanOrEqual'),
  Contains: is('Contains'),
  StartsWith: is('StartsWith'),
  EndsWith: is('EndsWith'),
  NotEquals: not(is('Equals')),
  DoesNotContain: not(is('Contains')),
  DoesNotStartWith: not(is('StartsWith')),
  DoesNotEndWith: not(is('EndsWith')),
  AllOf: (field, values) => ({ kind: 'and', filters: values.map((value) => field.is('Equals', [value])) }),
  Between: between,
  Exists: ({ exists }) => exists,
  Missing: not(({ exists }) => exists),
  // when a member last changed is not stored
  Changed: () => ({ kind: 'all' }),
} satisfies Record<string, Reading>
export type Comparison = keyof typeof comparisons

/** A value that does not fit its field, so that the query language can say where it is. */
interface Misfit {
  readonly index: number
  readonly expected: string
}

/** Reads a condition, as any query language has it: a field, a comparison, and the values as they were sent. */
export function readCondition(
  field: Field,
  comparison: Comparison,
  given: readonly Json[],
): { readonly filter: Filter } | Misfit {
  const values = given.map((value) => readValue(field.type, value))
  const index = values.indexOf(undefined)

  if (index !== -1) return { index, expected: expectedValue(field.type, given[index] ?? null) }

  return {
    filter: condition(
      field,
      comparison,
      values.filter((value) => value !== undefined),
    ),
  }
}

/** The filter of a condition whose values are known to fit. */
export function condition(field: Field, comparison: Comparison, values: readonly Json[]): Filter {
  return comparisons[comparison](field, values)
}

function is(operator: Operator): Reading {
  return (field, values) => field.is(operator, values)
}

function not(reading: Reading): Reading {
  return (field, values) => ({ kind: 'not', filter: reading(field, values) })
}

/** An inclusive range; a missing bound leaves that side open. */
function between(field: Field, [from = null, to = null]: readonly Json[]): Filter {
  return {
    kind: 'and',
    filters: [
      ...(from === null ? [] : [field.is('GreaterThanOrEqual', [from])]),
      ...(to === null ? [] : [field.is('LessThanOrEqual', [to])]),
    ],
  }
}
