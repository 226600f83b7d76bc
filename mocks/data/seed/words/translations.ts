import { cultures } from '../domain/origin.ts'
import type { Labels } from '../../model/shared/json.ts'

/** A text in every culture of the built-in domain: `'Harbour | Haven | Hafen'`. */
export type TranslatedText = string

/** Composes a text in each culture; `t` returns the part of a translated text for that culture. */
export function inEachCulture(compose: (t: (text: TranslatedText) => string) => string): Labels {
  return Object.fromEntries(
    cultures.map((culture, language) => [culture, compose((text) => partOf(text, language))]),
  )
}

/** Translates the values of a multi-value property to a list in each culture. */
export function listInEachCulture(texts: readonly TranslatedText[]): Record<string, string[]> {
  return Object.fromEntries(
    cultures.map((culture, language) => [culture, texts.map((text) => partOf(text, language))]),
  )
}

export function inEnglish(text: TranslatedText): string {
  return partOf(text, 0)
}

function partOf(text: TranslatedText, language: number): string {
  const parts = text.split(' | ')

  return parts[language] ?? parts[0] ?? text
}
