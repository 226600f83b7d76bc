import type { RE2JS } from 're2js'
import { messageOf } from './errors.ts'

/** Longer regular expressions are not used, since compiling takes time as well. */
export const maxExpressionLength = 1000
/** The size of an expression, and of all in a definition; the compiled ones are about twice as many instructions. */
export const maxExpressionSizes = { one: 5000, all: 50_000 }
/** The limit for one match: the characters of the text times the instructions of the compiled expression. */
const maxWork = 10_000_000

let engine: typeof RE2JS | undefined

/** A compiled expression, or why it can't be compiled. */
type Compiled = { readonly program?: RE2JS; readonly problem?: string }
const compiledExpressions = new Map<string, Compiled>()
/** The instructions of all of them, at most about 32 MiB; beyond it they are compiled again when they are used. */
const maxCompiled = 200_000
let compiledSize = 0

/**
 * Loads the regular expression engine; undefined when it is loaded already. It is large, and most sandboxes start
 * without using it.
 */
export function loadExpressionEngine(): Promise<void> | undefined {
  return engine ? undefined : import('re2js').then(({ RE2JS }) => void (engine = RE2JS))
}

/**
 * Whether a text matches a user's regular expression, in linear time. Undefined where the engine can't tell:
 * look-around, back references, more than a thousand repetitions, or another dialect.
 */
export function matches(expression: string, text: string): boolean | undefined {
  const { program } = compile(expression)

  return program && !isTooLong(expression, text) ? program.matcher(text).find() : undefined
}

/** Whether a text is too long to be matched against an expression that the engine supports. */
export function isTooLong(expression: string, text: string): boolean {
  return (compile(expression).program?.programSize() ?? 0) * text.length > maxWork
}

/** The message for an expression that the engine does not support; undefined for others. */
export function uncheckedExpressionMessage(expression: string): string | undefined {
  const { problem } = compile(expression)

  if (problem === undefined) return undefined
  const isInvalid = /^(?:missing|unexpected|trailing|invalid (?:nested|character)) /.test(problem)
  const isForeign = problem.startsWith('unknown escape')
  const unmatched = isForeign ? 'it is of another dialect' : "it can't be matched in linear time"
  const reason = isInvalid ? 'it is no valid regular expression' : unmatched

  return `Its validation_expression is stored but not enforced: ${reason} (${problem}).`
}

function compile(expression: string): Compiled {
  if (!engine) throw new Error('loadExpressionEngine() has not been awaited.')
  if (expression.length > maxExpressionLength || sizeOfExpression(expression) > maxExpressionSizes.one)
    return { problem: 'it is too large' }

  const cached = compiledExpressions.get(expression)

  if (cached !== undefined) return cached

  const compiled = compileWith(engine, expression)

  // In addition about as many as the text takes.
  compiledSize += 10 + (compiled.program?.programSize() ?? 0)
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

/** Escapes of other dialects, such as .NET's end of a text, which the engine would take for the letter. */
const unknownEscape = /^(?:[^\\]|\\[^CF-ORT-VX-Zeg-moqy89])*(\\[CF-ORT-VX-Zeg-moqy89])/

function compileWith(library: typeof RE2JS, expression: string): Compiled {
  const [, escape] = unknownEscape.exec(expression) ?? []

  if (escape !== undefined) return { problem: `unknown escape sequence: \`${escape}\`` }
  try {
    return { program: library.compile(library.translateRegExp(expression)) }
  } catch (error) {
    return { problem: messageOf(error).replace('error parsing regexp: ', '') }
  }
}
