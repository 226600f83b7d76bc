import { expect, test, vi } from 'vitest'
import { renderHook } from '../../testing/render-hook.ts'
import { useVisibleRows } from './data-grid.tsx'

/** A box of ten rows of 20 pixels, the first of which is the header. */
class Box extends EventTarget {
  scrollTop = 0
  clientHeight = 200

  scrollTo({ top }: { top: number }) {
    this.scrollTop = top
    this.dispatchEvent(new Event('scroll'))
  }
}

function renderBox(rowCount: number) {
  const box = new Box()
  const ref = { current: box as unknown as HTMLDivElement } // only what the hook reads
  const views: string[] = []
  const onView = (first: number, last: number) => void views.push(`${first}-${last}`)

  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )

  const rows = renderHook(() => useVisibleRows(ref, { rowCount, rowHeight: 20, onView }))

  return { box, rows, views }
}

test('a long table renders the rows in view, and eight above and below', async () => {
  const { box, rows, views } = renderBox(1000)

  expect(rows.current).toMatchObject({ first: 0, last: 17, page: 7 })
  await rows.act(() => box.scrollTo({ top: 2000 }))
  expect(rows.current).toMatchObject({ first: 92, last: 117 })
  expect(views.at(-1)).toBe('100-109')
})

test('a short table renders only its rows', async () => {
  const { rows, views } = renderBox(3)

  expect(rows.current).toMatchObject({ first: 0, last: 2 })
  expect(views.at(-1)).toBe('0-2')
})

test.each([
  [95, 1000, 'below the view moves to its end', 1740],
  [5, 1000, 'above the view moves to its start', 100],
  [52, 1000, 'in view does not move', 1000],
])('scrolling to a row brings it into view: row %i, from %i pixels, %s', async (row, from, _, top) => {
  const { box, rows } = renderBox(1000)

  await rows.act(() => box.scrollTo({ top: from }))
  await rows.act(({ scrollTo }) => scrollTo(row))
  expect(box.scrollTop).toBe(top)
})
