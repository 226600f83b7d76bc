import { expect, test } from 'vitest'
import { createStream } from '../../model/shared/random.ts'
import { createFakers } from '../generator/fakers.ts'
import { hinted, numberMakerOf } from './hints.ts'

const hints = [
  [/e?mail(address)?$/i, 'address'],
  [/(file|by|end)$/i, 'other'],
] as const

test.each([
  ['HomeMail', 'address'],
  ['EMailAddress', 'address'],
  ['contact_email', 'address'],
  ['M.Order.SentBy', 'other'],
  ['Profile', undefined],
  ['Hobby', undefined],
  ['Trend', undefined],
  ['名前', undefined],
])('a hint applies to the name %s only if whole words match', (name, expected) => {
  expect(hinted<string>(hints, name)).toBe(expected)
})

test.each([
  ['FileSize', 40_000, 24_000_000],
  ['SizeName', 1, 1000],
  ['PixelWidth', 640, 4800],
  ['taxRATE', 0, 100],
  ['VATRate', 0, 100],
  ['bleed_size', 40_000, 24_000_000],
  ['Image', 1, 1000],
])('the last words of the name determine the range of the number %s', (name, min, max) => {
  const number = numberMakerOf(name)(createFakers().drawFrom(createStream(1, name)).en, 0)

  expect(number).toBeGreaterThanOrEqual(min)
  expect(number).toBeLessThanOrEqual(max)
})
