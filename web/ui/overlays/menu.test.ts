import { expect, test } from 'vitest'
import { menuMove } from './menu.tsx'

const labels = ['Open', 'Copy…', 'Copy as code…', 'Delete']

test.each([
  [0, 'ArrowDown', 1],
  [3, 'ArrowDown', 0],
  [0, 'ArrowUp', 3],
  [2, 'Home', 0],
  [0, 'End', 3],
  [0, 'c', 1],
  [1, 'C', 2],
  [2, 'c', 1],
  [0, 'x', undefined],
  [0, 'Tab', undefined],
])('menu: from item %i, %s', (from, key, to) => {
  expect(menuMove(labels, from, key)).toBe(to)
})
