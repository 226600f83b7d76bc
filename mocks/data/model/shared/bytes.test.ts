import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64Of, bytesOf, fromBase64, partOf, toBase64 } from './bytes.ts'

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

test('the parts and the base64 of chunks are those of the whole, wherever it is divided', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 6 })

  fc.assert(
    fc.property(chunks, fc.nat(50), fc.nat(50), (parts, start, end) => {
      const whole = bytesOf(parts)

      expect([...base64Of(parts)].join('')).toBe(toBase64(whole))
      expect(bytesOf(partOf(parts, start, end))).toEqual(whole.slice(start, end))
    }),
  )
})
