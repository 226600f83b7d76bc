import { capitalSlot, divider, phraseDigits, slot } from '../mocks/seed/generator/unpack-texts.ts'
import { capitalised } from '../mocks/seed/values/spelling.ts'

/** A text in every language: one where it is the same in all. */
export type Saying = readonly string[]

interface Part {
  readonly phrase: Saying
  /** The phrase as it appears in a text. */
  readonly texts: Saying
  readonly slot: string
}

/** Writes texts as numbers of phrases, and collects these. */
export class PhraseBook {
  /** Phrase 0 is no text. */
  readonly #numbers = new Map<string, number>([['', 0]])
  /** Phrases that texts may be made of by their first letters, the longest first. */
  readonly #parts = new Map<string, Part[]>()

  constructor(phrases: readonly Saying[]) {
    const parts = phrases
      .filter(([text = '']) => text.length >= shortest)
      .flatMap((phrase): Part[] => [
        { phrase, texts: phrase, slot },
        { phrase, texts: phrase.map(capitalised), slot: capitalSlot },
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

  /** Forgets the phrases that were collected after the first ones. */
  forget(size: number): void {
    for (const phrase of this.phrases.slice(size)) this.#numbers.delete(phrase)
  }

  codeOf(saying: Saying | undefined): string {
    if (!saying) return this.#written([''])
    if (saying.some((text) => /[~^|]/.test(text))) throw new Error(`Failed to pack "${saying.join()}".`)

    const parts =
      this.#partsOf(
        saying,
        saying.map(() => 0),
        new Set(),
      ) ?? []
    const [first] = parts
    const phrases = parts.filter((part) => typeof part !== 'string')

    if (phrases.length === 0) return this.#written(saying)
    if (parts.length === 1 && typeof first === 'object' && first.slot === slot)
      return this.#written(first.phrase)

    const template = parts.map((part) => (typeof part === 'string' ? part : part.slot)).join('')

    return this.#written([template]) + phrases.map(({ phrase }) => this.#written(phrase)).join('')
  }

  #written(phrase: Saying): string {
    const text = new Set(phrase).size === 1 ? (phrase[0] ?? '') : phrase.join(divider)
    const number = this.#numbers.get(text) ?? this.#numbers.size

    this.#numbers.set(text, number)

    return String.fromCharCode(
      phraseDigits.first + Math.floor(number / phraseDigits.count),
      phraseDigits.first + (number % phraseDigits.count),
    )
  }

  /** The phrases of a text and the letters between them, if these are the same in all of its languages. */
  #partsOf(saying: Saying, places: readonly number[], failed: Set<string>): (Part | string)[] | undefined {
    const way = places.join()

    if (saying.every((text, language) => places[language] === text.length)) return []
    if (failed.has(way)) return undefined

    const start = startOf(saying[0] ?? '', places[0] ?? 0)
    const fitting = (this.#parts.get(start) ?? []).filter(({ texts }) =>
      saying.every((text, language) => text.startsWith(texts[language] ?? texts[0] ?? '', places[language])),
    )

    for (const part of fitting) {
      const rest = this.#partsOf(
        saying,
        places.map((place, language) => place + (part.texts[language] ?? part.texts[0] ?? '').length),
        failed,
      )

      if (rest) return [part, ...rest]
    }

    const here = new Set(saying.map((text, language) => text.charAt(places[language] ?? 0)))
    const [letter = ''] = here
    const rest =
      here.size === 1 && letter !== ''
        ? this.#partsOf(
            saying,
            places.map((place) => place + 1),
            failed,
          )
        : undefined

    if (!rest) failed.add(way)

    return rest && [letter, ...rest]
  }
}

const shortest = 3

function startOf(text: string, at: number): string {
  return text.slice(at, at + 2)
}

function lengthOf({ texts }: Part): number {
  return texts[0]?.length ?? 0
}
