import type { Filter, Operator, PropertyFilter, SystemFilter } from '../../model/query/filter.ts'
import type { Json } from '../../model/shared/json.ts'
import { wireEnum } from './wire-enum.ts'

/** The comparisons of searches, in the order of the numbers that represent them. */
const comparisonNames = [
  'None',
  'Equals',
  'LessThan',
  'GreaterThan',
  'Between',
  'StartsWith',
  'EndsWith',
  'Contains',
  'FacetEquals',
  'DoesNotContain',
  'DoesNotStartWith',
  'DoesNotEndWith',
  'LessThanOrEquals',
  'GreaterThanOrEquals',
  'DoesNotEqual',
  'AnyOf',
  'AllOf',
  'NoneOf',
  'Missing',
  'Exists',
  'Changed',
] as const
export type ComparisonName = (typeof comparisonNames)[number]

/** A comparison by its number or its name. */
export const comparison = wireEnum(comparisonNames).default('Equals')

/** The left side of a comparison: a property or system field of an entity. */
export type Compared =
  | Pick<PropertyFilter, 'kind' | 'property' | 'culture'>
  | Pick<SystemFilter, 'kind' | 'field'>

type Comparison = (compared: Compared, values: readonly Json[]) => Filter

const comparisons: Record<ComparisonName, Comparison> = {
  None: withOperator('Equals'),
  Equals: withOperator('Equals'),
  FacetEquals: withOperator('Equals'),
  AnyOf: withOperator('Equals'),
  AllOf: (compared, values) => ({
    kind: 'and',
    filters: values.map((value) => withOperator('Equals')(compared, [value])),
  }),
  NoneOf: not(withOperator('Equals')),
  DoesNotEqual: not(withOperator('Equals')),
  LessThan: withOperator('LessThan'),
  LessThanOrEquals: withOperator('LessThanOrEqual'),
  GreaterThan: withOperator('GreaterThan'),
  GreaterThanOrEquals: withOperator('GreaterThanOrEqual'),
  Between: between,
  StartsWith: withOperator('StartsWith'),
  EndsWith: withOperator('EndsWith'),
  Contains: withOperator('Contains'),
  DoesNotStartWith: not(withOperator('StartsWith')),
  DoesNotEndWith: not(withOperator('EndsWith')),
  DoesNotContain: not(withOperator('Contains')),
  Missing: (compared) => withOperator('Equals')(compared, [null]),
  Exists: not((compared) => withOperator('Equals')(compared, [null])),
  // matches all entities: when a member last changed is not stored
  Changed: () => ({ kind: 'all' }),
}

/** The filter of a comparison. With several values, any of them may match, unless the comparison defines otherwise. */
export function compare(name: ComparisonName, compared: Compared, values: readonly Json[]): Filter {
  return comparisons[name](compared, values)
}

/** Whether a comparison is a negation: `DoesNotContain` of `Contains`, `Missing` of `Exists`. */
export function isNegative(name: ComparisonName): boolean {
  return name === 'NoneOf' || name === 'Missing' || name.startsWith('DoesNot')
}

function withOperator(operator: Operator): Comparison {
  return (compared, values) => ({ ...compared, operator, values })
}

function not(comparison: Comparison): Comparison {
  return (compared, values) => ({ kind: 'not', filter: comparison(compared, values) })
}

/** An inclusive range; a missing bound leaves that side open. */
function between(compared: Compared, [from = null, to = null]: readonly Json[]): Filter {
  const bounds = [
    { operator: 'GreaterThanOrEqual', bound: from },
    { operator: 'LessThanOrEqual', bound: to },
  ] as const

  return {
    kind: 'and',
    filters: bounds.flatMap(({ operator, bound }) =>
      bound === null ? [] : [{ ...compared, operator, values: [bound] }],
    ),
  }
}
