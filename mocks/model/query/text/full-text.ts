import type { PlainFilter } from '../filter.ts'
import { wordsIn } from './words.ts'

/** The maximum number of characters and words of a full-text search, and of letters of a word. */
const limits = { characters: 1000, words: 32, letters: 100 }

const part = /"(?<phrase>[^"]*)"?|(?<word>[^\s,"]+)/g

/**
 * The filter of a full-text search: entities with all of the words, case-insensitively and by prefix (`leek` finds
 * "leeks"). `"leek soup"` in double quotes is a phrase, `AND` and `OR` in capitals are operators, `*` and `?` are
 * wildcards, commas separate words, and single letters are ignored.
 */
export function fullTextFilter(text: string): PlainFilter {
  const alternatives: PlainFilter[][] = [[]]

  for (const { groups } of text.matchAll(part)) {
    const { phrase, word = '' } = groups ?? {}

    if (word === 'OR') alternatives.push([])
    else if (phrase !== undefined) alternatives.at(-1)?.push(...phraseFilter(wordsIn(phrase)))
    else if (word !== 'AND') alternatives.at(-1)?.push(...wordFilter(word))
  }

  const [first = { kind: 'all' }, ...others] = alternatives
    .filter((filters) => filters.length > 0)
    .map((filters): PlainFilter => ({ kind: 'and', filters }))

  return others.length === 0 ? first : { kind: 'or', filters: [first, ...others] }
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
  if (/[*?]/.test(word)) {
    const patterns = word.toLowerCase().match(/[\p{L}\p{M}\p{N}*?]+/gu) ?? []

    return patterns.filter((pattern) => /[^*?]/.test(pattern)).map((pattern) => ({ kind: 'word', pattern }))
  }

  const words = wordsIn(word)
  const last = words.pop()

  return last === undefined ? [] : phraseFilter([...words, last.length > 1 ? `${last}*` : last])
}

function phraseFilter(words: readonly string[]): PlainFilter[] {
  const [first] = words

  if (first === undefined || (words.length === 1 && first.length === 1)) return []

  return [words.length === 1 ? { kind: 'word', pattern: first } : { kind: 'phrase', patterns: words }]
}
