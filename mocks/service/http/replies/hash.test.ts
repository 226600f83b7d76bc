import { expect, test } from 'vitest'
import { hash128 } from './hash.ts'

const encoder = new TextEncoder()

// Values of the reference implementation of MurmurHash3 x86 128 with seed 0.
test.each([
  ['', '00000000000000000000000000000000'],
  ['The quick brown fox jumps over the lazy dog', '2f1583c3ecee2c675d7bf66ce5e91d2c'],
  ['I will not buy this record, it is scratched.', 'a0a9683b25ac5e40d9af2895890dddf5'],
])('the hash of %j is that of the reference implementation', (text, hash) => {
  expect(hex(hash128(encoder.encode(text)))).toBe(hash)
})

test('the hash of bytes does not depend on their position in a buffer', () => {
  const bytes = encoder.encode(`x${'0123456789abcdef'.repeat(9)}`)

  for (let length = 0; length < 70; length++) {
    expect(hash128(bytes.subarray(1, 1 + length))).toEqual(hash128(bytes.slice(1, 1 + length)))
  }
})

test('contents that differ in one bit, in length or in order have different hashes', () => {
  const text = '{"id":1000,"title":"Harbour"}'
  const others = Array.from(encoder.encode(text), (_, index) => {
    const changed = encoder.encode(text)

    changed[index] = (changed[index] ?? 0) ^ 1

    return changed
  })
  const all = [encoder.encode(text), encoder.encode(`${text}\0`), encoder.encode(text.slice(1)), ...others]

  expect(new Set(all.map((bytes) => hex(hash128(bytes)))).size).toBe(all.length)
})

function hex(words: readonly number[]): string {
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
