import QuickLRU from 'quick-lru'
import type { RE2JS } from 're2js'

/** Longer regular expressions are not used, since compiling takes time as well. */
export const maxExpressionLength = 1000
/** The limit for one match: the characters of the text times the instructions of the compiled expression. */
const maxWork = 50_000_000

/** The message for an expression that `canMatch` rejects. */
export const uncheckedExpressionMessage =
  "Its validation_expression is stored but not enforced: it can't be matched in linear time."

let engine: typeof RE2JS | undefined

/** Compiled expressions; null for those that can't be compiled. */
const compiledExpressions = new QuickLRU<string, RE2JS | null>({ maxSize: 1000 })

/**
 * Loads the regular expression engine; undefined when it is loaded already. It is large, and most sandboxes start
 * without using it.
 */
export function loadRegularExpressions(): Promise<void> | undefined {
  return engine ? undefined : import('re2js').then(({ RE2JS }) => void (engine = RE2JS))
}

/**
 * Whether a text matches a user's regular expression, in linear time. Undefined where the engine can't tell:
 * look-around, back references, more than a thousand repetitions, or another dialect.
 */
export function matches(expression: string, text: string): boolean | undefined {
  const compiled = compile(expression)

  if (!compiled || compiled.programSize() * text.length > maxWork) return undefined

  return compiled.matcher(text).find()
}

/** Whether the engine supports an expression. */
export function canMatch(expression: string): boolean {
  return compile(expression) !== null
}

function compile(expression: string): RE2JS | null {
  if (!engine) throw new Error('loadRegularExpressions() has not been awaited.')
  if (expression.length > maxExpressionLength) return null

  const cached = compiledExpressions.get(expression)

  if (cached !== undefined) return cached

  const compiled = compileWith(engine, expression)

  compiledExpressions.set(expression, compiled)

  return compiled
}

function compileWith(library: typeof RE2JS, expression: string): RE2JS | null {
  try {
    return library.compile(library.translateRegExp(expression))
  } catch {
    return null // not supported
  }
}
