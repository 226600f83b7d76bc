import { expect, test } from 'vitest'
import { distribute, type RecordSchedule, parentsBefore } from './schedule.ts'

function scheduleOf(slot: number, changes: Partial<RecordSchedule> = {}): RecordSchedule {
  return { slot, weight: 1, firstCount: 0, limit: Number.POSITIVE_INFINITY, isFixed: false, ...changes }
}

const schedules = [
  scheduleOf(1, { weight: 7 }),
  scheduleOf(2),
  scheduleOf(3, { weight: 3, firstCount: 4 }),
  scheduleOf(4, { limit: 6, weight: 2 }),
]

test('schedule: counts add up to the total, and none decreases when it increases', () => {
  let before = distribute(schedules, 0)
  expect(before).toEqual([0, 0, 0, 0])

  for (let total = 9; total < 300; total++) {
    const counts = distribute(schedules, total)
    expect(counts.reduce((sum, count) => sum + count)).toBe(total)
    counts.forEach((count, position) => expect(count).toBeGreaterThanOrEqual(before[position] ?? 0))
    before = counts
  }
})

test('schedule: the parents that a child can choose from exist when the child exists', () => {
  for (let total = 1; total < 300; total++) {
    const counts = distribute(schedules, total)

    for (const [position, child] of schedules.entries()) {
      const last = (counts[position] ?? 0) - 1
      const parentCounts = schedules.map((parent) =>
        parent === child || last < 0 ? 0 : parentsBefore(parent, child, last),
      )

      expect(parentCounts.filter((count, other) => count > (counts[other] ?? 0))).toEqual([])
    }
  }
})
