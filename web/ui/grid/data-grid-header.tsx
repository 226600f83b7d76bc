import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'

/** The header of a column, which sorts by it. */
export function HeaderCell<T>({
  column,
  sorting,
  onSort,
}: {
  column: Column<T>
  sorting: GridSorting | undefined
  onSort: ((sorting: GridSorting) => void) | undefined
}) {
  const isSorted = sorting?.by === column.id
  const Icon = sorting?.order === 'desc' ? ArrowDown : ArrowUp
  const className = `flex min-w-0 items-center px-2 font-sans! text-sm text-muted ${column.className}`

  if (column.hidesHeader || !onSort) {
    return (
      <div role="columnheader" className={className}>
        <span className={column.hidesHeader ? 'sr-only' : 'truncate'}>{column.header}</span>
      </div>
    )
  }

  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={className}
    >
      <button
        type="button"
        className="flex min-w-0 items-center gap-1 hover:text-ink"
        onClick={() => onSort({ by: column.id, order: isSorted && sorting.order === 'asc' ? 'desc' : 'asc' })}
      >
        <span className="truncate">{column.header}</span>
        {isSorted && <Icon size={12} aria-hidden />}
      </button>
    </div>
  )
}

export interface Column<T> {
  readonly id: string
  readonly header: string
  /** Classes for its width and visibility, of both header and cells. */
  readonly className: string
  /** Whether the header is for screen readers only. */
  readonly hidesHeader?: boolean
  readonly render: (row: T) => ReactNode
}

export interface GridSorting {
  readonly by: string | undefined
  readonly order: 'asc' | 'desc'
}
