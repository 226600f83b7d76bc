import type { PlainFilter } from '../filter.ts'
import { wordsIn } from './words.ts'

/** Characters of a full-text search, words in it, and letters of a word, at most. */
const limits = { characters: 1000, words: 32, letters: 100 }

const part = /"(?<phrase>[^"]*)"?|(?<word>[^\s,"]+)/g

/**
 * The filter of a full-text search: entities with all of the words, in any letter case, by prefix (`leek`
 * finds "leeks"). `"leek soup"` in double quotes is a phrase, `AND` and `OR` in capitals join, `*` and `?` are wildcards,
 * commas separate, and single letters mean nothing.
 */
export function fullTextFilter(text: string): PlainFilter {
  const alternatives: PlainFilter[][] = [[]]

  for (const { groups } of text.matchAll(part)) {
    const { phrase, word = '' } = groups ?? {}

    if (word === 'OR') alternatives.push([])
    else if (phrase !== undefined) alternatives.at(-1)?.push(...phraseFilter(wordsIn(phrase)))
    else if (word !== 'AND') alternatives.at(-1)?.push(...wordFilter(word))
  }

  const found = alternatives.filter((filters) => filters.length > 0)
  const [only] = found

  if (!only) return { kind: 'all' }

  return found.length === 1
    ? { kind: 'and', filters: only }
    : { kind: 'or', filters: found.map((filters) => ({ kind: 'and', filters })) }
}

/** Why a full-text search is rejected, or undefined. */
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
    const pieces = word.toLowerCase().match(/[\p{L}\p{M}\p{N}*?]+/gu) ?? []

    return pieces.filter((piece) => /[^*?]/.test(piece)).map((pattern) => ({ kind: 'word', pattern }))
  }

  const words = wordsIn(word)
  const last = words.pop()

  return last === undefined ? [] : phraseFilter([...words, last.length > 1 ? `${last}*` : last])
}

function phraseFilter(words: readonly string[]): PlainFilter[] {
  const [first] = words

  if (first === undefined || (words.length === 1 && first.length === 1)) return []

  return [words.length === 1 ? { kind: 'word', pattern: first } : { kind: 'phrase', words }]
}
