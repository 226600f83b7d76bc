import { runSync, type Sliced } from './slices.ts'

/** What can come next in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing'

/**
 * `JSON.parse()` with the same error messages on every engine, since they appear in responses.
 *
 * @throws {SyntaxError} with the position of the first error
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError(describeError(text))
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true }) // drops a byte order mark

/**
 * Decodes UTF-8.
 *
 * @throws {SyntaxError} when the bytes are not valid UTF-8
 */
export function readUtf8(bytes: Uint8Array | undefined): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new SyntaxError('it is not valid UTF-8')
  }
}

/** Describes the first error of a text that is not JSON: `unexpected "}" at line 2, column 1`. */
function describeError(text: string): string {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0

  for (;;) {
    at += /^[ \t\n\r]*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0
    if (isSpace(text[at])) continue
    const token = tokenAt(text, at)
    const next = after(expected, kindOf(token), open)

    if (next === undefined) return at >= text.length ? 'unexpected end' : `unexpected ${located(text, at)}`
    expected = next
    at += token.length
  }
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && ' \t\n\r'.includes(character)
}

/** The token at a position; empty where there is no valid one. */
function tokenAt(text: string, at: number): string {
  if (text[at] === '"') return stringAt(text, at)

  return (
    /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{}:,])/.exec(
      text.slice(at, at + 1000),
    )?.[0] ?? ''
  )
}

/** The string literal at a position; empty where it is unterminated or invalid. */
function stringAt(text: string, at: number): string {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === '"') {
      const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g
      const literal = text.slice(at, end + 1)

      // oxlint-disable-next-line no-control-regex -- JSON does not allow control characters
      return /[\\\u0000-\u001f]/.test(literal.replaceAll(escaped, '')) ? '' : literal
    }
  }

  return ''
}

function kindOf(token: string): string {
  if (token === '' || '[]{}:,'.includes(token)) return token

  return token.startsWith('"') ? 'text' : 'value'
}

/** What can come after a token; undefined where the token is not allowed. Updates the stack of open brackets. */
function after(expected: Expected, kind: string, open: string[]): Expected | undefined {
  const isValue = expected === 'value' || expected === 'value or ]'
  const closes = { '}': '{', ']': '[' }[kind]

  if (closes !== undefined) {
    if (open.at(-1) !== closes || !(expected === ', or end' || expected.endsWith(` or ${kind}`)))
      return undefined
    open.pop()

    return open.length > 0 ? ', or end' : 'nothing'
  }
  if (kind === '{' || kind === '[') {
    if (!isValue) return undefined
    open.push(kind)

    return kind === '{' ? 'name or }' : 'value or ]'
  }
  if (kind === ':') return expected === ':' ? 'value' : undefined
  if (kind === ',') return expected === ', or end' ? (open.at(-1) === '{' ? 'name' : 'value') : undefined
  if (kind === 'text' && expected.startsWith('name')) return ':'
  if (kind === '' || !isValue) return undefined

  return open.length > 0 ? ', or end' : 'nothing'
}

function located(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)

  return `${JSON.stringify(character)} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/** A problem in JSON input, with its dotted path. */
export interface JsonInputProblem {
  readonly path: string
  readonly message: string
}

/** How large a JSON input may be. */
interface JsonLimits {
  /** Maximum nesting, in levels. */
  readonly depth: number
  /** Maximum number of members of an object. */
  readonly members: number
}

const defaultLimits: JsonLimits = { depth: 1000, members: Infinity }

/**
 * Finds the first problem that any JSON input may have: invalid Unicode, a member that would be lost, or too deep
 * nesting, or too many members. This is the only check for these problems. Yields after each value.
 */
export function* slicedJsonProblem(
  value: unknown,
  limits = defaultLimits,
): Sliced<JsonInputProblem | undefined> {
  /** The names of the value and of those that it is in, and the members that are left of each. */
  const names: string[] = []
  const open = [Object.entries({ '': value }).values()]

  for (let members = open.at(-1); members; members = open.at(-1)) {
    const depth = open.length - 1
    const { value: member } = members.next()

    if (member) {
      const [name, inner] = member
      const message = problemWith(name, inner)

      names[depth] = name
      if (message !== undefined) {
        const path = names.slice(1, depth + 1).join('.')

        return { path: path.toWellFormed(), message }
      }
      if (typeof inner === 'object' && inner !== null) {
        if (depth === limits.depth) {
          return { path: '', message: `The JSON is nested more than ${depth} levels deep.` }
        }

        const entries = Object.entries(inner)

        if (entries.length > limits.members && !Array.isArray(inner)) {
          return { path: '', message: `An object in the JSON has more than ${limits.members} members.` }
        }
        open.push(entries.values())
      }
      yield
    } else open.pop()
  }

  return undefined
}

/** Like `slicedJsonProblem()`, for a small input. */
export function jsonProblem(value: unknown, limits?: JsonLimits): JsonInputProblem | undefined {
  return runSync(slicedJsonProblem(value, limits))
}

/** @throws {SyntaxError} when the text is not JSON or has a problem */
export function readValidJson(text: string): unknown {
  const value = readJson(text)

  throwIfProblem(jsonProblem(value))

  return value
}

/**
 * Reads JSON in UTF-8, and checks it in slices.
 *
 * @throws {SyntaxError} when it is not JSON or has a problem
 */
export function* readValidFile(bytes: Uint8Array): Sliced<unknown> {
  const value = readJson(readUtf8(bytes))

  throwIfProblem(yield* slicedJsonProblem(value))

  return value
}

/** @throws {SyntaxError} when there is a problem */
function throwIfProblem(problem: JsonInputProblem | undefined): void {
  if (problem) throw new SyntaxError(problem.path ? `${problem.path}: ${problem.message}` : problem.message)
}

function problemWith(name: string, value: unknown): string | undefined {
  // Assigning this name sets the prototype of an object: the member would be lost silently.
  if (name === '__proto__') return 'A member can\'t have the name "__proto__".'

  return name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())
    ? undefined
    : 'The text is not valid Unicode: it contains a lone surrogate.'
}
