import QuickLRU from 'quick-lru'
import type { RE2JS } from 're2js'

/** The longest expression that is made use of, in characters: they are short, and making one ready takes time as well. */
export const maxExpressionLength = 1000
/** How much work one text may be: its characters, for each instruction that the expression becomes. */
const maxWork = 50_000_000

/** The message for an expression that `canMatch` rejects. */
export const uncheckedExpression =
  "Its validation_expression is stored but not enforced: it can't be matched in linear time."

let engine: typeof RE2JS | undefined

/** Expressions that were made ready; null for those that can't be. */
const ready = new QuickLRU<string, RE2JS | null>({ maxSize: 1000 })

/**
 * Loads what tells whether texts match: undefined where that is done. It is large, and most sandboxes start without
 * having to tell.
 */
export function loadExpressions(): Promise<void> | undefined {
  return engine ? undefined : import('re2js').then(({ RE2JS }) => void (engine = RE2JS))
}

/**
 * Whether a text matches an expression of a user, in time that grows with the text only. Undefined where that can't be
 * told so: the expression looks around or back, repeats more than a thousand times, or is of another dialect.
 */
export function matches(expression: string, text: string): boolean | undefined {
  const compiled = compile(expression)

  if (!compiled || compiled.programSize() * text.length > maxWork) return undefined

  return compiled.matcher(text).find()
}

/** Whether texts can be checked against an expression. */
export function canMatch(expression: string): boolean {
  return compile(expression) !== null
}

function compile(expression: string): RE2JS | null {
  if (!engine) throw new Error('Expressions are made use of before they are loaded.')
  if (expression.length > maxExpressionLength) return null

  const known = ready.get(expression)

  if (known !== undefined) return known

  const made = compileWith(engine, expression)

  ready.set(expression, made)

  return made
}

function compileWith(by: typeof RE2JS, expression: string): RE2JS | null {
  try {
    return by.compile(by.translateRegExp(expression))
  } catch {
    return null // look-around and the like, which can't be told in linear time
  }
}
