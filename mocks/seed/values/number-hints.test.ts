import { expect, test } from 'vitest'
import { createStream } from '../../model/shared/random-stream.ts'
import { numberMakerOf } from './hints.ts'

test.each([
  ['FileSize', 40_000, 24_000_000],
  ['SizeName', 1, 1000],
  ['PixelWidth', 640, 4800],
  ['taxRATE', 0, 100],
  ['VATRate', 0, 100],
  ['bleed_size', 40_000, 24_000_000],
  ['Image', 1, 1000],
])('the last words of the name determine the range of the number %s', (name, min, max) => {
  const number = numberMakerOf(name)(createStream(1, name), 0)

  expect(number).toBeGreaterThanOrEqual(min)
  expect(number).toBeLessThanOrEqual(max)
})
