import type { Json } from '../shared.ts'

/** How a value is compared. */
export const operators = [
  'Equals',
  'NotEquals',
  'GreaterThan',
  'LessThan',
  'LessThanOrEqual',
  'GreaterThanOrEqual',
  'Contains',
  'StartsWith',
  'EndsWith',
] as const
export type Operator = (typeof operators)[number]

/** Fields of an entity that are no members of its definition. */
export const systemFields = [
  'id',
  'identifier',
  'definition',
  'created_on',
  'modified_on',
  'created_by',
  'modified_by',
  'version',
] as const
export type SystemField = (typeof systemFields)[number]

/**
 * Which entities a query finds. Every query language of the interface is translated into this one.
 *
 * A comparison with several `values` holds when it holds for one of them.
 */
export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | {
      readonly kind: 'system'
      readonly field: SystemField
      readonly operator: Operator
      readonly values: readonly Json[]
    }
  | {
      readonly kind: 'property'
      readonly property: string
      readonly culture?: string | undefined
      readonly operator: Operator
      readonly values: readonly Json[]
    }
  /** Has one of `ids` at the other end; without ids, has any entity there. */
  | {
      readonly kind: 'relation'
      readonly relation: string
      readonly side?: 'parents' | 'children' | undefined
      readonly ids?: readonly number[] | undefined
    }
  /** Has the text in any value. */
  | { readonly kind: 'text'; readonly text: string }

export interface SortKey {
  readonly by:
    | { readonly system: SystemField }
    | { readonly property: string; readonly culture?: string | undefined }
  readonly descending: boolean
}
