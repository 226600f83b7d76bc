import { z } from 'zod'
import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import { exchangeIn, type HarEntry } from '../../data/model/exchanges/har.ts'
import type { Budget } from '../budget.ts'
import { harEntryOf } from './har-export.ts'

const limit = z.number().min(0)

export const JournalLimits = z.strictObject({
  /** Maximum number of entries; the oldest are evicted. */
  entries: limit.default(1000),
  /** Maximum number of bytes recorded of each body. */
  bodyBytes: limit.default(64 * 1024),
})
export type JournalLimits = Readonly<z.infer<typeof JournalLimits>>

/** A journal as plain JSON, to be handed over to another page. */
export interface PackedJournal {
  readonly last: number
  readonly cleared: number
  /** Sequence of the last entry that was evicted or left out. */
  readonly dropped: number
  readonly entries: readonly HarEntry[]
}

/**
 * The latest requests to a sandbox with their responses, in the order of the responses. Entries hold up to
 * `bodyBytes` of each body, and are formatted only when they are read.
 */
export class Journal {
  readonly limits: JournalLimits
  readonly #budget: Budget
  readonly #listeners = new Set<() => void>()
  /** By sequence, the oldest first. */
  readonly #entries = new Map<number, Exchange>()
  #last = 0
  /** Sequence of the last entry when the journal was cleared. */
  #cleared = 0
  /** Sequence of the last entry that was evicted. */
  #lastEvicted = 0
  #clearings = 0

  constructor(limits: JournalLimits, budget: Budget) {
    this.limits = limits
    this.#budget = budget
  }

  /** Sequence of the newest entry; 0 when there was none yet. Clearing the journal does not restart sequences. */
  get last(): number {
    return this.#last
  }

  /** How many times the journal was cleared. */
  get clearings(): number {
    return this.#clearings
  }

  /** Sequence of the last entry that was evicted. */
  get lastEvicted(): number {
    return this.#lastEvicted
  }

  /** How many entries were evicted since `since`, or since the journal was cleared. */
  evictedSince(since = 0): number {
    const from = Math.max(since, this.#cleared)

    return Math.max(0, this.#lastEvicted - from)
  }

  /** Entries with a greater sequence than `since`, the oldest first. */
  entries(since = 0): Exchange[] {
    return [...this.#entries.values()].filter(({ sequence }) => sequence > since)
  }

  /** Its newest entries, up to a total size in bytes; none if the newest is larger. */
  pack(maxBytes: number): PackedJournal {
    const entries: HarEntry[] = []
    let [dropped, bytes] = [this.#last, 0]

    for (const entry of this.entries().toReversed()) {
      bytes += entry.size
      if (bytes > maxBytes) break
      entries.unshift(harEntryOf(entry))
      dropped = entry.sequence - 1
    }

    return { last: this.#last, cleared: this.#cleared, dropped, entries }
  }

  /** Restores a journal that was handed over, and continues its sequence numbers. */
  restore({ last, cleared, dropped, entries }: PackedJournal): void {
    this.#last = last
    this.#cleared = cleared
    this.#lastEvicted = Math.max(dropped, last - this.limits.entries)
    if (this.limits.entries === 0) return
    for (const entry of entries) this.#put(exchangeIn(entry))
  }

  find(sequence: number): Exchange | undefined {
    return this.#entries.get(sequence)
  }

  add(entry: Exchange): void {
    const { entries: size, bodyBytes } = this.limits

    this.#last += 1
    if (size === 0) {
      this.#lastEvicted = this.#last

      return
    }
    entry.finalize(this.#last, bodyBytes)
    this.#put(entry)
    for (const listener of this.#listeners) listener()
  }

  clear(): void {
    this.#cleared = this.#last
    this.#clearings += 1
    for (const entry of this.#entries.values()) this.#budget.release(entry)
    this.#entries.clear()
    for (const listener of this.#listeners) listener()
  }

  /** Removes the oldest entry. */
  evict({ sequence }: Exchange): void {
    this.#lastEvicted = sequence
    this.#entries.delete(sequence)
  }

  #put(entry: Exchange): void {
    const [oldest] = this.#entries.values()

    if (oldest && this.#entries.size >= this.limits.entries) {
      this.#budget.release(oldest)
      this.evict(oldest)
    }
    this.#entries.set(entry.sequence, entry)
    this.#budget.add(entry, this)
  }

  /** Calls `listener` after every change; returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)

    return () => this.#listeners.delete(listener)
  }
}
