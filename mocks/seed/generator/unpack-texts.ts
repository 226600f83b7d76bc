import { capitalised } from '../values/spelling.ts'

/** Phrases are numbered by two letters, each of them one of so many from the first on: none that JSON or JavaScript escapes. */
export const letters = { first: 37, count: 55 }

/** Where another phrase goes into one, and where with a capital. Neither is in any text. */
export const slot = '~'
export const capitalSlot = '^'

/** Between a phrase's languages, and between the texts of a list. */
export const divider = '|'
export const listDivider = '\n'

/** A phrase in one language: its text, or the texts around its slots with these between them. */
export type Phrase = string | readonly string[]

/** Phrases by language; one without a divider is the same in all. */
export function phrasesOf(phrases: readonly string[]): Phrase[][] {
  const parts = phrases.map((phrase) => phrase.split(divider))

  return [0, 1, 2].map((language) =>
    parts.map((part) => {
      const text = part[language] ?? part[0] ?? ''
      const pieces = text.split(/([~^])/)

      return pieces.length > 1 ? pieces : text
    }),
  )
}

/**
 * Reads texts that are written one after the other as the numbers of their phrases, each followed by those for its slots.
 * Phrase 0 is no text.
 */
export function phrasedTexts(code: string, phrases: readonly Phrase[]): (string | undefined)[] {
  const { first, count } = letters
  const texts: (string | undefined)[] = []
  let at = 0

  const next = (): number => (code.charCodeAt(at++) - first) * count + code.charCodeAt(at++) - first
  const read = (number: number): string => {
    const phrase = phrases[number] ?? ''

    if (typeof phrase === 'string') return phrase

    let text = ''

    for (const piece of phrase) {
      if (piece === slot) text += read(next())
      else if (piece === capitalSlot) text += capitalised(read(next()))
      else text += piece
    }

    return text
  }

  while (at < code.length) {
    const number = next()

    texts.push(number === 0 ? undefined : read(number))
  }

  return texts
}
