import { expect, test } from 'vitest'
import { ago, formatBytes, formatDuration } from './format.ts'

test.each([
  [0.01, '< 0.1 ms'],
  [9.94, '9.9 ms'],
  [9.96, '10 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
])('the duration %d is %s', (value, text) => {
  expect(formatDuration(value)).toBe(text)
})

test.each([
  [1023, '1023 B'],
  [1024, '1.0 kB'],
  [1024 * 1024 - 1, '1.0 MB'],
])('the size %d is %s', (value, text) => {
  expect(formatBytes(value)).toBe(text)
})

test.each([
  [59_900, '59 sec. ago'],
  [3_599_000, '59 min. ago'],
  [3_600_000, '1 hr. ago'],
])('an age of %d ms is %s', (age, text) => {
  expect(ago(0, age)).toBe(text)
})
