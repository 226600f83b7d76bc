/**
 * Where logs are stored: a folder, a browser's database, a server. One interface for all of them, so that what a log
 * means is written once (`sandbox-log.ts`).
 */
export interface LogStorage {
  /** Names of the logs that there are. */
  list(): Promise<readonly string[]>
  /** Opens a log, which need not be there yet, and becomes the one that writes it. */
  open(name: string): Promise<StoredLog>
  /** Closes the storage. */
  close(): Promise<void>
}

/** The items of one log. What several calls write takes effect in their order. */
export interface StoredLog {
  /** Every item, by part and number: the head, the base, the entries. */
  read(): AsyncIterable<StoredItem>
  /**
   * Writes items, in place of those with the same part and number: all of them, or none when it throws. They are kept
   * when this resolves.
   */
  put(items: readonly StoredItem[]): Promise<void>
  /** Removes the items of a part from number `from` up to, not including, `to`. */
  remove(part: LogPart, from: number, to: number): Promise<void>
}

/** In the order in which they are read. */
export const logParts = ['head', 'base', 'entry'] as const
export type LogPart = (typeof logParts)[number]

export interface StoredItem {
  readonly part: LogPart
  readonly number: number
  readonly bytes: Uint8Array
}
