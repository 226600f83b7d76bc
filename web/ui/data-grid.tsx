import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { HeaderCell } from './data-grid-header.tsx'
import { GridRow } from './data-grid-row.tsx'
import { useRowHeight } from './row-height.ts'

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
  /** Called with rows to select, or to take out of the selection when it holds them all. */
  readonly onSelect?: (rows: readonly T[]) => void
  /** Key of the row whose details are shown. */
  readonly current?: string | undefined
  readonly onOpen: (row: T) => void
  readonly onKey?: (event: KeyboardEvent, row: T) => void
  /** Called for the menu of a row, with the point that was pressed or the row's place. */
  readonly onMenu?: (row: T, at: { x: number; y: number }) => void
  readonly sorting?: Sorting
  readonly onSort?: (sorting: Sorting) => void
  /** Called with the indexes of the first and last row in view. */
  readonly onView?: (first: number, last: number) => void
  readonly isStale?: boolean
}

/** Rows drawn above and below those in view. */
const margin = 8

/**
 * A table of any number of rows, of which only those in view exist. One row is always the active one: arrows,
 * Page Up and Down, Home and End move it, Enter opens it, Space selects it, and Shift selects on the way.
 */
export function DataGrid<T>(props: DataGridProps<T>) {
  const rowHeight = useRowHeight()
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
  }, [rowHeight])

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

  /** Selects the rows of a range that are read and not selected yet. */
  const selectBetween = (from: number, to: number) => {
    const start = Math.max(0, Math.min(from, to))
    const end = Math.min(rowCount - 1, Math.max(from, to))
    const rows = Array.from({ length: end - start + 1 }, (_, offset) => rowAt(start + offset)).filter(
      (row) => row !== undefined,
    )
    const added = rows.filter((row) => !selected?.has(keyOf(row)))

    if (added.length > 0) props.onSelect?.(added)
  }

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const index = rowIndexOf(event)
    const row = index === undefined ? undefined : rowAt(index)

    if (index === undefined || row === undefined) return
    setActive(index)
    if (event.shiftKey && props.onSelect) selectBetween(activeIndex, index)
    else if ((event.metaKey || event.ctrlKey) && props.onSelect) props.onSelect([row])
    else props.onOpen(row)
  }

  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const pressed = rowIndexOf(event)
    const index = pressed ?? activeIndex
    const row = rowAt(index)

    if (row === undefined || !props.onMenu) return
    event.preventDefault()
    setActive(index)

    // The menu key presses no point.
    const place = document.querySelector(`[id="${id}-${index}"]`)?.getBoundingClientRect()
    const at =
      pressed !== undefined || !place
        ? { x: event.clientX, y: event.clientY }
        : { x: place.left, y: place.bottom }

    props.onMenu(row, at)
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

    if (to !== undefined) {
      if (event.shiftKey) selectBetween(activeIndex, to)
      moveTo(to)
    } else if (event.key === 'Enter' && row && !event.metaKey && !event.ctrlKey) props.onOpen(row)
    else if ((event.key === ' ' || event.key === 'x') && row && props.onSelect) props.onSelect([row])
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
      onMouseDown={(event) => {
        // Shift would select text.
        if (event.shiftKey) event.preventDefault()
      }}
      onClick={onClick}
      onContextMenu={onContextMenu}
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

          return (
            <GridRow
              key={index}
              id={`${id}-${index}`}
              index={index}
              height={rowHeight}
              row={row}
              name={row && props.nameOf(row)}
              columns={columns}
              isSelected={props.onSelect && key !== undefined ? (selected?.has(key) ?? false) : undefined}
              isCurrent={key !== undefined && key === current}
              isActive={index === activeIndex}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The row that an event is about; undefined outside of rows, and for their header. */
function rowIndexOf({ target }: MouseEvent): number | undefined {
  const row = target instanceof Element ? target.closest('[aria-rowindex]') : null
  const index = Number(row?.getAttribute('aria-rowindex')) - 2

  return index >= 0 ? index : undefined
}
