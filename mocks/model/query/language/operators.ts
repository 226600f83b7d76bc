import type { Operator } from '../filter.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { Comparison, Test } from './expression.ts'
import { mistake } from './mistake.ts'

/** The operators of a value: only `==` and `!=`; those of ordered values as well; or all, for text. */
export type ComparisonKind = 'equality' | 'order' | 'text'

type SignedOperator = readonly [sign: string, operator: Operator]

const equality: readonly SignedOperator[] = [
  ['==', 'Equals'],
  ['!=', 'NotEquals'],
]
const order: readonly SignedOperator[] = [
  ...equality,
  ['gt', 'GreaterThan'],
  ['gte', 'GreaterThanOrEqual'],
  ['lt', 'LessThan'],
  ['lte', 'LessThanOrEqual'],
]
const text: readonly SignedOperator[] = [
  ...order,
  ['contains', 'Contains'],
  ['startswith', 'StartsWith'],
  ['endswith', 'EndsWith'],
]

const allowed: Record<ComparisonKind, readonly SignedOperator[]> = { equality, order, text }

/**
 * The comparison of a test that requires one.
 *
 * @throws {InvalidRequest} 400 when it is missing, or its operator is not allowed for the kind of value
 */
export function comparisonOf({ comparison, next }: Test, kind: ComparisonKind = 'equality'): Comparison {
  if (comparison && allowed[kind].some(([, operator]) => operator === comparison.operator)) return comparison

  const found = comparison ? comparison.operatorToken : next
  const signs = allowed[kind].map(([sign]) => sign)

  throw mistake(`one of ${signs.join(', ')}`, found, suggestion(found.text, signs))
}

/** Whether a test uses `!=` rather than `==`. */
export function isNegated(test: Test): boolean {
  return comparisonOf(test).operator === 'NotEquals'
}
