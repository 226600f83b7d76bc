import { assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { thousands } from './thousands.ts'

test('an integer has commas between thousands, as people write it in English', () => {
  assert(
    property(nat(), (integer) => {
      expect(thousands(integer)).toBe(integer.toLocaleString('en'))
    }),
  )
})
