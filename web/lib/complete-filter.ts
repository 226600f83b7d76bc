/** The names that the filter can suggest, as far as the page knows them. */
export interface FilterNames {
  readonly definitions: readonly string[]
  readonly properties: readonly string[]
  readonly relations: readonly string[]
}

const systemFields = ['id', 'identifier', 'version', 'created', 'modified']

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

  // The text of an open phrase is no name.
  if (term === '' || typed.split('"').length % 2 === 0) return []

  const all = [
    ...names.definitions.map((name) => `definition:${name}`),
    ...names.relations.map((name) => `has:${name}`),
    ...names.properties.map((name) => `property.${name}~`),
    ...names.relations.map((name) => `relation.${name}:`),
    ...systemFields.map((name) => `${name}:`),
  ]

  return all
    .filter((each) => each.toLowerCase() !== term && fits(each.toLowerCase(), term))
    .slice(0, 8)
    .map((each) => {
      // A complete term ends with a space, ready for the next one; `:` and `~` wait for a value.
      const label = `${minus}${each}`
      const put = /[:~]$/.test(label) ? label : `${label} `

      return {
        label,
        text: `${text.slice(0, start)}${put}${text.slice(end).trimStart()}`,
        caret: start + put.length,
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

/** The term that the caret is in or after; empty between terms. Double quotes hold a phrase together, as in the filter. */
function termAt(text: string, caret: number): { readonly start: number; readonly end: number } {
  for (const { 0: term, index } of text.matchAll(/(?:"[^"]*"?|[^\s"])+/g)) {
    if (index < caret && caret <= index + term.length) return { start: index, end: index + term.length }
  }

  return { start: caret, end: caret }
}
