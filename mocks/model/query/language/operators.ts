import type { Operator } from '../filter.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { Comparison, Test } from './expression.ts'
import { mistake } from './mistake.ts'

/** The operators of a value: only `==` and `!=`; those of ordered values as well; or all, for text. */
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
 * The comparison of a test that requires one.
 *
 * @throws {InvalidRequest} 400 when it is missing, or its operator is not allowed for the kind of value
 */
export function comparisonOf({ comparison, next }: Test, kind: ComparisonKind = 'equality'): Comparison {
  if (comparison && allowed[kind].includes(comparison.operator)) return comparison

  const found = comparison ? comparison.operatorToken : next

  throw mistake(`one of ${signs[kind].join(', ')}`, found, suggestion(found.text, signs[kind]))
}

/** Whether a test uses `!=` rather than `==`. */
export function isNegated(test: Test): boolean {
  return comparisonOf(test).operator === 'NotEquals'
}
