/** A piece of an expression. The text of a quoted one is the text in the quotes, without escapes. */
export interface Token {
  /** `value`: a number or a date without quotes. */
  readonly kind: 'word' | 'text' | 'value' | 'punctuation' | 'end'
  readonly text: string
  /** Offset in the expression, from 0. */
  readonly at: number
  /** Offset behind it. */
  readonly end: number
}
