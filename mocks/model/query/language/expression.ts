import type { Operator } from '../filter.ts'
import type { Token } from './token.ts'

/** The types of `String('Title')`, `Int('Width')` ... */
export const valueTypes = ['String', 'Int', 'Long', 'Decimal', 'Float', 'Bool', 'DateTime'] as const
export type ValueType = (typeof valueTypes)[number]

/** A parsed expression: names and values are tokens, with their positions. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly inner: Expression }
  | QueryCondition

/** A comparison, a flag, `Exists()` or `Missing()`. */
export interface QueryCondition {
  readonly kind: 'condition'
  readonly operand: Operand
  /** Omitted for `Bool('Published')` and `Locked`. */
  readonly comparison?: Comparison | undefined
  /** The token after the condition, for error messages. */
  readonly next: Token
}

export type Operand =
  | {
      readonly kind: 'property'
      readonly type: ValueType
      readonly name: string
      readonly culture?: string | undefined
    }
  /** `Parent('TagToAsset').id` */
  | { readonly kind: 'related'; readonly role: 'parent' | 'child' | 'ancestor'; readonly relation: string }
  /** `Exists('TagToAsset')` */
  | { readonly kind: 'exists'; readonly relation: string; readonly isMissing: boolean }
  /** A field, a flag, or a property by its bare name. */
  | { readonly kind: 'name'; readonly name: Token }

export interface Comparison {
  readonly operator: Operator
  /** The operator as it was written. */
  readonly operatorToken: Token
  readonly value: Token
}
