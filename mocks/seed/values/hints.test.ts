import { expect, test } from 'vitest'
import { hinted } from './hints.ts'

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
