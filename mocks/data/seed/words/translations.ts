import { cultures } from '../domain/origin.ts'
import type { Labels } from '../../model/shared/json.ts'

/** The form of a text for URLs and file names: `cafe-au-lait` for `Café au lait`. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A text in every culture of the built-in domain: `'Harbour | Haven | Hafen'`. */
export type TranslatedText = string

/** Returns the part of a translated text for a culture. */
type Translate = (text: TranslatedText) => string

export function inEachCulture(compose: (t: Translate) => string): Labels
export function inEachCulture<T>(compose: (t: Translate) => T): Record<string, T>
export function inEachCulture<T>(compose: (t: Translate) => T): Record<string, T> {
  return Object.fromEntries(
    cultures.map((culture, language) => [culture, compose((text) => partOf(text, language))]),
  )
}

export function translated(compose: (t: Translate) => string): TranslatedText {
  return cultures.map((_, language) => compose((text) => partOf(text, language))).join(' | ')
}

export function inEnglish(text: TranslatedText): string {
  return partOf(text, 0)
}

/** The text in the language of a culture, or else in English. */
export function inCulture(text: TranslatedText, culture: string): string {
  const language = culture.slice(0, 2).toLowerCase()

  return partOf(
    text,
    cultures.findIndex((each) => each.startsWith(language)),
  )
}

function partOf(text: TranslatedText, language: number): string {
  const parts = text.split(' | ')

  return parts[language] ?? parts[0] ?? text
}
