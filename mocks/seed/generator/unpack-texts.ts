import { capitalised } from '../values/spelling.ts'

/** The number of a phrase has two digits: `count` characters from `first`, which neither JSON nor JavaScript escapes. */
export const phraseDigits = { first: 37, count: 55 }

/** Placeholders in a phrase for another phrase, unchanged or capitalised. No text contains them. */
export const phrasePlaceholder = '~'
export const capitalPlaceholder = '^'

const placeholders = new RegExp(`([${phrasePlaceholder}${capitalPlaceholder}])`)

/** Separators of the languages of a phrase, and of the texts of a list. */
export const divider = '|'
export const listDivider = '\n'

/** A phrase in one language: its text, or the placeholders and the texts around them. */
export type Phrase = string | readonly string[]

/** Phrases by language; a phrase without a divider is the same in all. */
export function phrasesOf(phrases: readonly string[]): Phrase[][] {
  const parts = phrases.map((phrase) => phrase.split(divider))

  return [0, 1, 2].map((language) =>
    parts.map((part) => {
      const text = part[language] ?? part[0] ?? ''
      const pieces = text.split(placeholders)

      return pieces.length > 1 ? pieces : text
    }),
  )
}

/**
 * Decodes texts from the numbers of their phrases, each followed by the numbers of the phrases for its placeholders.
 * Phrase 0 is no text.
 */
export function phrasedTexts(code: string, phrases: readonly Phrase[]): (string | undefined)[] {
  const { first, count } = phraseDigits
  const texts: (string | undefined)[] = []
  let index = 0

  const next = (): number => (code.charCodeAt(index++) - first) * count + code.charCodeAt(index++) - first
  const read = (number: number): string => {
    const phrase = phrases[number] ?? ''

    return typeof phrase === 'string' ? phrase : phrase.map(filled).join('')
  }
  const filled = (piece: string): string => {
    if (piece === phrasePlaceholder) return read(next())

    return piece === capitalPlaceholder ? capitalised(read(next())) : piece
  }

  while (index < code.length) {
    const number = next()

    texts.push(number === 0 ? undefined : read(number))
  }

  return texts
}
