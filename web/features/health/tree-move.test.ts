import { expect, test } from 'vitest'
import type { TreeRow } from './health-tree-grid.tsx'
import { loadOnPage } from '../../testing/console-in-tests.ts'

const { treeMove } = await loadOnPage(() => import('./health-tree-grid.tsx'))

const row = (level: number, isExpanded?: boolean): TreeRow => ({ level, isExpanded })
const service = row(1, true)
const graph = row(2, false)
const search = row(2, true)
const node = row(3)

test.each([
  ['service', service, 'ArrowDown', { focus: graph }],
  ['service', service, 'ArrowUp', undefined],
  ['graph', graph, 'End', { focus: node }],
  ['node', node, 'Home', { focus: service }],
  ['graph', graph, 'ArrowRight', 'toggle'],
  ['search', search, 'ArrowRight', { focus: node }],
  ['node', node, 'ArrowRight', undefined],
  ['search', search, 'ArrowLeft', 'toggle'],
  ['node', node, 'ArrowLeft', { focus: search }],
  ['graph', graph, 'ArrowLeft', { focus: service }],
  ['graph', graph, 'Enter', 'open'],
  ['graph', graph, 'z', undefined],
] as const)('tree: %s, %s', (_, from, pressed, move) => {
  expect(treeMove([service, graph, search, node], from, pressed)).toEqual(move)
})
