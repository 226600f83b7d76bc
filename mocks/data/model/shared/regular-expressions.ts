import type { RE2JS } from 're2js'

/** Longer regular expressions are not used, since compiling takes time as well. */
export const maxExpressionLength = 1000
/** The size of an expression, and of all in a definition; the compiled ones are about twice as many instructions. */
export const maxExpressionSizes = { one: 5000, all: 50_000 }
/** The limit for one match: the characters of the text times the instructions of the compiled expression. */
const maxWork = 10_000_000

/** The message for an expression that `canMatch` rejects. */
export const uncheckedExpressionMessage =
  "Its validation_expression is stored but not enforced: it can't be matched in linear time."

let engine: typeof RE2JS | undefined

/** Compiled expressions; null for those that can't be compiled. */
const compiledExpressions = new Map<string, RE2JS | null>()
/** The instructions of all of them, at most about 32 MiB; beyond it they are compiled again when they are used. */
const maxCompiled = 200_000
let compiledSize = 0

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

  return compiled && !isTooLong(expression, text) ? compiled.matcher(text).find() : undefined
}

/** Whether a text is too long to be matched against an expression that the engine supports. */
export function isTooLong(expression: string, text: string): boolean {
  return (compile(expression)?.programSize() ?? 0) * text.length > maxWork
}

/** Whether the engine supports an expression. */
export function canMatch(expression: string): boolean {
  return compile(expression) !== null
}

function compile(expression: string): RE2JS | null {
  if (!engine) throw new Error('loadRegularExpressions() has not been awaited.')
  if (expression.length > maxExpressionLength || sizeOfExpression(expression) > maxExpressionSizes.one)
    return null

  const cached = compiledExpressions.get(expression)

  if (cached !== undefined) return cached

  const compiled = compileWith(engine, expression)

  // In addition about as many as the text takes.
  compiledSize += 10 + (compiled?.programSize() ?? 0)
  if (compiledSize > maxCompiled) {
    compiledExpressions.clear()
    compiledSize = 0
  }
  compiledExpressions.set(expression, compiled)

  return compiled
}

/** Escapes, counts and single characters. */
const tokens = /\\[\s\S]|\{(\d+)(?:,(\d*))?\}|[\s\S]/gy

/**
 * How large an expression is, without compiling it: its characters and classes, each as often as the counts around it say.
 * 0 for one that is too long to be compiled.
 */
export function sizeOfExpression(expression: string): number {
  if (expression.length > maxExpressionLength) return 0

  const groups: number[] = []
  let [size, last, isInClass] = [0, 0, false]

  for (const [token, least, most] of expression.matchAll(tokens)) {
    if (isInClass) isInClass = token !== ']'
    else if (token === '(') {
      groups.push(size)
      size = 0
    } else if (least !== undefined) {
      const added = last * (Math.max(Number(least), Number(most ?? 0), 1) - 1)

      size += added
      last += added
    } else {
      last = token === ')' ? size + 1 : 1
      size = token === ')' ? (groups.pop() ?? 0) + last : size + 1
      isInClass = token === '['
    }
  }

  return groups.reduce((sum, outer) => sum + outer, size)
}

function compileWith(library: typeof RE2JS, expression: string): RE2JS | null {
  try {
    return library.compile(library.translateRegExp(expression))
  } catch {
    return null // not supported
  }
}
