import { SerialQueue } from '../store/serial-queue.ts'
import { encodeItem } from './item-bytes.ts'
import type { LogDamage } from './log-damage.ts'
import type { LogEntry } from './log-entry.ts'
import { emptyHead, headItem, type Head } from './log-head.ts'
import { LogReading } from './log-reading.ts'
import type { LogStorage, StoredLog } from './log-storage.ts'

export interface ReadOptions {
  /** Called for each damaged part; without it, reading throws. */
  readonly onDamage?: ((damage: LogDamage) => void) | undefined
}

/**
 * The log of one sandbox: entries that are numbered without a gap, and a base that replaces the first of them. Each
 * carries its checksum, so that what is missing or was changed is noticed.
 */
export class SandboxLog {
  readonly name: string
  readonly #stored: StoredLog
  #head = emptyHead
  /** Bytes. */
  #baseSize = 0
  #entrySize = 0
  #isDeleted = false
  readonly #queue = new SerialQueue()
  #compaction: Promise<void> = Promise.resolve()

  private constructor(name: string, stored: StoredLog) {
    this.name = name
    this.#stored = stored
  }

  static async open(storage: LogStorage, name: string): Promise<SandboxLog> {
    return new SandboxLog(name, await storage.open(name))
  }

  /** Whether there is nothing in it, once it was read. */
  get isEmpty(): boolean {
    return this.#head === emptyHead || !this.#head.isBegun
  }

  /** Bytes of the entries beyond the base, and of the base. */
  get size(): { entries: number; base: number } {
    return { entries: this.#entrySize, base: this.#baseSize }
  }

  /**
   * Everything in it, the oldest first. Removes what is left over from what was not finished.
   *
   * @param options.onDamage what comes after damaged entries is dropped too, and the log is to be rewritten
   *
   * @throws {LogDamage}
   */
  async *read({ onDamage = raise }: ReadOptions = {}): AsyncGenerator<LogEntry[]> {
    const reading = new LogReading(this.name, onDamage)

    for await (const item of this.#stored.read()) {
      const entries = reading.take(item)

      if (entries) yield entries
    }

    this.#head = reading.end()
    this.#baseSize = reading.sizes.base
    this.#entrySize = reading.sizes.entry
    for (const { part, number } of reading.leftovers) await this.#stored.remove(part, number, number + 1)
  }

  /** Goes to its end, whatever is in it. */
  async skip(): Promise<void> {
    for await (const _ of this.read({ onDamage: () => undefined })) continue
  }

  /** Adds entries as one: all of them are stored when this resolves, none when it throws. A deleted log stays deleted. */
  append(entries: readonly LogEntry[]): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#isDeleted) return

      const head = { ...this.#head, isBegun: true, last: this.#head.last + 1 }
      const item = encodeItem(this.name, 'entry', head.last, entries)

      await this.#stored.put([item, headItem(this.name, head)])
      this.#head = head
      this.#entrySize += item.bytes.length
    })
  }

  /**
   * Puts a base in place of everything up to the last entry there is now. Entries may be added meanwhile. When it
   * throws, the log is as it was.
   */
  compact(parts: Iterable<readonly LogEntry[]>): Promise<void> {
    const compaction = this.#compact(parts)

    this.#compaction = compaction.catch(() => undefined) // its caller's to handle

    return compaction
  }

  /** Removes all of it, for good. */
  async delete(): Promise<void> {
    await this.#queue.run(async () => {
      await this.#put({ ...this.#head, isBegun: false })
      this.#isDeleted = true
    })
    await this.#compaction

    const { base, last } = this.#head

    await this.#discard(['base', 0, base[1]], ['entry', 0, last + 1], ['head', 0, 1])
  }

  async #compact(parts: Iterable<readonly LogEntry[]>): Promise<void> {
    const { base, covered, last } = this.#head
    const replacedSize = this.#entrySize
    const [, first] = base
    let [next, size, isReplaced] = [first, 0, false]

    try {
      if (this.isEmpty) await this.#put({ ...emptyHead, isBegun: false })
      for (const part of parts) {
        if (this.#isDeleted) break

        const item = encodeItem(this.name, 'base', next, part)

        await this.#stored.put([item])
        next += 1
        size += item.bytes.length
      }
      isReplaced = await this.#switchTo([first, next], last)
    } finally {
      if (!isReplaced) await this.#discard(['base', first, next + 1])
    }
    if (!isReplaced) return
    this.#baseSize = size
    this.#entrySize -= replacedSize
    await this.#discard(['entry', covered + 1, last + 1], ['base', ...base])
  }

  /** Whether the base takes the place of the entries up to `covered`: not when the log was deleted meanwhile. */
  #switchTo(base: Head['base'], covered: number): Promise<boolean> {
    return this.#queue.run(async () => {
      const head = { ...this.#head, isBegun: true, base, covered }

      if (this.#isDeleted) return false
      await this.#put(head)
      this.#head = head

      return true
    })
  }

  #put(head: Head): Promise<void> {
    return this.#stored.put([headItem(this.name, head)])
  }

  /** Removes items that the head does not count. What can't be removed is removed at the next read. */
  async #discard(...ranges: readonly Parameters<StoredLog['remove']>[]): Promise<void> {
    try {
      for (const range of ranges) await this.#stored.remove(...range)
    } catch {
      // The storage is unavailable.
    }
  }
}

function raise(damage: LogDamage): void {
  throw damage
}
