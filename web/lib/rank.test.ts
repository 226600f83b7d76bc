import { expect, test } from 'vitest'
import { rankOf, ranked } from './rank.ts'

test('ranking: an id or whole title comes first, then the start of a title, then other matches', () => {
  const items = [
    { title: 'Fishing boats under a clear sky', identifier: 'a', id: 1 },
    { title: 'Old harbour at noon', identifier: 'b', id: 2 },
    { title: 'Harbour at dawn', identifier: 'c', id: 3 },
    { title: 'Nets', identifier: 'My.harbour at.Sea', id: 4 },
    { title: 'Harbour at', identifier: 'e', id: 5 },
  ]

  expect(ranked('harbour at', items, (item) => item).map(({ id }) => id)).toEqual([5, 3, 2, 4, 1])
})

test('ranking: an id comes before a title that starts with it', () => {
  expect(rankOf('1000', { title: 'Nets', id: 1000 })).toBeLessThan(
    rankOf('1000', { title: '1000 nets', id: 7 }),
  )
})

test('ranking: items of equal rank keep their order', () => {
  expect(ranked('x', ['b', 'a'], (title) => ({ title }))).toEqual(['b', 'a'])
})
