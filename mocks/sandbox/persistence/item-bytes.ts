import { crc32 } from '../../data/model/shared/checksum.ts'
import type { LogPart, StoredItem } from './log-storage.ts'

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
