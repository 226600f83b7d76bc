import { expect, test } from 'vitest'
import type { Change } from '../../service/sandbox-queries.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { describeChange } = await loadOnPage(() => import('./sandbox-page.tsx'))

const change: Change = {
  sequence: 1,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'change',
  by: 'editor',
  is_undone: false,
  changes: {},
  titles: [],
}
const none = { added: 0, changed: 0, removed: 0 }

test.each([
  ['Deleted Sun', { changes: { entities: { ...none, removed: 1, changed: 4 } }, titles: ['Sun'] }],
  ['Created Sun, Moon and 3 more', { changes: { entities: { ...none, added: 5 } }, titles: ['Sun', 'Moon'] }],
  [
    'Changed Sun',
    { changes: { files: { ...none, added: 1 }, entities: { ...none, changed: 1 } }, titles: ['Sun'] },
  ],
  ['Changed the health of search', { changes: { components: { ...none, changed: 1 } }, titles: ['search'] }],
  ['Created 2 option lists', { changes: { optionLists: { ...none, added: 2 } } }],
  ['Reset', { kind: 'reset' as const, changes: { entities: { ...none, changed: 9 } } }],
])('a change is described: %s', (description, members) => {
  expect(describeChange({ ...change, ...members })).toBe(description)
})
