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
 * The log of one sandbox: entries that are numbered without a gap, and a base that stands for the first of them. Each
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
  #lastTurn: Promise<unknown> = Promise.resolve()

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

  /** Adds entries as one: all of them are kept when this resolves, none when it throws. */
  append(entries: readonly LogEntry[]): Promise<void> {
    return this.#inTurn(async () => {
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
  async compact(parts: Iterable<readonly LogEntry[]>): Promise<void> {
    const covered = this.#head.last
    const coveredSize = this.#entrySize
    const [, first] = this.#head.base
    let [next, size] = [first, 0]

    try {
      if (this.isEmpty) await this.#stored.put([headItem(this.name, { ...emptyHead, isBegun: false })])
      for (const part of parts) {
        if (this.#isDeleted) return

        const item = encodeItem(this.name, 'base', next, part)

        await this.#stored.put([item])
        next += 1
        size += item.bytes.length
      }
      await this.#switchTo([first, next], covered)
    } catch (error) {
      await this.#stored.remove('base', first, next + 1).catch(() => undefined) // the storage is unavailable
      throw error
    }
    this.#baseSize = size
    this.#entrySize -= coveredSize
  }

  /** Removes all of it, for good. */
  async delete(): Promise<void> {
    const { base, last } = this.#head

    await this.#stored.put([headItem(this.name, { ...this.#head, isBegun: false })])
    this.#isDeleted = true
    try {
      await this.#stored.remove('base', 0, base[1])
      await this.#stored.remove('entry', 0, last + 1)
      await this.#stored.remove('head', 0, 1)
    } catch {
      // Marked as deleted; the next read removes the rest.
    }
  }

  /** Removes what the new base replaces, once that is written; what can't be removed is removed at the next read. */
  async #switchTo(base: Head['base'], covered: number): Promise<void> {
    const before = this.#head

    await this.#inTurn(async () => {
      const head = { ...this.#head, isBegun: true, base, covered }

      if (this.#isDeleted) return
      await this.#stored.put([headItem(this.name, head)])
      this.#head = head
    })
    await this.#stored.remove('entry', before.covered + 1, covered + 1)
    await this.#stored.remove('base', ...before.base)
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#lastTurn.then(work)

    this.#lastTurn = turn.catch(() => undefined) // its caller's to handle

    return turn
  }
}

function raise(damage: LogDamage): void {
  throw damage
}
