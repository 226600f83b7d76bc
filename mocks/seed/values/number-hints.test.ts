import { expect, test } from 'vitest'
import { createStream } from '../../model/shared/random-stream.ts'
import { numberMakerOf } from './number-hints.ts'

test.each([
  ['FileSize', 40_000, 24_000_000],
  ['SizeName', 1, 1000],
  ['PixelWidth', 640, 4800],
])('the end of its name says what the number %s means', (name, least, most) => {
  const number = numberMakerOf(name)(createStream(1, name), 0)

  expect(number).toBeGreaterThanOrEqual(least)
  expect(number).toBeLessThanOrEqual(most)
})
