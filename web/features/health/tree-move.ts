/** A row of a tree. */
export interface TreeRow {
  /** From 1. */
  readonly level: number
  /** Undefined if it has no rows below it. */
  readonly isExpanded: boolean | undefined
}

/** The effect of a key on a row of a tree (ARIA's treegrid pattern): the row to focus; undefined for other keys. */
export function treeMove<Row extends TreeRow>(
  rows: readonly Row[],
  row: Row,
  key: string,
): { readonly focus: Row } | 'toggle' | 'open' | undefined {
  const { level, isExpanded } = row
  const index = rows.indexOf(row)
  const targets: Record<string, Row | undefined> = {
    ArrowDown: rows[index + 1],
    ArrowUp: rows[index - 1],
    Home: rows[0],
    End: rows.at(-1),
    ArrowRight: isExpanded ? rows[index + 1] : undefined,
    ArrowLeft: rows.slice(0, index).findLast((before) => before.level < level),
  }
  const focus = targets[key]

  if (key === 'Enter') return 'open'
  if (isExpanded !== undefined && key === (isExpanded ? 'ArrowLeft' : 'ArrowRight')) return 'toggle'

  return focus && { focus }
}
