import type { Column } from './data-grid-header.tsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { hasModifier } from '../../lib/keys.ts'
import { treeMove, type TreeRow } from './tree-move.ts'

export type TreeColumn<T> = Pick<Column<T>, 'header' | 'className' | 'render'>

interface TreeGridProps<T> {
  readonly label: string
  readonly columns: readonly TreeColumn<T>[]
  readonly rows: readonly TreeRow<T>[]
  readonly nameOf: (item: T) => string
  readonly onToggle: (key: string) => void
  /** Key of the selected row. */
  readonly selectedKey?: string | undefined
  readonly onOpen: (item: T) => void
}

/**
 * A tree whose rows have cells (ARIA's treegrid pattern). Arrow keys move, expand and collapse; Home and End go to the
 * first and last row; Enter opens. Tab moves into the controls of a row, Escape back to the row.
 */
export function TreeGrid<T>(props: TreeGridProps<T>) {
  const { label, columns, rows, nameOf, onToggle, selectedKey, onOpen } = props
  const [focusedKey, setFocusedKey] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const tabStop = rows.some(({ key }) => key === focusedKey) ? focusedKey : rows[0]?.key
  const focus = (key: string) =>
    box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, row: TreeRow<T>) => {
    const isInside = event.target !== event.currentTarget
    const move = isInside
      ? event.key === 'Escape' && !event.nativeEvent.isComposing && { focus: row.key }
      : !hasModifier(event) && treeMove(rows, row, event.key)

    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    if ('focus' in move) focus(move.focus)
    else if ('toggle' in move) onToggle(move.toggle)
    else onOpen(row.item)
  }

  return (
    <div ref={box} role="treegrid" aria-label={label} className="min-w-0 overflow-x-auto">
      <div
        role="row"
        className="flex h-7 min-w-fit items-center border-b border-line bg-raised text-sm text-muted"
      >
        {columns.map(({ header, className }) => (
          <div key={header} role="columnheader" className={`truncate px-2 ${className}`}>
            {header}
          </div>
        ))}
      </div>
      {rows.map((row) => (
        <div
          key={row.key}
          role="row"
          data-key={row.key}
          aria-level={row.level}
          aria-label={nameOf(row.item)}
          aria-expanded={row.hasChildren ? row.isExpanded : undefined}
          aria-current={row.key === selectedKey || undefined}
          tabIndex={row.key === tabStop ? 0 : -1}
          className="flex min-h-9 min-w-fit items-center border-b border-line/60 hover:bg-raised aria-current:bg-accent-soft"
          onFocus={() => setFocusedKey(row.key)}
          onKeyDown={(event) => onKeyDown(event, row)}
          onClick={({ target }) => {
            if (target instanceof Element && !target.closest('button, input, select, a, label'))
              onOpen(row.item)
          }}
        >
          <Cells row={row} columns={columns} name={nameOf(row.item)} onToggle={onToggle} />
        </div>
      ))}
    </div>
  )
}

interface CellsProps<T> extends Pick<TreeGridProps<T>, 'columns' | 'onToggle'> {
  readonly row: TreeRow<T>
  readonly name: string
}

function Cells<T>({ row, columns, name, onToggle }: CellsProps<T>) {
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight

  return columns.map(({ header, className, render }, column) => (
    <div
      key={header}
      role="gridcell"
      className={`flex min-w-0 items-center gap-1 px-2 ${className}`}
      style={column === 0 ? { paddingLeft: 8 + (row.level - 1) * 20 } : undefined}
    >
      {column === 0 && (
        <span className="grid size-6 shrink-0 place-items-center">
          {row.hasChildren && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`${row.isExpanded ? 'Collapse' : 'Expand'} ${name}`}
              className="grid size-6 place-items-center text-muted hover:text-ink"
              onClick={() => onToggle(row.key)}
            >
              <Chevron size={14} />
            </button>
          )}
        </span>
      )}
      {render(row.item)}
    </div>
  ))
}
