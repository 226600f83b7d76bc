import { readJson } from './read-json.ts'
import type { Work } from './slices.ts'

/** Where a value that came in is not sound, and why. */
export interface Unsound {
  readonly place: string
  readonly message: string
}

/**
 * Finds a problem of any JSON value that came in, whatever it is for: text that is not Unicode, a member that would be
 * lost, or too many levels of nesting. All JSON input is checked here, and nowhere else.
 */
export function unsoundness(value: unknown, maxDepth = Infinity): Unsound | undefined {
  return said(find(value, maxDepth), maxDepth)
}

/** The same for what holds many records: stops after each. */
export function* unsoundnessInPieces(value: unknown, maxDepth: number): Work<Unsound | undefined> {
  return said(yield* findInPieces(value, maxDepth, 2), maxDepth)
}

function said(found: Found | undefined, maxDepth: number): Unsound | undefined {
  if (found?.message === tooDeep)
    return { place: '', message: `This is nested more than ${maxDepth} levels deep.` }

  return found && { place: found.names.join('.').toWellFormed(), message: found.message }
}

/** JSON within a text that came in. Throws where it is none, or not sound. */
export function readSoundJson(text: string, maxDepth?: number): unknown {
  const value = readJson(text)
  const unsound = unsoundness(value, maxDepth)

  if (unsound) throw new SyntaxError(`${unsound.place}: ${unsound.message}`)

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
function* findInPieces(value: unknown, levels: number, stops: number): Work<Found | undefined> {
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
