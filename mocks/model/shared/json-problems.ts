import { readJson } from './read-json.ts'
import type { Sliced } from './slices.ts'

/** The place and message of a problem in JSON input. */
export interface JsonInputProblem {
  readonly place: string
  readonly message: string
}

/**
 * Finds a problem of any JSON value that came in, whatever it is for: text that is not Unicode, a member that would be
 * lost, or too many levels of nesting. All JSON input is checked here, and nowhere else.
 */
export function jsonProblem(value: unknown, maxDepth = Infinity): JsonInputProblem | undefined {
  return problemOf(find(value, maxDepth), maxDepth)
}

/** The same for what holds many records: stops after each. */
export function* jsonProblemInPieces(value: unknown, maxDepth: number): Sliced<JsonInputProblem | undefined> {
  return problemOf(yield* findInPieces(value, maxDepth, 2), maxDepth)
}

function problemOf(found: Found | undefined, maxDepth: number): JsonInputProblem | undefined {
  if (found?.message === tooDeep)
    return { place: '', message: `This is nested more than ${maxDepth} levels deep.` }

  return found && { place: found.names.join('.').toWellFormed(), message: found.message }
}

/** Parses JSON input. Throws when it is invalid, or has a problem. */
export function readValidJson(text: string, maxDepth?: number): unknown {
  const value = readJson(text)
  const problem = jsonProblem(value, maxDepth)

  if (problem) throw new SyntaxError(`${problem.place}: ${problem.message}`)

  return value
}

interface Found {
  readonly names: readonly string[]
  readonly message: string
}

const tooDeep = 'This is nested too deep.'
const halfLetter = 'The text is not valid Unicode: it has half of a surrogate pair.'

function find(value: unknown, levels: number): Found | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : { names: [], message: halfLetter }
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return { names: [], message: tooDeep }

  for (const [name, inner] of Object.entries(value)) {
    const found = wrongWith(name) ?? find(inner, levels - 1)

    if (found) return { ...found, names: [name, ...found.names] }
  }

  return undefined
}

/** @param stops how many levels are gone through member by member */
function* findInPieces(value: unknown, levels: number, stops: number): Sliced<Found | undefined> {
  yield
  if (stops === 0 || levels === 0 || typeof value !== 'object' || value === null) return find(value, levels)

  for (const [name, inner] of Object.entries(value)) {
    const found = wrongWith(name) ?? (yield* findInPieces(inner, levels - 1, stops - 1))

    if (found) return { ...found, names: [name, ...found.names] }
  }

  return undefined
}

function wrongWith(name: string): Found | undefined {
  // Assigning this name sets the prototype of an object: the member would be lost silently.
  if (name === '__proto__') return { names: [], message: 'A member can\'t have the name "__proto__".' }

  return name.isWellFormed() ? undefined : { names: [], message: halfLetter }
}
