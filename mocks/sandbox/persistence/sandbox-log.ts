import { TimeSlice } from '../../data/store/time-slice.ts'
import { encodeItem, type LogDamage, type LogStorage, type StoredLog } from './log-storage.ts'
import { itemsOf, type LogStep } from './log-step.ts'
import { emptyHead, headItem, type Head, LogReading } from './log-reading.ts'

export interface ReadOptions {
  /** Called for each damaged part; without it, reading throws. */
  readonly onDamage?: ((damage: LogDamage) => void) | undefined
  /** Returns equal bytes that are in memory already, or those given. */
  readonly share?: ((bytes: Uint8Array) => Uint8Array) | undefined
}

/**
 * The log of one sandbox: entries with consecutive numbers, and a base that replaces the first of them. Each item has a
 * checksum, so that missing and damaged items are detected.
 */
export class SandboxLog {
  readonly name: string
  readonly #stored: StoredLog
  #head = emptyHead
  /** Bytes of the base, and of the entries beyond it. */
  #size = { base: 0, entry: 0 }
  #isDeleted = false
  /** The last write of its head. */
  #last: Promise<unknown> = Promise.resolve()
  #compaction: Promise<void> = Promise.resolve()

  private constructor(name: string, stored: StoredLog) {
    this.name = name
    this.#stored = stored
  }

  static async open(storage: LogStorage, name: string): Promise<SandboxLog> {
    return new SandboxLog(name, await storage.open(name))
  }

  /** Whether it contains nothing; known once it was read. */
  get isEmpty(): boolean {
    return this.#head === emptyHead || !this.#head.isValid || this.#isDeleted
  }

  /** Bytes of the base, and of the entries beyond it. */
  get size(): Readonly<Record<'base' | 'entry', number>> {
    return this.#size
  }

  /**
   * Reads the steps of all entries, the oldest first. Removes what unfinished writes have left.
   *
   * @param options.onDamage if given, what follows damaged entries is dropped too, and the caller has to rewrite the log
   *
   * @throws {LogDamage}
   */
  async *readAndCleanUp({ onDamage = raise, share }: ReadOptions = {}): AsyncGenerator<LogStep[]> {
    const reading = new LogReading(this.name, onDamage, share)
    const slice = new TimeSlice()

    for await (const item of this.#stored.read()) {
      const steps = reading.read(item)

      await slice.yieldWhenOver()
      if (steps) yield steps
    }

    this.#head = reading.end()
    this.#size = reading.size
    for (const { part, number } of reading.leftovers) await this.#stored.remove(part, number, number + 1)
  }

  /** Reads to the end for the extent of the log, and ignores the content. */
  async findExtentAndCleanUp(): Promise<void> {
    for await (const _ of this.readAndCleanUp({ onDamage: () => undefined })) continue
  }

  /**
   * Adds an entry atomically: all its steps, or none when it throws, except bytes of their files, to which nothing refers
   * then. A deleted log stays deleted.
   */
  append(steps: readonly LogStep[]): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isDeleted) return

      let head = this.#head

      try {
        for (const content of itemsOf(steps, head.last + 1)) {
          const next = { ...head, isValid: true, last: head.last + 1 }
          const item = encodeItem(this.name, 'entry', next.last, content)

          await this.#stored.put([item, headItem(this.name, next)])
          head = next
          this.#size.entry += item.bytes.length
        }
      } finally {
        // Not before: a compaction that begins meanwhile has to keep the bytes.
        this.#head = head
      }
    })
  }

  /**
   * Replaces everything up to the current last entry by a base. Entries may be added meanwhile. When it throws, the log is
   * unchanged.
   */
  compact(batches: Iterable<readonly LogStep[]>): Promise<void> {
    const compaction = this.#compact(batches)

    this.#compaction = compaction.catch(() => undefined) // the caller handles the error

    return compaction
  }

  /** Removes the log permanently. */
  async delete(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#put({ ...this.#head, isValid: false })
      this.#isDeleted = true
    })
    await this.#compaction

    const { base, last } = this.#head

    await this.#discard(['base', 0, base[1]], ['entry', 0, last + 1], ['head', 0, 1])
  }

  async #compact(batches: Iterable<readonly LogStep[]>): Promise<void> {
    const { base, covered, last } = this.#head
    const replacedSize = this.#size.entry
    const [, first] = base
    let [next, size, isReplaced] = [first, 0, false]

    try {
      if (this.isEmpty && !this.#isDeleted) await this.#put({ ...emptyHead, isValid: false })
      for (const batch of batches) {
        for (const content of itemsOf(batch, next)) {
          if (this.#isDeleted) break

          const item = encodeItem(this.name, 'base', next, content)

          await this.#stored.put([item])
          next += 1
          size += item.bytes.length
        }
      }
      isReplaced = await this.#switchTo([first, next], last)
    } finally {
      if (!isReplaced) {
        await this.#discard(['base', first, next + 1])
        if (this.isEmpty) await this.#discard(['head', 0, 1])
      }
    }
    if (!isReplaced) return
    this.#size = { base: size, entry: this.#size.entry - replacedSize }
    await this.#discard(['entry', covered + 1, last + 1], ['base', ...base])
  }

  /** Replaces the entries up to `covered` by the base; false when the log was deleted meanwhile. */
  #switchTo(base: Head['base'], covered: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const head = { ...this.#head, isValid: true, base, covered }

      if (this.#isDeleted) return false
      await this.#put(head)
      this.#head = head

      return true
    })
  }

  /** Runs work after what was begun before it, whether or not that has failed. */
  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const result = this.#last.then(work)

    this.#last = result.catch(() => undefined) // the caller handles the error

    return result
  }

  #put(head: Head): Promise<void> {
    return this.#stored.put([headItem(this.name, head)])
  }

  /** Removes items outside the extent of the log. What can't be removed now is removed by the next read. */
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
