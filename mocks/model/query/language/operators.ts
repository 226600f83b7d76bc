import type { Operator } from '../filter.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { Comparison, QueryCondition } from './expression.ts'
import { mistake } from './mistake.ts'

/** The operators that a value allows. `equality`: `==` and `!=`; `order`: also `gt` to `lte`; `text`: all. */
export type ComparisonKind = 'equality' | 'order' | 'text'

type OperatorNotation = readonly [symbol: string, operator: Operator]

const equality: readonly OperatorNotation[] = [
  ['==', 'Equals'],
  ['!=', 'NotEquals'],
]
const order: readonly OperatorNotation[] = [
  ...equality,
  ['gt', 'GreaterThan'],
  ['gte', 'GreaterThanOrEqual'],
  ['lt', 'LessThan'],
  ['lte', 'LessThanOrEqual'],
]
const text: readonly OperatorNotation[] = [
  ...order,
  ['contains', 'Contains'],
  ['startswith', 'StartsWith'],
  ['endswith', 'EndsWith'],
]

const allowed: Record<ComparisonKind, readonly OperatorNotation[]> = { equality, order, text }

/**
 * The comparison of a condition that requires one.
 *
 * @throws {InvalidRequest} 400 when it is missing, or its operator is not allowed for the kind of value
 */
export function comparisonOf(
  { comparison, next }: QueryCondition,
  kind: ComparisonKind = 'equality',
): Comparison {
  if (comparison && allowed[kind].some(([, operator]) => operator === comparison.operator)) return comparison

  const found = comparison ? comparison.operatorToken : next
  const symbols = allowed[kind].map(([symbol]) => symbol)

  throw mistake(`one of ${symbols.join(', ')}`, found, suggestion(found.text, symbols))
}

/** Whether a condition uses `!=` rather than `==`. */
export function isNegated(condition: QueryCondition): boolean {
  return comparisonOf(condition).operator === 'NotEquals'
}
