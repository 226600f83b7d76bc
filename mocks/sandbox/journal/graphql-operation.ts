import { z } from 'zod'
import { Json } from '../../data/model/shared/json.ts'
import {
  operationTypes,
  type ExchangeMarks,
  type GraphqlOperation,
} from '../../data/model/exchanges/exchange-marks.ts'
import { jsonDifferences, type Difference } from './json-difference.ts'

/** Selects GraphQL requests. Omitted members match anything. */
export const GraphqlPattern = z.strictObject({
  type: z.enum(operationTypes).optional(),
  /** The name of the operation. */
  operation: z.string().min(1).optional(),
  /** One of its root fields, such as `allM_Asset`. */
  field: z.string().min(1).optional(),
  /** Variables with their values; a request may have more. */
  variables: z.record(z.string(), Json).optional(),
})
export type GraphqlPattern = z.infer<typeof GraphqlPattern>

/** Where an operation differs from a pattern; a request that is not GraphQL differs in all members, and from an empty pattern. */
export function operationDifferences(
  { field, ...others }: GraphqlPattern,
  actual: ExchangeMarks['graphql'] | undefined,
): Difference[] {
  const differences = [
    ...Object.entries(others).flatMap(
      ([name, value]) =>
        value === undefined
          ? []
          : jsonDifferences(value, actual?.[name as keyof typeof others], `graphql.${name}`), // the pattern's other members
    ),
    ...(field === undefined || actual?.fields.includes(field)
      ? []
      : jsonDifferences(field, actual?.fields, 'graphql.fields')),
  ]

  return actual || differences.length > 0 ? differences : [{ path: 'graphql', expected: {} }]
}

/** Whether a word is that of an operation rather than a method: `query`, unlike `GET`. */
export function isOperationType(word: string): word is GraphqlOperation['type'] {
  return operationTypes.some((type) => type === word)
}

/** As in a document: `query ProductPage`, or `query { allM_Asset }` if it has no name. */
export function operationText({ type, operation, fields }: GraphqlOperation): string {
  return `${type} ${operation ?? `{ ${fields.slice(0, 3).join(' ')}${fields.length > 3 ? ' ...' : ''} }`}`
}
