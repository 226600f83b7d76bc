import type { Filter, Operator, PropertyFilter, SystemFilter } from '../../model/query/filter.ts'
import type { Json } from '../../model/shared/json.ts'
import { wireEnum } from './wire-enum.ts'

/** How searches compare, in the order of the numbers that represent the names. */
const names = [
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
export type ComparisonName = (typeof names)[number]

/** A comparison by its number or its name. */
export const comparison = wireEnum(names).default('Equals')

/** The left side of a comparison: a value of an entity. */
export type Compared =
  | Pick<PropertyFilter, 'kind' | 'property' | 'culture'>
  | Pick<SystemFilter, 'kind' | 'field'>

type Comparison = (compared: Compared, values: readonly Json[]) => Filter

const comparisons: Record<ComparisonName, Comparison> = {
  None: one('Equals'),
  Equals: one('Equals'),
  FacetEquals: one('Equals'),
  AnyOf: one('Equals'),
  AllOf: (compared, values) => ({
    kind: 'and',
    filters: values.map((value) => one('Equals')(compared, [value])),
  }),
  NoneOf: not(one('Equals')),
  DoesNotEqual: not(one('Equals')),
  LessThan: one('LessThan'),
  LessThanOrEquals: one('LessThanOrEqual'),
  GreaterThan: one('GreaterThan'),
  GreaterThanOrEquals: one('GreaterThanOrEqual'),
  Between: between,
  StartsWith: one('StartsWith'),
  EndsWith: one('EndsWith'),
  Contains: one('Contains'),
  DoesNotStartWith: not(one('StartsWith')),
  DoesNotEndWith: not(one('EndsWith')),
  DoesNotContain: not(one('Contains')),
  Missing: (compared) => one('Equals')(compared, [null]),
  Exists: not((compared) => one('Equals')(compared, [null])),
  // The time of each member's last change is not stored.
  Changed: () => ({ kind: 'all' }),
}

/** The filter of a comparison. Several values mean one of them, where the comparison says nothing else. */
export function compare(name: ComparisonName, compared: Compared, values: readonly Json[]): Filter {
  return comparisons[name](compared, values)
}

/** Whether a comparison finds what its positive does not. */
export function isNegative(name: ComparisonName): boolean {
  return name === 'NoneOf' || name === 'Missing' || name.startsWith('DoesNot')
}

function one(operator: Operator): Comparison {
  return (compared, values) => ({ ...compared, operator, values })
}

function not(comparison: Comparison): Comparison {
  return (compared, values) => ({ kind: 'not', filter: comparison(compared, values) })
}

/** Both ends are included; an omitted one is no limit. */
function between(compared: Compared, [from = null, to = null]: readonly Json[]): Filter {
  const ends = [
    { operator: 'GreaterThanOrEqual', end: from },
    { operator: 'LessThanOrEqual', end: to },
  ] as const

  return {
    kind: 'and',
    filters: ends.flatMap(({ operator, end }) =>
      end === null ? [] : [{ ...compared, operator, values: [end] }],
    ),
  }
}
