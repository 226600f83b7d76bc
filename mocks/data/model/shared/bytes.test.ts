import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from './bytes.ts'

test('bytes of any length are the same after base64', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60_000 }), (bytes) => {
      expect(Buffer.from(bytes).equals(fromBase64(toBase64(bytes)))).toBe(true)
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
    }),
  )
})

test('the content of the largest file is decoded', () => {
  expect(fromBase64('AAAA'.repeat((128 * 2 ** 20) / 3))).toHaveLength(Math.floor((128 * 2 ** 20) / 3) * 3)
})

test('a text that is not base64 is rejected, whatever its length', () => {
  expect(() => fromBase64('a-*!')).toThrow('Invalid character')
  expect(() => fromBase64('a-*!'.repeat(20_000))).toThrow('Invalid character')
})
