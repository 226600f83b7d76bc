const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte

  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1

  return sum
})

/** CRC-32 as in zip and PNG, for every runtime: browsers lack Node's implementation. */
export function crc32(bytes: Uint8Array): number {
  let sum = -1

  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)

  return (sum ^ -1) >>> 0
}
