import type { Operator } from '../filter.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { Comparison, Test } from './expression.ts'
import { mistake } from './mistake.ts'

/** How a value can be compared: with `==` and `!=` only, by its order too, or by its letters as well. */
export type ComparisonKind = 'equality' | 'order' | 'text'

const equality: readonly Operator[] = ['Equals', 'NotEquals']
const order: readonly Operator[] = [
  ...equality,
  'GreaterThan',
  'GreaterThanOrEqual',
  'LessThan',
  'LessThanOrEqual',
]

const allowed: Record<ComparisonKind, readonly Operator[]> = {
  equality,
  order,
  text: [...order, 'Contains', 'StartsWith', 'EndsWith'],
}

const signs: Record<ComparisonKind, readonly string[]> = {
  equality: ['==', '!='],
  order: ['==', '!=', 'gt', 'gte', 'lt', 'lte'],
  text: ['==', '!=', 'gt', 'gte', 'lt', 'lte', 'contains', 'startswith', 'endswith'],
}

/**
 * The comparison of a test that needs one.
 *
 * @throws {InvalidRequest} 400 when there is none, or one that such a value has not
 */
export function comparisonOf({ comparison, next }: Test, kind: ComparisonKind = 'equality'): Comparison {
  if (comparison && allowed[kind].includes(comparison.operator)) return comparison

  const found = comparison ? comparison.operatorToken : next

  throw mistake(`one of ${signs[kind].join(', ')}`, found, suggestion(found.text, signs[kind]))
}

/** Whether a test with `==` or `!=` says that something is not so. */
export function isNegated(test: Test): boolean {
  return comparisonOf(test).operator === 'NotEquals'
}
