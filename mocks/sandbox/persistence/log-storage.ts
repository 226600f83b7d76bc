import { ApiError } from '../../data/model/shared/errors.ts'
import { bytesOf, crc32, isBytes } from '../../data/model/shared/bytes.ts'

const sumSize = 4
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** What bytes begin with, and no JSON. */
const bytesMark = Uint8Array.of(0)

/**
 * An item of a log: JSON, or bytes, preceded by a checksum of it and of its position. So damaged or misplaced items are
 * detected with any storage.
 */
export function encodeItem(log: string, part: LogPart, number: number, content: unknown): StoredItem {
  const body = isBytes(content) ? bytesOf([bytesMark, content]) : encoder.encode(JSON.stringify(content))
  const bytes = new Uint8Array(sumSize + body.length)

  bytes.set(body, sumSize)
  new DataView(bytes.buffer).setUint32(0, sumOf(log, part, number, body))

  return { part, number, bytes }
}

/** The content of an item; undefined when it is damaged. */
export function decodeItem(log: string, { part, number, bytes }: StoredItem): unknown {
  if (bytes.length <= sumSize) return undefined

  const body = bytes.subarray(sumSize)
  const sum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)

  if (sum !== sumOf(log, part, number, body)) return undefined

  return body[0] === bytesMark[0] ? body.subarray(bytesMark.length) : JSON.parse(decoder.decode(body))
}

function sumOf(log: string, part: LogPart, number: number, body: Uint8Array): number {
  return (crc32(body) ^ crc32(encoder.encode(`${log} ${part} ${number}`))) >>> 0
}

/**
 * A place for logs: a folder, a browser's database, a server. One interface for all of them, so that the format of logs
 * is implemented once (`sandbox-log.ts`).
 */
export interface LogStorage {
  /** Names of the existing logs. */
  list(): Promise<readonly string[]>
  /** Opens a log for writing; it need not exist yet. */
  open(name: string): Promise<StoredLog>
  close(): Promise<void>
}

/** The items of one log. Writes take effect in the order of the calls. */
export interface StoredLog {
  /** Every item, by part and number: the head, the base, the entries. */
  read(): AsyncIterable<StoredItem>
  /**
   * Writes items, and replaces those with the same part and number: all of them, or none when it throws. When this
   * resolves, they outlive the process; a power cut too in a folder with `flush`.
   */
  put(items: readonly StoredItem[]): Promise<void>
  /** Removes the items of a part from number `from` up to, not including, `to`. */
  remove(part: LogPart, from: number, to: number): Promise<void>
}

/** In reading order. */
export const logParts = ['head', 'base', 'entry'] as const
export type LogPart = (typeof logParts)[number]

export interface StoredItem {
  readonly part: LogPart
  readonly number: number
  readonly bytes: Uint8Array
}

/** A log was damaged after it was written. */
export class LogDamage extends Error {
  override readonly name = 'LogDamage'
  readonly log: string

  /** @param what the damaged part: `entry 12 is missing` */
  constructor(log: string, what: string) {
    super(`${nameOfLog(log)} is damaged: ${what}`)
    this.log = log
  }
}

/** 507: the storage takes only what makes the log smaller, so the recorder tries that. Thrown by the store that servers share. */
export class LogMustShrink extends ApiError {
  override readonly name: string = 'LogMustShrink'

  constructor(message: string, headers: Readonly<Record<string, string>> = {}) {
    super(507, message, headers)
  }
}

/** What a log contains, as it was written, can't be restored by this version. */
export class Unrestorable extends Error {
  override readonly name = 'Unrestorable'
}

/** A log as messages name it. The initial data of servers that share sandboxes is in logs whose names begin with `@`. */
export function nameOfLog(log: string): string {
  return log === '' || log.startsWith('@') ? 'the initial data of sandboxes' : `the log of sandbox "${log}"`
}
