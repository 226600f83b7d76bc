import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { renderHook } from '../../../.ci/render-hook.ts'
import { useActiveRow } from './use-active-row.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A table of eight rows, three to a page, in which `c` is selected. */
function renderTable() {
  const box = { current: {} as HTMLDivElement } // only compared
  const done: string[] = []
  const table = renderHook(() =>
    useActiveRow({
      box,
      rowCount: rows.length,
      rowAt: (index) => rows[index],
      keyOf: (row) => row,
      page: 3,
      scrollTo: (index) => done.push(`scrolls to ${index}`),
      selected: new Set(['c']),
      onSelect: (selected) => done.push(`selects ${selected.join()}`),
      onOpen: (row) => done.push(`opens ${row}`),
      onKey: ({ key }, row) => done.push(`${key} on ${row}`),
    }),
  )
  const press = async (keys: string, target: unknown = box.current) => {
    for (const name of keys.split(' ')) {
      const [key = '', modifier] = name.split('+').toReversed()

      await table.after(
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
          } as KeyboardEvent<HTMLDivElement>), // all it reads
      )
    }

    return table.current.active
  }

  return { done, press }
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
])('keys move the active row, and stop at the ends: %s', async (keys, active) => {
  const { press } = renderTable()

  expect(await press(keys)).toBe(active)
})

test('the row that became active is scrolled to, and keys are about it', async () => {
  const { done, press } = renderTable()

  await press('j Enter x Space c Ctrl+x')
  expect(done).toEqual(['scrolls to 1', 'opens b', 'selects b', 'selects b', 'c on b', 'x on b'])
  await press('End j')
  expect(done.slice(-2)).toEqual(['scrolls to 7', 'scrolls to 7'])
})

test('Shift selects what is moved over and is not selected yet', async () => {
  const { done, press } = renderTable()

  await press('j Shift+PageDown')
  expect(done).toContain('selects b,d,e')
})

test('keys in a field inside the table are left to the field', async () => {
  const { done, press } = renderTable()

  expect(await press('j Enter', {})).toBe(0)
  expect(done).toEqual([])
})
