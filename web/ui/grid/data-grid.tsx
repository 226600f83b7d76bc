import {
  useId,
  useRef,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { useActiveRow, type Rows } from './use-active-row.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { hasModifier } from '../../lib/format.ts'

interface DataGridProps<T> extends Rows<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  /** The name of a row, for screen readers. */
  readonly nameOf: (row: T) => string
  /** Key of the row whose details are shown. */
  readonly current?: number | undefined
  readonly sorting?: GridSorting
  readonly onSort?: (sorting: GridSorting) => void
  /** Called with the indexes of the first and last row in view. */
  readonly onView?: (first: number, last: number) => void
  readonly isStale?: boolean
  /** Identifies the list: another one is shown from its top. */
  readonly listKey?: string
  /** The keys of rows that have changed, which flash. */
  readonly flashing?: Pick<ReadonlySet<number>, 'has'>
  /** Called with the new width of a column, in pixels, where columns that have a width can be resized. */
  readonly onResize?: (id: string, width: number) => void
}

/**
 * A table of any number of rows, of which only those in view are rendered. One row is active: arrow keys, Page Up and
 * Down, Home and End move to another, with Shift they also select; Enter opens the active row, Space selects it.
 */
export function DataGrid<T>(props: DataGridProps<T>) {
  // In pixels; touch needs more space.
  const rowHeight = matchMedia('(pointer: coarse)').matches ? 40 : 28
  const { columns, rowCount, rowAt, keyOf, selected, current, listKey, onToggleSelected, onView } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { first, last, page, scrollTo } = useVisibleRows(box, { rowCount, rowHeight, onView })
  const { active, handlers } = useActiveRow({ box, page, scrollTo, ...props })

  useLayoutEffect(() => void (listKey !== undefined && box.current?.scrollTo({ top: 0 })), [listKey])

  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-busy={props.isStale}
      {...(onToggleSelected ? { 'aria-multiselectable': true } : {})}
      {...(active >= first && active <= last ? { 'aria-activedescendant': `${id}-${active}` } : {})}
      className="group/grid @container relative grid min-h-0 flex-1 grid-cols-[minmax(min-content,1fr)] content-start overflow-auto outline-offset-[-2px]"
      {...handlers}
      onMouseDown={(event) => {
        // Shift would select text.
        if (event.shiftKey) event.preventDefault()
      }}
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-raised">
        <div role="row" aria-rowindex={1} className="flex h-7 items-stretch">
          {columns.map((column) => (
            <HeaderCell key={column.id} {...props} column={column} />
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className={`relative ${props.isStale ? 'opacity-60 transition-opacity delay-200' : ''}`}
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
              isSelected={onToggleSelected && key !== undefined ? (selected?.has(key) ?? false) : undefined}
              isCurrent={key !== undefined && key === current}
              isActive={index === active}
              isFlashing={key !== undefined && (props.flashing?.has(key) ?? false)}
            />
          )
        })}
      </div>
    </div>
  )
}

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
  readonly isFlashing: boolean
}

function Row<T>(props: GridRowProps<T>) {
  const { id, index, height, row, name, columns, isSelected, isCurrent, isActive, isFlashing } = props

  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      {...(isSelected === undefined ? {} : { 'aria-selected': isSelected })}
      {...(isCurrent ? { 'aria-current': true } : {})}
      {...(row === undefined ? { 'aria-busy': true } : { 'aria-label': name })}
      data-active={isActive || undefined}
      data-flashing={isFlashing || undefined}
      className="group/row absolute inset-x-0 flex cursor-default items-stretch border-b border-line/60 hover:bg-raised aria-current:bg-accent-soft aria-selected:bg-accent-soft group-focus-visible/grid:data-active:shadow-[inset_2px_0_var(--color-accent)] group-focus-visible/grid:data-active:not-aria-selected:bg-sunken"
      style={{ top: index * height, height }}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={`flex min-w-0 items-center overflow-hidden px-2 ${column.className}`}
          style={sizeOf(column)}
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
const GridRow = memo(Row) as typeof Row // memo() forgets the type parameter

function sizeOf<T>({ width }: Column<T>) {
  return width === undefined ? undefined : { flex: `0 0 ${width}px` }
}

interface HeaderCellProps<T> extends Pick<DataGridProps<T>, 'sorting' | 'onSort' | 'onResize'> {
  readonly column: Column<T>
}

/** The header of a column, which sorts by it where rows can be sorted. */
function HeaderCell<T>({ column, sorting, onSort, onResize }: HeaderCellProps<T>) {
  const { id, header, className, width } = column
  const order = sorting?.by === id ? sorting.order : undefined
  const Icon = order === 'desc' ? ArrowDown : ArrowUp
  const isSortable = onSort && typeof header === 'string' && !column.isUnsortable
  const ariaSort = order ? ({ asc: 'ascending', desc: 'descending' } as const)[order] : 'none'

  return (
    <div
      role="columnheader"
      aria-sort={isSortable ? ariaSort : undefined}
      title={column.title}
      className={`relative flex min-w-0 items-center px-2 font-sans! text-sm text-muted ${className}`}
      style={sizeOf(column)}
    >
      {isSortable ? (
        <button
          type="button"
          className="-mx-2 flex min-w-0 flex-1 items-center gap-1 self-stretch px-2 [justify-content:inherit] hover:text-ink"
          onClick={() => onSort({ by: id, order: order === 'asc' ? 'desc' : 'asc' })}
        >
          <span className="truncate">{header}</span>
          {order && <Icon size={12} aria-hidden />}
        </button>
      ) : (
        <span className="truncate">{header}</span>
      )}
      {onResize && width !== undefined && (
        <ResizeHandle
          label={`Width of ${typeof header === 'string' ? header : id}`}
          width={width}
          resize={(next) => onResize(id, next)}
        />
      )}
    </div>
  )
}

/** The narrowest column and the step of the arrow keys, in pixels. */
const narrowest = 48
const widthStep = 16

/** The edge of a column, which is dragged, or moved by arrow keys. */
function ResizeHandle(props: { label: string; width: number; resize: (width: number) => void }) {
  const { label, width, resize } = props
  const moveTo = (next: number) => resize(Math.max(narrowest, Math.round(next)))
  /** The width without the position of the pointer at the start of a drag. */
  const start = useRef<number>(undefined)

  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      tabIndex={0}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r border-line hover:border-accent"
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId)
        start.current = width - clientX
      }}
      onPointerMove={({ clientX }) => start.current !== undefined && moveTo(start.current + clientX)}
      onLostPointerCapture={() => (start.current = undefined)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -widthStep, ArrowRight: widthStep }[event.key]

        if (step === undefined || hasModifier(event)) return
        event.preventDefault()
        event.stopPropagation()
        moveTo(width + step)
      }}
    />
  )
}

export interface Column<T> {
  readonly id: string
  /** Other than text, it can't be sorted by. */
  readonly header: ReactNode
  /** The tooltip of the header. */
  readonly title?: string
  /** Classes for its width and visibility, of both header and cells. */
  readonly className: string
  /** In pixels, instead of by its classes. */
  readonly width?: number
  readonly isUnsortable?: boolean
  readonly render: (row: T) => ReactNode
}

export interface GridSorting {
  readonly by: string | undefined
  readonly order: 'asc' | 'desc'
}

/** The number of rows rendered above and below those in view. */
const margin = 8

interface VisibleRowsOptions {
  readonly rowCount: number
  /** In pixels. */
  readonly rowHeight: number
  /** Called with the indexes of the first and last row in view. */
  readonly onView: ((first: number, last: number) => void) | undefined
}

/** The range of rows to render in a scrollable box, and a function that scrolls to a row. */
export function useVisibleRows(
  box: RefObject<HTMLDivElement | null>,
  { rowCount, rowHeight, onView }: VisibleRowsOptions,
) {
  const [view, setView] = useState({ first: 0, last: 30 })

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
  }, [box, rowHeight])

  useEffect(() => {
    onView?.(Math.max(0, view.first), Math.max(0, Math.min(rowCount - 1, view.last)))
  }, [view.first, view.last, rowCount, onView])

  return {
    first: Math.max(0, view.first - margin),
    last: Math.min(rowCount - 1, view.last + margin),
    /** The number of rows that fit into the box, minus two that stay in view. */
    page: Math.max(1, view.last - view.first - 2),
    scrollTo: (index: number) => {
      const element = box.current
      const top = index * rowHeight
      // The sticky header covers one row.
      const bottom = top + 2 * rowHeight

      if (!element) return
      if (top < element.scrollTop) element.scrollTo({ top })
      else if (bottom > element.scrollTop + element.clientHeight)
        element.scrollTo({ top: bottom - element.clientHeight })
    },
  }
}
