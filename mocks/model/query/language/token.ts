/** A token of an expression. The text of a quoted one is unquoted and unescaped. */
export interface Token {
  /** `value`: a number or a date without quotes. */
  readonly kind: 'word' | 'text' | 'value' | 'punctuation' | 'end'
  readonly text: string
  /** Offset in the expression, from 0. */
  readonly at: number
  /** Offset of its end, exclusive. */
  readonly end: number
}
