import { fieldIn, allOf, anyOf, type PlainFilter } from '../filter.ts'
import { wordsIn } from './words.ts'

/** The maximum number of characters and words of a full-text search, and of letters of a word. */
const limits = { characters: 1000, words: 32, letters: 100 }

const part = /"(?<phrase>[^"]*)"?|(?<word>[^\s,"]+)/g

/**
 * The filter of a full-text search: entities with all of the words, case-insensitively and by prefix (`leek` finds
 * "leeks"). `"leek soup"` in double quotes is a phrase, `AND` and `OR` in capitals are operators, `*` and `?` are
 * wildcards, commas separate words, and single letters are ignored. `id=1001` is the entity with the id.
 */
export function fullTextFilter(text: string): PlainFilter {
  const alternatives: PlainFilter[][] = [[]]

  for (const { groups } of text.matchAll(part)) {
    const { phrase, word = '' } = groups ?? {}

    if (word === 'OR') alternatives.push([])
    else if (phrase !== undefined) alternatives.at(-1)?.push(...phraseFilter(wordsIn(phrase)))
    else if (word !== 'AND') alternatives.at(-1)?.push(...wordFilter(word))
  }

  const filters = alternatives.filter((each) => each.length > 0).map(allOf)

  return filters.length === 0 ? { kind: 'all' } : anyOf(filters)
}

/** What is expected of a full-text search that is rejected; undefined for a valid one. */
export function fullTextProblem(text: string): string | undefined {
  if (text.length > limits.characters) return `at most ${limits.characters} characters`
  const words = text.match(/[^\s,"]+/g) ?? []

  if (words.length > limits.words) return `at most ${limits.words} words`

  return words.some((word) => word.length > limits.letters)
    ? `words of at most ${limits.letters} letters`
    : undefined
}

function wordFilter(word: string): PlainFilter[] {
  const [, id] = /^id=(\d{1,15})$/i.exec(word) ?? []

  if (id !== undefined) return [fieldIn('id', [Number(id)])]
  if (/[*?]/.test(word)) {
    const patterns = word.toLowerCase().match(/[\p{L}\p{M}\p{N}*?]+/gu) ?? []

    return patterns.filter((pattern) => /[^*?]/.test(pattern)).flatMap((pattern) => phraseFilter([pattern]))
  }

  const words = wordsIn(word)
  const last = words.pop()

  return last === undefined ? [] : phraseFilter([...words, last.length > 1 ? `${last}*` : last])
}

/** Single letters are ignored. */
function phraseFilter(patterns: readonly string[]): PlainFilter[] {
  const [first = ''] = patterns
  const isIgnored = patterns.length <= 1 && first.length <= 1

  return isIgnored ? [] : [{ kind: 'words', patterns }]
}
