import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'

export interface Column<T> {
  readonly id: string
  readonly header: string
  /** Classes of width and of when it shows; the same for header and cells. */
  readonly className: string
  readonly isSortable?: boolean
  /** Whether the header is for people who do not see the table only. */
  readonly hidesHeader?: boolean
  readonly render: (row: T) => ReactNode
}

export interface Sorting {
  readonly by: string | undefined
  readonly order: 'asc' | 'desc'
}

interface DataGridProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rowCount: number
  /** The row at an index; undefined while it is on its way. */
  readonly rowAt: (index: number) => T | undefined
  readonly keyOf: (row: T) => string
  /** What a row is called, for people who do not see it. */
  readonly nameOf: (row: T) => string
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (row: T) => void
  /** Key of the row whose details are shown. */
  readonly current?: string | undefined
  readonly onOpen: (row: T) => void
  readonly onKey?: (event: KeyboardEvent, row: T) => void
  readonly sorting?: Sorting
  readonly onSort?: (sorting: Sorting) => void
  /** Called with the indexes of the first and last row in view. */
  readonly onView?: (first: number, last: number) => void
  readonly isStale?: boolean
}

const rowHeight = 28
/** Rows drawn above and below those in view. */
const margin = 8

/**
 * A table of any number of rows, of which only those in view exist. One row is always the active one: arrows,
 * Page Up and Down, Home and End move it, Enter opens it, Space selects it.
 */
export function DataGrid<T>(props: DataGridProps<T>) {
  const { columns, rowCount, rowAt, keyOf, selected, current, onView } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [view, setView] = useState({ first: 0, last: 30 })
  const first = Math.max(0, view.first - margin)
  const last = Math.min(rowCount - 1, view.last + margin)
  const activeIndex = Math.min(active, Math.max(0, rowCount - 1))

  useLayoutEffect(() => {
    const element = box.current

    if (!element) return
    const measure = () => {
      const first = Math.floor(element.scrollTop / rowHeight)
      const last = Math.ceil((element.scrollTop + element.clientHeight - rowHeight) / rowHeight)

      setView((view) => (view.first === first && view.last === last ? view : { first, last }))
    }
    const observer = new ResizeObserver(measure)

    measure()
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })

    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])

  useEffect(() => {
    onView?.(Math.max(0, view.first), Math.max(0, Math.min(rowCount - 1, view.last)))
  }, [view.first, view.last, rowCount, onView])

  const moveTo = (index: number) => {
    const element = box.current
    const next = Math.max(0, Math.min(rowCount - 1, index))

    setActive(next)
    if (!element) return
    const top = next * rowHeight
    const bottom = top + 2 * rowHeight

    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== box.current) return
    const row = rowAt(activeIndex)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2)
    const moves: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      j: activeIndex + 1,
      k: activeIndex - 1,
      PageDown: activeIndex + page,
      PageUp: activeIndex - page,
      Home: 0,
      End: rowCount - 1,
    }
    const to = event.metaKey || event.ctrlKey ? undefined : moves[event.key]

    if (to !== undefined) moveTo(to)
    else if (event.key === 'Enter' && row && !event.metaKey && !event.ctrlKey) props.onOpen(row)
    else if ((event.key === ' ' || event.key === 'x') && row && props.onSelect) props.onSelect(row)
    else {
      if (row) props.onKey?.(event, row)

      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      {...(props.onSelect ? { 'aria-multiselectable': true } : {})}
      {...(activeIndex >= first && activeIndex <= last
        ? { 'aria-activedescendant': `${id}-${activeIndex}` }
        : {})}
      className="group/grid @container relative min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="sticky top-0 z-10 min-w-fit border-b border-line bg-raised">
        <div role="row" aria-rowindex={1} className="flex h-7 items-stretch">
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sorting={props.sorting} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className={`relative min-w-fit transition-opacity delay-200 ${props.isStale ? 'opacity-60' : ''}`}
        style={{ height: rowCount * rowHeight }}
      >
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => {
          const index = first + offset
          const row = rowAt(index)
          const key = row === undefined ? undefined : keyOf(row)
          const isSelected = key !== undefined && (selected?.has(key) ?? false)

          return (
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              {...(props.onSelect ? { 'aria-selected': isSelected } : {})}
              {...(key !== undefined && key === current ? { 'aria-current': true } : {})}
              {...(row === undefined ? { 'aria-busy': true } : { 'aria-label': props.nameOf(row) })}
              data-active={index === activeIndex || undefined}
              className="absolute inset-x-0 flex h-7 cursor-default items-stretch border-b border-line/60 hover:bg-raised aria-current:bg-accent-soft aria-selected:bg-accent-soft group-focus-visible/grid:data-active:shadow-[inset_2px_0_var(--accent)] group-focus-visible/grid:data-active:bg-sunken"
              style={{ top: index * rowHeight }}
              onClick={(event) => {
                if (row === undefined) return
                setActive(index)
                if ((event.metaKey || event.ctrlKey) && props.onSelect) props.onSelect(row)
                else props.onOpen(row)
              }}
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
        })}
      </div>
    </div>
  )
}

function HeaderCell<T>({
  column,
  sorting,
  onSort,
}: {
  column: Column<T>
  sorting: Sorting | undefined
  onSort: ((sorting: Sorting) => void) | undefined
}) {
  const isSorted = sorting?.by === column.id
  const Icon = sorting?.order === 'desc' ? ArrowDown : ArrowUp
  const className = `flex min-w-0 items-center px-2 text-sm text-muted ${column.className}`

  if (!column.isSortable || !onSort) {
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
