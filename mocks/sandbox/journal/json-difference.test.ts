import { expect, test } from 'vitest'
import { allDifferences } from './json-difference.ts'

const rendition = 'https://real.example/api/entities/7/renditions/thumbnail'

test.each<[one: string, other: string, count: number]>([
  ['2026-01-01T00:00:00Z', '2026-02-01T10:00:00.123+02:00', 0],
  ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z Meeting', 1],
  [`${rendition}?v=1`, `${rendition}?v=2`, 0],
  [`${rendition}?v=1`, rendition, 1],
  [`${rendition}?v=1`, `${rendition.replace('7', '8')}?v=2`, 1],
  ['Is it A?v=1', 'Is it A?v=2', 1],
])('of %j and %j only times and versions of renditions count as the same', (one, other, count) => {
  expect(allDifferences({ value: one }, { value: other })).toHaveLength(count)
})
