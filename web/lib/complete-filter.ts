/** The names that the filter can suggest, as far as the page knows them. */
export interface FilterNames {
  readonly definitions: readonly string[]
  readonly properties: readonly string[]
  readonly relations: readonly string[]
}

const systemFields = ['id', 'identifier', 'version', 'created', 'modified']

/** How the term that ends at `caret` can go on: the whole text of the filter, and where the caret is then. */
export function completions(
  text: string,
  caret: number,
  names: FilterNames,
): { readonly label: string; readonly text: string; readonly caret: number }[] {
  const start = text.slice(0, caret).search(/(?<!\S)\S*$/)
  const typed = text.slice(start, caret)
  const minus = typed.startsWith('-') ? '-' : ''
  const term = typed.slice(minus.length).toLowerCase()

  if (term === '') return []

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
      // A finished term is followed by the next one.
      const label = `${minus}${each}`
      const put = /[:~]$/.test(label) ? label : `${label} `

      return {
        label,
        text: `${text.slice(0, start)}${put}${text.slice(caret).trimStart()}`,
        caret: start + put.length,
      }
    })
}

/** Whether a term begins so, or the name in it does: `tit` finds `property.Title~`. */
function fits(term: string, typed: string): boolean {
  return (
    term.startsWith(typed) ||
    term
      .split(/[.:]/)
      .slice(1)
      .some((part) => part.startsWith(typed))
  )
}
