import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { renderHook } from '../../testing/render-hook.ts'
import { useActiveRow } from './use-active-row.ts'

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A table of eight rows, three to a page, in which `c` is selected. */
function renderTable() {
  const box = { current: {} as HTMLDivElement } // compared, not used
  const actions: string[] = []
  let rows = names
  const table = renderHook(() =>
    useActiveRow({
      box,
      rowCount: rows.length,
      rowAt: (index) => rows[index],
      keyOf: (row) => row.charCodeAt(0),
      page: 3,
      scrollTo: (index) => actions.push(`scrolls to ${index}`),
      selected: new Set(['c'.charCodeAt(0)]),
      onToggleSelected: (selected) => actions.push(`selects ${selected.join()}`),
      onOpen: (row) => actions.push(`opens ${row}`),
      onKey: ({ key }, row) => actions.push(`${key} on ${row}`),
    }),
  )
  const press = async (keys: string, target: unknown = box.current) => {
    for (const name of keys.split(' ')) {
      const [key = '', modifier] = name.split('+').toReversed()

      await table.act(
        ({ handlers }) =>
          handlers.onKeyDown({
            key: key === 'Space' ? ' ' : key,
            target,
            shiftKey: modifier === 'Shift',
            altKey: modifier === 'Alt',
            ctrlKey: modifier === 'Ctrl',
            metaKey: false,
            preventDefault: () => {},
            stopPropagation: () => {},
          } as KeyboardEvent<HTMLDivElement>), // only what the handler reads
      )
    }

    return table.current.active
  }

  return {
    actions,
    press,
    focus: () => table.act(({ handlers }) => handlers.onFocus()),
    show: (next: string[]) => {
      rows = next
      table.rerender()
    },
  }
}

test.each([
  ['ArrowDown j', 2],
  ['End ArrowUp k', 5],
  ['PageDown', 3],
  ['PageDown PageDown PageUp', 3],
  ['j Home', 0],
  ['k', 0],
  ['PageDown PageDown PageDown', 7],
  ['Ctrl+j', 0],
  ['Alt+End', 0],
])('keys move the active row, up to the first and last row: %s', async (keys, active) => {
  const { press } = renderTable()

  expect(await press(keys)).toBe(active)
})

test('the table scrolls to the new active row, and keys act on it', async () => {
  const { actions, press } = renderTable()

  await press('j Enter x Space c Ctrl+x')
  expect(actions).toEqual(['scrolls to 1', 'opens b', 'selects b', 'selects b', 'c on b', 'x on b'])
  await press('End j')
  expect(actions.slice(-2)).toEqual(['scrolls to 7', 'scrolls to 7'])
})

test('the active row stays the same while rows are added above it, from when the table has the focus', async () => {
  const { actions, press, focus, show } = renderTable()

  await focus()
  show(['y', 'z', ...names])
  await press('Enter j Enter')
  show(['x', 'y', 'z', ...names.slice(0, 5)])
  await press('Enter k')
  expect(actions).toEqual(['opens a', 'scrolls to 3', 'opens b', 'opens b', 'scrolls to 3'])
  show(['c', 'd'])
  await press('Enter')
  expect(actions.at(-1)).toBe('opens d')
})

test('Shift selects the unselected rows that are moved over', async () => {
  const { actions, press } = renderTable()

  await press('j Shift+PageDown')
  expect(actions).toContain('selects b,d,e')
})

test('keys in a field inside the table do not act on the table', async () => {
  const { actions, press } = renderTable()

  expect(await press('j Enter', {})).toBe(0)
  expect(actions).toEqual([])
})
