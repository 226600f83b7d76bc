import { cultures } from '../domain/origin.ts'
import type { Labels } from '../../model/shared/json.ts'

/** A text in every culture of the built-in domain: `'Harbour | Haven | Hafen'`. */
export type Translations = string

/** The texts that were said so far, and their parts: the build takes them as the phrases that it packs texts by. */
export const split = new Map<Translations, readonly string[]>()

/** Composes a text in each culture; `say` returns the part of a translated text that is in that culture. */
export function inEach(compose: (say: (text: Translations) => string) => string): Labels {
  return Object.fromEntries(
    cultures.map((culture, language) => [culture, compose((text) => partOf(text, language))]),
  )
}

/** The values of a multi-value property, as a list in each culture. */
export function listInEach(texts: readonly Translations[]): Record<string, string[]> {
  return Object.fromEntries(
    cultures.map((culture, language) => [culture, texts.map((text) => partOf(text, language))]),
  )
}

export function inEnglish(text: Translations): string {
  return partOf(text, 0)
}

function partOf(text: Translations, language: number): string {
  let parts = split.get(text)
  if (!parts) {
    parts = text.split(' | ')
    split.set(text, parts)
  }

  return parts[language] ?? parts[0] ?? text
}
