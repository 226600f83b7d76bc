import type { FilterKey } from '../../mocks/data/model/query/filter-text.ts'

/** The names that completions can suggest, as far as the page has loaded them. */
export interface FilterNames {
  readonly definitions: readonly string[]
  readonly properties: readonly string[]
  readonly relations: readonly string[]
}

const keys: readonly FilterKey[] = [
  'id',
  'identifier',
  'version',
  'created',
  'created_by',
  'modified',
  'modified_by',
]

/** Completions of the term before the caret. Each has the resulting filter text and caret position. */
export function completions(
  text: string,
  caret: number,
  names: FilterNames,
): { readonly label: string; readonly text: string; readonly caret: number }[] {
  const { start, end } = termAt(text, caret)
  const typed = text.slice(start, caret)
  const minus = typed.startsWith('-') ? '-' : ''
  const term = typed.slice(minus.length).toLowerCase()

  // An unclosed phrase is text, not a name.
  if (term === '' || typed.split('"').length % 2 === 0) return []

  const candidates = [
    ...names.definitions.map((name) => `definition:${name}`),
    ...names.relations.map((name) => `has:${name}`),
    ...names.properties.map((name) => `property.${name}~`),
    ...names.relations.map((name) => `relation.${name}:`),
    ...keys.map((name) => `${name}:`),
  ]

  return candidates
    .filter((candidate) => candidate.toLowerCase() !== term && fits(candidate.toLowerCase(), term))
    .slice(0, 8)
    .map((candidate) => {
      const label = `${minus}${candidate}`
      const rest = text.slice(end)
      // A complete term is followed by a space; after `:` and `~`, the user types a value.
      const isComplete = !/[:~]$/.test(label)

      return {
        label,
        text: `${text.slice(0, start)}${label}${isComplete ? ` ${rest.trimStart()}` : rest}`,
        caret: start + label.length + (isComplete ? 1 : 0),
      }
    })
}

/** Whether the term, or a name in it, starts with what was typed: `tit` finds `property.Title~`. */
function fits(term: string, typed: string): boolean {
  return (
    term.startsWith(typed) ||
    term
      .split(/[.:]/)
      .slice(1)
      .some((part) => part.startsWith(typed))
  )
}

/** Words; a phrase in double quotes belongs to one term. */
const termPattern = /(?:"[^"]*"?|[^\s"])+/g

/** The text without this term. */
export function withoutTerm(text: string, removed: string): string {
  return Array.from(text.matchAll(termPattern), ([term]) => term)
    .filter((term) => term !== removed)
    .join(' ')
}

/** The range of the term at the caret; empty between terms. */
function termAt(text: string, caret: number): { readonly start: number; readonly end: number } {
  for (const { 0: term, index } of text.matchAll(termPattern)) {
    if (index < caret && caret <= index + term.length) return { start: index, end: index + term.length }
  }

  return { start: caret, end: caret }
}
