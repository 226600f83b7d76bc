import { memo } from 'react'
import type { Column } from './data-grid-header.tsx'

interface GridRowProps<T> {
  readonly id: string
  readonly index: number
  /** In pixels. */
  readonly height: number
  /** Undefined while it is loading. */
  readonly row: T | undefined
  readonly name: string | undefined
  readonly columns: readonly Column<T>[]
  /** Undefined where rows can't be selected. */
  readonly isSelected: boolean | undefined
  readonly isCurrent: boolean
  readonly isActive: boolean
}

function Row<T>(props: GridRowProps<T>) {
  const { id, index, height, row, name, columns, isSelected, isCurrent, isActive } = props

  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      {...(isSelected === undefined ? {} : { 'aria-selected': isSelected })}
      {...(isCurrent ? { 'aria-current': true } : {})}
      {...(row === undefined ? { 'aria-busy': true } : { 'aria-label': name })}
      data-active={isActive || undefined}
      className="absolute inset-x-0 flex cursor-default items-stretch border-b border-line/60 hover:bg-raised aria-current:bg-accent-soft aria-selected:bg-accent-soft group-focus-visible/grid:data-active:shadow-[inset_2px_0_var(--color-accent)] group-focus-visible/grid:data-active:not-aria-selected:bg-sunken"
      style={{ top: index * height, height }}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={`flex min-w-0 items-center overflow-hidden px-2 ${column.className}`}
        >
          {row === undefined ? (
            <span className="skeleton h-3 w-2/3" />
          ) : (
            <span className="min-w-0 flex-1 truncate">{column.render(row)}</span>
          )}
        </div>
      ))}
    </div>
  )
}

/** A row of a table, rendered again only if it changes, so that scrolling renders only new rows. */
export const GridRow = memo(Row) as typeof Row // memo() forgets the type parameter
