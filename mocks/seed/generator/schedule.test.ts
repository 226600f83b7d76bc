import { expect, test } from 'vitest'
import { dealOut, type RecordPace, parentsBefore } from './schedule.ts'

function pace(slot: number, changes: Partial<RecordPace> = {}): RecordPace {
  return { slot, weight: 1, firstCount: 0, limit: Number.POSITIVE_INFINITY, fixed: false, ...changes }
}

const paces = [
  pace(1, { weight: 7 }),
  pace(2),
  pace(3, { weight: 3, firstCount: 4 }),
  pace(4, { limit: 6, weight: 2 }),
]

test('schedule: counts add up to the total and never fall when it rises', () => {
  let before = dealOut(paces, 0)
  expect(before).toEqual([0, 0, 0, 0])

  for (let total = 9; total < 300; total++) {
    const counts = dealOut(paces, total)
    expect(counts.reduce((sum, count) => sum + count)).toBe(total)
    counts.forEach((count, position) => expect(count).toBeGreaterThanOrEqual(before[position] ?? 0))
    before = counts
  }
})

test('schedule: the parents a child may choose from are there whenever the child is', () => {
  for (let total = 1; total < 300; total++) {
    const counts = dealOut(paces, total)

    for (const [position, child] of paces.entries()) {
      const last = (counts[position] ?? 0) - 1
      const promised = paces.map((parent) =>
        parent === child || last < 0 ? 0 : parentsBefore(parent, child, last),
      )

      expect(promised.filter((parents, other) => parents > (counts[other] ?? 0))).toEqual([])
    }
  }
})
