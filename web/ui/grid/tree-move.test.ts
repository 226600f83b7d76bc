import { expect, test } from 'vitest'
import { treeMove, type TreeRow } from './tree-move.ts'

const row = (key: string, level: number, isExpanded?: boolean): TreeRow<string> => ({
  key,
  item: key,
  level,
  hasChildren: isExpanded !== undefined,
  isExpanded: isExpanded ?? false,
})
const rows = [row('service', 1, true), row('graph', 2, false), row('search', 2, true), row('node', 3)]

test.each([
  ['service', 'ArrowDown', { focus: 'graph' }],
  ['service', 'ArrowUp', undefined],
  ['graph', 'End', { focus: 'node' }],
  ['node', 'Home', { focus: 'service' }],
  ['graph', 'ArrowRight', { toggle: 'graph' }],
  ['search', 'ArrowRight', { focus: 'node' }],
  ['node', 'ArrowRight', undefined],
  ['search', 'ArrowLeft', { toggle: 'search' }],
  ['node', 'ArrowLeft', { focus: 'search' }],
  ['graph', 'ArrowLeft', { focus: 'service' }],
  ['graph', 'Enter', { opens: true }],
  ['graph', 'z', undefined],
])('tree: %s, %s', (key, pressed, move) => {
  const from = rows.find((each) => each.key === key)

  expect(from && treeMove(rows, from, pressed)).toEqual(move)
})
