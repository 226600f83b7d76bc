import { readJson } from './read-json.ts'
import type { Sliced } from './slices.ts'

/** A problem in JSON input, with its dotted path. */
export interface JsonInputProblem {
  readonly path: string
  readonly message: string
}

/**
 * Finds the first problem that any JSON input may have: invalid Unicode, a member that would be lost, or too deep
 * nesting. This is the only check for these problems.
 */
export function jsonProblem(value: unknown, maxDepth = 1000): JsonInputProblem | undefined {
  return problemOf(find(value, maxDepth), maxDepth)
}

/** Like `jsonProblem()`, but for a large input: yields after each record. */
export function* slicedJsonProblem(value: unknown, maxDepth: number): Sliced<JsonInputProblem | undefined> {
  return problemOf(yield* findSliced(value, maxDepth, 2), maxDepth)
}

function problemOf(found: FoundProblem | undefined, maxDepth: number): JsonInputProblem | undefined {
  if (found?.message === tooDeep)
    return { path: '', message: `The JSON is nested more than ${maxDepth} levels deep.` }

  return found && { path: found.names.join('.').toWellFormed(), message: found.message }
}

/** @throws {SyntaxError} when the text is not JSON or has a problem */
export function readValidJson(text: string): unknown {
  const value = readJson(text)
  const problem = jsonProblem(value)

  if (problem) throw new SyntaxError(problem.path ? `${problem.path}: ${problem.message}` : problem.message)

  return value
}

interface FoundProblem {
  readonly names: readonly string[]
  readonly message: string
}

const tooDeep = 'The JSON is nested too deep.'
const loneSurrogate = 'The text is not valid Unicode: it contains a lone surrogate.'

function find(value: unknown, levels: number): FoundProblem | undefined {
  if (typeof value === 'string')
    return value.isWellFormed() ? undefined : { names: [], message: loneSurrogate }
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return { names: [], message: tooDeep }

  for (const [name, inner] of Object.entries(value)) {
    const found = nameProblem(name) ?? find(inner, levels - 1)

    if (found) return { ...found, names: [name, ...found.names] }
  }

  return undefined
}

/** @param slicedLevels how many levels are searched member by member */
function* findSliced(value: unknown, levels: number, slicedLevels: number): Sliced<FoundProblem | undefined> {
  yield
  if (slicedLevels === 0 || levels === 0 || typeof value !== 'object' || value === null)
    return find(value, levels)

  for (const [name, inner] of Object.entries(value)) {
    const found = nameProblem(name) ?? (yield* findSliced(inner, levels - 1, slicedLevels - 1))

    if (found) return { ...found, names: [name, ...found.names] }
  }

  return undefined
}

function nameProblem(name: string): FoundProblem | undefined {
  // Assigning this name sets the prototype of an object: the member would be lost silently.
  if (name === '__proto__') return { names: [], message: 'A member can\'t have the name "__proto__".' }

  return name.isWellFormed() ? undefined : { names: [], message: loneSurrogate }
}
