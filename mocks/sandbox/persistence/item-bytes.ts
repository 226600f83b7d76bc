import type { LogPart, StoredItem } from './log-storage.ts'

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

const sumSize = 4
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * An item of a log: JSON, preceded by a checksum of it and of its position. So damaged or misplaced items are detected
 * with any storage.
 */
export function encodeItem(log: string, part: LogPart, number: number, content: unknown): StoredItem {
  const json = encoder.encode(JSON.stringify(content))
  const bytes = new Uint8Array(sumSize + json.length)

  bytes.set(json, sumSize)
  new DataView(bytes.buffer).setUint32(0, sumOf(log, part, number, json))

  return { part, number, bytes }
}

/** The content of an item; undefined when it is damaged. */
export function decodeItem(log: string, { part, number, bytes }: StoredItem): unknown {
  if (bytes.length <= sumSize) return undefined

  const json = bytes.subarray(sumSize)
  const sum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)

  return sum === sumOf(log, part, number, json) ? JSON.parse(decoder.decode(json)) : undefined
}

function sumOf(log: string, part: LogPart, number: number, json: Uint8Array): number {
  return (crc32(json) ^ crc32(encoder.encode(`${log} ${part} ${number}`))) >>> 0
}
