import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/scale.ts'
import { sortedInBatches } from './time-slice.ts'

/** Sorts by the tens, so that the order of equal items shows. Counts the comparisons between two yields. */
function sort(items: readonly number[]): { sorted: readonly number[]; longest: number } {
  let [comparisons, longest] = [0, 0]
  const sorting = sortedInBatches(items, (a, b) => {
    comparisons++

    return Math.floor(a / 10) - Math.floor(b / 10)
  })

  for (;;) {
    const { done, value } = sorting.next()

    longest = Math.max(longest, comparisons)
    comparisons = 0
    if (done) return { sorted: value, longest }
  }
}

test('sorting in batches has the same result as sorting at once', () => {
  assert(
    property(array(integer({ min: 0, max: 999 }), { maxLength: 3000, size: 'max' }), (items) => {
      expect(sort(items).sorted).toEqual(items.toSorted((a, b) => Math.floor(a / 10) - Math.floor(b / 10)))
    }),
    { numRuns: runs(30) },
  )
})

test.each([
  ['ascending', (index: number) => index],
  ['descending', (index: number) => -index],
  ['alternating', (index: number) => (index % 7) * 100_000 + index],
])('sorting in batches: between two yields there are few comparisons, in %s order too', (_, itemAt) => {
  const { longest } = sort(Array.from({ length: 20_000 }, (_, index) => itemAt(index)))

  // 500 items are sorted with at most 500 × log2(500) comparisons.
  expect(longest).toBeLessThan(5000)
})
