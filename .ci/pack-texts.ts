import {
  capitalPlaceholder,
  divider,
  phraseDigits,
  phrasePlaceholder,
} from '../mocks/seed/generator/unpack-texts.ts'
import { capitalised } from '../mocks/seed/values/spelling.ts'

/** A text in every language, or once if it is the same in all. */
export type LocalizedText = readonly string[]

/** Characters that no text may contain. */
const reserved = [phrasePlaceholder, capitalPlaceholder, divider]

interface Part {
  readonly phrase: LocalizedText
  /** The phrase as it appears in a text. */
  readonly texts: LocalizedText
  readonly placeholder: string
}

/** Encodes texts as phrase numbers, and collects the phrases. */
export class PhraseBook {
  /** Phrase 0 means that there is no text. */
  readonly #numbers = new Map<string, number>([['', 0]])
  /** Phrases that texts may contain, by their first two characters, longest first. */
  readonly #parts = new Map<string, Part[]>()

  constructor(phrases: readonly LocalizedText[]) {
    const parts = phrases
      .filter(([text = '']) => text.length >= minPhraseLength)
      .flatMap((phrase): Part[] => [
        { phrase, texts: phrase, placeholder: phrasePlaceholder },
        { phrase, texts: phrase.map(capitalised), placeholder: capitalPlaceholder },
      ])
      .sort((one, other) => lengthOf(other) - lengthOf(one))

    for (const part of parts) {
      const start = startOf(part.texts[0] ?? '', 0)
      const others = this.#parts.get(start)

      if (others) others.push(part)
      else this.#parts.set(start, [part])
    }
  }

  get phrases(): string[] {
    return [...this.#numbers.keys()]
  }

  /** Removes all but the first phrases. */
  forget(keptCount: number): void {
    for (const phrase of this.phrases.slice(keptCount)) this.#numbers.delete(phrase)
  }

  codeOf(localized: LocalizedText | undefined): string {
    if (!localized) return this.#encoded([''])
    if (reserved.some((character) => localized.join('').includes(character)))
      throw new Error(`Failed to pack "${localized.join()}".`)

    const parts =
      this.#partsOf(
        localized,
        localized.map(() => 0),
        new Set(),
      ) ?? []
    const [first] = parts
    const phrases = parts.filter((part) => typeof part !== 'string')

    if (phrases.length === 0) return this.#encoded(localized)
    if (parts.length === 1 && typeof first === 'object' && first.placeholder === phrasePlaceholder)
      return this.#encoded(first.phrase)

    const template = parts.map((part) => (typeof part === 'string' ? part : part.placeholder)).join('')

    return this.#encoded([template]) + phrases.map(({ phrase }) => this.#encoded(phrase)).join('')
  }

  #encoded(phrase: LocalizedText): string {
    const text = new Set(phrase).size === 1 ? (phrase[0] ?? '') : phrase.join(divider)
    const number = this.#numbers.get(text) ?? this.#numbers.size

    this.#numbers.set(text, number)

    return String.fromCharCode(
      phraseDigits.first + Math.floor(number / phraseDigits.count),
      phraseDigits.first + (number % phraseDigits.count),
    )
  }

  /** The phrases of a text and the characters between them, which must be the same in all languages. */
  #partsOf(
    localized: LocalizedText,
    positions: readonly number[],
    failed: Set<string>,
  ): (Part | string)[] | undefined {
    const key = positions.join()

    if (localized.every((text, language) => positions[language] === text.length)) return []
    if (failed.has(key)) return undefined

    const start = startOf(localized[0] ?? '', positions[0] ?? 0)
    const matches = (this.#parts.get(start) ?? []).filter(({ texts }) =>
      localized.every((text, language) =>
        text.startsWith(texts[language] ?? texts[0] ?? '', positions[language]),
      ),
    )

    for (const part of matches) {
      const next = positions.map((at, language) => at + (part.texts[language] ?? part.texts[0] ?? '').length)
      const laterParts = this.#partsOf(localized, next, failed)

      if (laterParts) return [part, ...laterParts]
    }

    const characters = new Set(localized.map((text, language) => text.charAt(positions[language] ?? 0)))
    const [character = ''] = characters
    const next = positions.map((at) => at + 1)
    const laterParts =
      characters.size === 1 && character !== '' ? this.#partsOf(localized, next, failed) : undefined

    if (!laterParts) failed.add(key)

    return laterParts && [character, ...laterParts]
  }
}

const minPhraseLength = 3

function startOf(text: string, at: number): string {
  return text.slice(at, at + 2)
}

function lengthOf({ texts }: Part): number {
  return texts[0]?.length ?? 0
}
