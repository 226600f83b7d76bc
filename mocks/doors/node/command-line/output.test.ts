import { assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { thousands } from './output.ts'

test('an integer is formatted with commas between thousands, as in English', () => {
  assert(
    property(nat(), (integer) => {
      expect(thousands(integer)).toBe(integer.toLocaleString('en'))
    }),
  )
})
