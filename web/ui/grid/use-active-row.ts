import { useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { hasModifier } from '../../lib/format.ts'

/** The rows of a table, and what can be done with them. */
export interface Rows<T> {
  readonly rowCount: number
  /** The row at an index; undefined while it is loading. */
  readonly rowAt: (index: number) => T | undefined
  readonly keyOf: (row: T) => number
  readonly selected?: Pick<ReadonlySet<number>, 'has'>
  /** Called with rows to select, or to deselect if all of them are selected already. */
  readonly onToggleSelected?: (rows: readonly T[]) => void
  readonly onSelectAll?: () => void
  readonly onOpen: (row: T) => void
  readonly onKey?: (event: KeyboardEvent, row: T) => void
  /** Called to open the menu of a row, at the pointer or, for the menu key, at the row. */
  readonly onMenu?: (row: T, at: { x: number; y: number }) => void
}

interface ActiveRowOptions<T> extends Rows<T> {
  readonly listKey?: string | undefined
  readonly box: RefObject<HTMLDivElement | null>
  /** The number of rows by which Page Up and Page Down move. */
  readonly page: number
  readonly scrollTo: (index: number) => void
}

/** The active row of a table, and the handlers by which keys and pointer change it and act on it. */
export function useActiveRow<T>(options: ActiveRowOptions<T>) {
  const { box, rowCount, rowAt, keyOf, page, scrollTo, selected } = options
  const { onToggleSelected, onOpen, onKey, onMenu } = options
  const [place, setPlace] = useState<{ index: number; key?: string | undefined }>({ index: 0 })
  const keyAt = (index: number, row = rowAt(index)) =>
    row === undefined ? undefined : `${options.listKey} ${keyOf(row)}`
  const setActive = (index: number) => setPlace({ index, key: keyAt(index) })
  const isMoved = place.key !== undefined && place.key !== keyAt(place.index)
  // The rows among which it is found again after others were added above it.
  const keys = Array.from({ length: isMoved ? Math.min(rowCount, 1000) : 0 }, (_, index) => keyAt(index))
  const found = keys.indexOf(place.key)
  const active = found === -1 ? Math.min(place.index, Math.max(0, rowCount - 1)) : found

  /** Selects the rows of a range that have loaded and are not selected yet. */
  const selectBetween = (from: number, to: number) => {
    const start = Math.max(0, Math.min(from, to))
    const end = Math.min(rowCount - 1, Math.max(from, to))
    const added = Array.from({ length: end - start + 1 }, (_, offset) => rowAt(start + offset))
      .filter((row) => row !== undefined)
      .filter((row) => !selected?.has(keyOf(row)))

    if (added.length > 0) onToggleSelected?.(added)
  }

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const index = rowIndexOf(event)
    const row = index === undefined ? undefined : rowAt(index)

    if (index === undefined || row === undefined) return
    setActive(index)
    if (event.shiftKey && onToggleSelected) selectBetween(active, index)
    else if ((event.metaKey || event.ctrlKey || isCheckbox(event)) && onToggleSelected)
      onToggleSelected([row])
    else onOpen(row)
  }

  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const clickedIndex = rowIndexOf(event)
    const index = clickedIndex ?? active
    const row = rowAt(index)

    if (row === undefined || !onMenu) return
    event.preventDefault()
    setActive(index)

    // The event of the menu key has no position.
    const bounds = box.current?.querySelector(`[aria-rowindex="${index + 2}"]`)?.getBoundingClientRect()
    const { clientX: x, clientY: y } = event

    onMenu(row, clickedIndex === undefined && bounds ? { x: bounds.left, y: bounds.bottom } : { x, y })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== box.current) return
    const row = rowAt(active)
    const isPlain = !hasModifier(event)
    const to = isPlain ? moves[event.key]?.(active, page, rowCount) : undefined

    if (to !== undefined) {
      const next = Math.max(0, Math.min(rowCount - 1, to))

      if (event.shiftKey) selectBetween(active, next)
      setActive(next)
      scrollTo(next)
    } else if (isPlain && event.key === 'Enter' && row) onOpen(row)
    else if (isPlain && (event.key === ' ' || event.key === 'x') && row && onToggleSelected)
      onToggleSelected([row])
    else if (options.onSelectAll && event.key === 'a' && (event.ctrlKey || event.metaKey))
      options.onSelectAll()
    else {
      if (row) onKey?.(event, row)

      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return { active, handlers: { onClick, onContextMenu, onKeyDown, onFocus: () => setActive(active) } }
}

const moves: Record<string, (active: number, page: number, count: number) => number> = {
  ArrowDown: (active) => active + 1,
  j: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  k: (active) => active - 1,
  PageDown: (active, page) => active + page,
  PageUp: (active, page) => active - page,
  Home: () => 0,
  End: (_, __, count) => count - 1,
}

function isCheckbox({ target }: MouseEvent): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox'
}

/** The index of the row of an event; undefined outside of rows, and for the header. */
function rowIndexOf({ target }: MouseEvent): number | undefined {
  const row = target instanceof Element ? target.closest('[aria-rowindex]') : null
  const index = Number(row?.getAttribute('aria-rowindex')) - 2

  return index >= 0 ? index : undefined
}
