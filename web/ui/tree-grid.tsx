import { ChevronDown, ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

/** A row of a tree, in the order in which rows are shown. */
export interface TreeRow<T> {
  readonly key: string
  readonly item: T
  /** From 1. */
  readonly level: number
  readonly hasChildren: boolean
  readonly isExpanded: boolean
}

export interface TreeColumn<T> {
  readonly header: string
  readonly className: string
  readonly render: (item: T) => ReactNode
}

interface TreeGridProps<T> {
  readonly label: string
  readonly columns: readonly TreeColumn<T>[]
  readonly rows: readonly TreeRow<T>[]
  readonly nameOf: (item: T) => string
  readonly toggle: (key: string) => void
  readonly current?: string | undefined
  readonly onOpen?: (item: T) => void
}

/**
 * A tree of which every row has cells. Arrows move and fold, Home and End go to the ends, Enter opens; Tab goes to
 * the controls of the row, and Escape from them back to it.
 */
export function TreeGrid<T>({ label, columns, rows, nameOf, toggle, current, onOpen }: TreeGridProps<T>) {
  const [active, setActive] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const activeKey = rows.some(({ key }) => key === active) ? active : rows[0]?.key

  const focus = (key: string | undefined) => {
    if (key === undefined) return
    setActive(key)
    box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, index: number) => {
    const row = rows[index]

    if (!row) return
    if (event.target !== event.currentTarget) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      focus(row.key)

      return
    }

    const parent = rows.slice(0, index).findLast(({ level }) => level < row.level)
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(rows[index + 1]?.key),
      ArrowUp: () => focus(rows[index - 1]?.key),
      Home: () => focus(rows[0]?.key),
      End: () => focus(rows.at(-1)?.key),
      ArrowRight: () => {
        if (row.hasChildren && !row.isExpanded) toggle(row.key)
        else if (row.hasChildren) focus(rows[index + 1]?.key)
      },
      ArrowLeft: () => {
        if (row.hasChildren && row.isExpanded) toggle(row.key)
        else focus(parent?.key)
      },
      Enter: () => onOpen?.(row.item),
    }
    const move = moves[event.key]

    if (!move || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    event.stopPropagation()
    move()
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
      {rows.map((row, index) => (
        <div
          key={row.key}
          role="row"
          data-key={row.key}
          aria-level={row.level}
          aria-label={nameOf(row.item)}
          {...(row.hasChildren ? { 'aria-expanded': row.isExpanded } : {})}
          {...(row.key === current ? { 'aria-current': true } : {})}
          tabIndex={row.key === activeKey ? 0 : -1}
          className="flex min-h-9 min-w-fit items-center border-b border-line/60 hover:bg-raised aria-current:bg-accent-soft"
          onFocus={() => setActive(row.key)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onClick={(event) => {
            if (
              event.target instanceof HTMLElement &&
              event.target.closest('button, input, select, a, label')
            )
              return
            onOpen?.(row.item)
          }}
        >
          {columns.map(({ header, className, render }, column) => (
            <div
              key={header}
              role="gridcell"
              className={`flex min-w-0 items-center gap-1 px-2 ${className}`}
              style={column === 0 ? { paddingLeft: 8 + (row.level - 1) * 20 } : {}}
            >
              {column === 0 && (
                <span className="grid size-4 shrink-0 place-items-center">
                  {row.hasChildren && (
                    <button
                      type="button"
                      tabIndex={-1}
                      aria-label={row.isExpanded ? `Fold ${nameOf(row.item)}` : `Unfold ${nameOf(row.item)}`}
                      className="text-muted hover:text-ink"
                      onClick={() => toggle(row.key)}
                    >
                      {row.isExpanded ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
                    </button>
                  )}
                </span>
              )}
              {render(row.item)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
