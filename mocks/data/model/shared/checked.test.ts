import { expect, test } from 'vitest'
import { z } from 'zod'
import { checked } from './validation-messages.ts'

test.each([
  [z.number().positive(), 0, 'a number of more than 0'],
  [z.number().nonnegative(), -1, 'a number of at least 0'],
  [z.number().lt(5), 5, 'a number of less than 5'],
  [z.number().max(5), 6, 'a number of at most 5'],
])('the message for a number says whether the bound is included: %#', (schema, value, expected) => {
  expect(() => checked(schema, value)).toThrow(`Expected ${expected}, not ${value}.`)
})
