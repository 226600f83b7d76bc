/** CRC-32 as in zip and PNG, for every runtime: browsers lack Node's implementation. */
export const crc32 = checksumOf(0xedb88320)

/** CRC-32C, as in LevelDB. */
export const crc32c = checksumOf(0x82f63b78)

function checksumOf(polynomial: number): (bytes: Uint8Array) => number {
  const table = Int32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte

    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1

    return sum
  })

  return (bytes) => {
    let sum = -1

    // Seven times as fast as an iterator.
    for (let at = 0; at < bytes.length; at++)
      sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0)

    return (sum ^ -1) >>> 0
  }
}
