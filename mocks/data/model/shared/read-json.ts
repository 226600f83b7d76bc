import { visit } from 'jsonc-parser'
import { runSync, type Sliced } from './slices.ts'

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

/** The parser that looks for errors is recursive. */
const maxDepth = 1000

/** Errors are not looked for in longer texts: that would hold other requests. */
const maxDescribed = 100_000

/** Describes the first error of a text that is not JSON: `unexpected "}" at line 2, column 1`. */
function describeError(text: string): string {
  if (text.length > maxDescribed) return 'it is invalid, and too long to find where'

  let depth = 0
  let problem: string | undefined
  const begin = () => {
    depth += 1
    if (depth > maxDepth) throw new SyntaxError()
  }
  const end = () => void (depth -= 1)
  const onError = (_: unknown, at: number) =>
    void (problem ??= at < text.length ? `unexpected ${located(text, at)}` : 'unexpected end')
  const visitor = { onObjectBegin: begin, onArrayBegin: begin, onObjectEnd: end, onArrayEnd: end, onError }

  try {
    visit(text, visitor, { disallowComments: true })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    problem ??= `it is nested more than ${maxDepth} levels deep`
  }

  return problem ?? 'it is not JSON'
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
  /** Maximum number of items of a list. */
  readonly items: number
}

const defaultLimits: JsonLimits = { depth: maxDepth, members: Infinity, items: Infinity }

/**
 * Finds the first problem that any JSON input may have: invalid Unicode, a member that would be lost, too deep
 * nesting, or too many members or items. This is the only check for these problems. Yields after each value.
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

        if (Array.isArray(inner) && inner.length > limits.items)
          return { path: '', message: `A list in the JSON has more than ${limits.items} items.` }

        const entries = Object.entries(inner)

        if (entries.length > limits.members && !Array.isArray(inner))
          return { path: '', message: `An object in the JSON has more than ${limits.members} members.` }
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
