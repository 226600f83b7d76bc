import type { Log } from '../../persistence/log-recorder.ts'
import type { JournalHandover } from '../../persistence/journal-handover.ts'
import type { LogEntry } from '../../persistence/sandbox-log.ts'
import { reasonOf } from '../reason.ts'
import { Database, type Found } from './database.ts'

/** How long the log of a world stays that nobody opens, in milliseconds. */
const keepFor = 60 * 24 * 60 * 60 * 1000

/** How many records a log may grow by before it is written anew without its history: they are read at every reload. */
const compactAfter = 400

/**
 * The log of a world in the browser's database. Entries are written in the background; `written()` tells when.
 *
 * What can't be written is said in the console, once, and tried again with the next entry: then all there is, so that
 * nothing is missing afterwards.
 */
export class BrowserLog implements Log {
  /** A world goes by the options that it began with. */
  readonly hasOrigin = false
  readonly #world: string
  readonly #now: () => number
  readonly #writer = crypto.randomUUID()
  #database: Database | undefined
  #pending: LogEntry[] = []
  #everything: () => Iterable<LogEntry> = () => []
  #lastWrite: Promise<void> = Promise.resolve()
  /** Number of the next entry; undefined when the log has to be written anew. */
  #next: number | undefined
  /** Records in the log, and when it was last written anew. */
  #size = 0
  #baseSize = 0
  #isFailing = false

  /** @param now the machine's time, in milliseconds since 1970 */
  constructor(world: string, now: () => number) {
    this.#world = world
    this.#now = now
  }

  /**
   * What is there already.
   *
   * @throws where the browser does not let this page keep anything
   */
  async read(): Promise<Found> {
    this.#database = await Database.open()
    await this.#database.dropUnused(this.#now() - keepFor)

    const found = await this.#database.take(this.#world, this.#writer, this.#now())

    this.#next = found.entries.length > 0 ? found.entries.length : undefined
    this.#size = found.entries.length
    this.#baseSize = 0

    return found
  }

  /** Writes the log anew with the next entry, as when what is in it is of no use. */
  discard(): void {
    this.#next = undefined
  }

  append(entry: LogEntry, everything: () => Iterable<LogEntry>): void {
    this.#everything = everything
    this.#pending.push(entry)
    if (this.#pending.length === 1) this.#lastWrite = this.#lastWrite.then(() => this.#write())
  }

  /** Resolves when everything that was appended so far is kept, or it was said that it is not. */
  written(): Promise<void> {
    return this.#lastWrite
  }

  /** Puts what the world was asked aside for its next page. */
  leave(journals: readonly JournalHandover[]): void {
    try {
      this.#database?.leave(this.#world, journals)
    } catch {
      // The database was closed, which the next change finds and says; nobody reads what this page would say now.
    }
  }

  close(): void {
    this.#database?.close()
  }

  async #write(): Promise<void> {
    const entries = this.#pending

    this.#pending = []
    if (entries.length === 0) return
    try {
      this.#database ??= await Database.open()
      if (!(await this.#add(this.#database, entries))) await this.#writeAnew(this.#database)
      if (this.#isFailing) console.info('[entity-sandbox] Changes are kept in this browser again.')
      this.#isFailing = false
    } catch (error) {
      this.#giveUp(error)
    }
  }

  /** Whether they could be added, rather than the log having to be written anew. */
  async #add(database: Database, entries: readonly LogEntry[]): Promise<boolean> {
    const isOvergrown = this.#size - this.#baseSize > Math.max(compactAfter, this.#baseSize)

    if (this.#next === undefined || isOvergrown) return false
    // Without locks, another tab may have made the log its own.
    if (!(await database.add(this.#world, this.#writer, this.#next, entries))) return false

    this.#next += entries.length
    this.#size += sizeOf(entries)

    return true
  }

  async #writeAnew(database: Database): Promise<void> {
    const entries = [...this.#everything()]

    // What came in the meantime is in there already.
    this.#pending = []
    await database.replace(this.#world, { writer: this.#writer, openedAt: this.#now() }, entries)
    this.#next = entries.length
    this.#size = this.#baseSize = sizeOf(entries)
  }

  #giveUp(error: unknown): void {
    this.#database?.close()
    this.#database = undefined
    this.#next = undefined
    if (this.#isFailing) return

    this.#isFailing = true
    console.error(
      `[entity-sandbox] Changes from now on go with this page: the browser can't keep them (${reasonOf(error)}).`,
    )
  }
}

/** Records in entries, counting an entry without any as one. */
function sizeOf(entries: readonly LogEntry[]): number {
  let size = entries.length

  for (const entry of entries) {
    if (entry.do === 'set') for (const records of Object.values(entry.put ?? {})) size += records.length
  }

  return size
}
