const [c1, c2, c3, c4] = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93]

/** Four 32-bit integers. */
type Hash128 = readonly [number, number, number, number]

/**
 * MurmurHash3 x86 128 (Austin Appleby, public domain): a nanosecond per byte in every engine, but not secure against
 * deliberate collisions.
 */
export function hash128(bytes: Uint8Array): Hash128 {
  let [h1, h2, h3, h4] = [0, 0, 0, 0]
  const { length } = bytes
  const whole = length - (length % 16)
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)

  for (let at = 0; at < whole; at += 16) {
    h1 = (Math.imul(rotate(h1 ^ scramble(view.getInt32(at, true), c1, 15, c2), 19) + h2, 5) + 0x561ccd1b) | 0
    h2 =
      (Math.imul(rotate(h2 ^ scramble(view.getInt32(at + 4, true), c2, 16, c3), 17) + h3, 5) + 0x0bcaa747) | 0
    h3 =
      (Math.imul(rotate(h3 ^ scramble(view.getInt32(at + 8, true), c3, 17, c4), 15) + h4, 5) + 0x96cd1c35) | 0
    h4 =
      (Math.imul(rotate(h4 ^ scramble(view.getInt32(at + 12, true), c4, 18, c1), 13) + h1, 5) + 0x32ac3b17) |
      0
  }
  h1 ^= scramble(wordAt(bytes, whole), c1, 15, c2)
  h2 ^= scramble(wordAt(bytes, whole + 4), c2, 16, c3)
  h3 ^= scramble(wordAt(bytes, whole + 8), c3, 17, c4)
  h4 ^= scramble(wordAt(bytes, whole + 12), c4, 18, c1)

  return finish(h1 ^ length, h2 ^ length, h3 ^ length, h4 ^ length)
}

function finish(h1: number, h2: number, h3: number, h4: number): Hash128 {
  const first = (h1 + h2 + h3 + h4) | 0
  const a = avalanche(first)
  const b = avalanche(h2 + first)
  const c = avalanche(h3 + first)
  const d = avalanche(h4 + first)
  const sum = (a + b + c + d) | 0

  return [sum, (b + sum) | 0, (c + sum) | 0, (d + sum) | 0]
}

function scramble(word: number, before: number, bits: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), bits), after)
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function avalanche(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)

  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)

  return mixed ^ (mixed >>> 16)
}

/** The four bytes from a position; those beyond the end count as 0. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  )
}
