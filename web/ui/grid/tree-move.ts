/** A row of a tree, in the order in which rows are shown. */
export interface TreeRow<T> {
  readonly key: string
  readonly item: T
  /** From 1. */
  readonly level: number
  readonly hasChildren: boolean
  readonly isExpanded: boolean
}

type TreeMove = { readonly focus: string } | { readonly toggle: string } | { readonly opens: true }

/** The effect of a key on a row of a tree (ARIA's treegrid pattern); undefined for other keys. */
export function treeMove<T>(rows: readonly TreeRow<T>[], row: TreeRow<T>, key: string): TreeMove | undefined {
  const { level, hasChildren, isExpanded } = row
  const index = rows.indexOf(row)
  const focusOn = (target: TreeRow<T> | undefined) => target && { focus: target.key }
  const toggle = { toggle: row.key }

  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[index + 1])
    case 'ArrowUp':
      return focusOn(rows[index - 1])
    case 'Home':
      return focusOn(rows[0])
    case 'End':
      return focusOn(rows.at(-1))
    case 'ArrowRight':
      return hasChildren ? (isExpanded ? focusOn(rows[index + 1]) : toggle) : undefined
    case 'ArrowLeft':
      return hasChildren && isExpanded
        ? toggle
        : focusOn(rows.slice(0, index).findLast((before) => before.level < level))
    case 'Enter':
      return { opens: true }
    default:
      return undefined
  }
}
