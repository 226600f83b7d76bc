import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

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
