import type { DataTransaction, tables } from '../../model/tables.ts'
import type { ChangeSet } from '../../store/change-set.ts'
import type { Store } from '../../store/store.ts'
import { Budget, type BudgetOwner } from '../budget.ts'
import type { Clock } from '../time/clock.ts'
import { sizeOfChange } from './change-size.ts'

/** Maximum number of changes that can be undone, and that are sent again to clients that reconnect. */
const limit = 100

/** Maximum size of the replaced and removed records of all sandboxes; beyond it, the oldest changes are evicted. */
export const maxUndoBytes = 256 * 2 ** 20

/** A committed change. */
export interface HistoryEntry {
  /** The number of the change in its sandbox, from 1. */
  readonly sequence: number
  /** ISO 8601 UTC, on the sandbox's clock. */
  readonly at: string
  readonly change: ChangeSet<typeof tables>
  /** Approximate size of the records that it replaced and removed, in bytes. */
  readonly size: number
}

/** The latest changes of a sandbox: to report, undo and redo them. */
export class History implements BudgetOwner<HistoryEntry> {
  readonly #listeners = new Set<(entry: HistoryEntry) => void>()
  readonly #latest: HistoryEntry[] = []
  readonly #done: HistoryEntry[] = []
  readonly #undone: HistoryEntry[] = []
  readonly #budget: Budget<HistoryEntry>
  #sequence = 0
  #evictedCount = 0

  constructor(
    store: Store<typeof tables>,
    clock: Clock,
    budget: Budget<HistoryEntry> = new Budget(maxUndoBytes),
  ) {
    this.#budget = budget
    store.onChange((change) => {
      this.#sequence += 1
      this.#add(entryOf(change, this.#sequence, clock.now()))
    })
  }

  /** Sequence number of the last change; 0 when there was none. */
  get sequence(): number {
    return this.#sequence
  }

  /** How many changes can be undone and redone; how many of the latest were evicted. */
  get steps(): { undo: number; redo: number; discarded: number } {
    return { undo: this.#done.length, redo: this.#undone.length, discarded: this.#evictedCount }
  }

  /** Removes a change. The changes to redo depend on each other, so all of them are removed together. */
  evict(entry: HistoryEntry): void {
    this.#evictedCount += 1
    for (const entries of [this.#latest, this.#done]) {
      if (entries.includes(entry)) entries.splice(entries.indexOf(entry), 1)
    }
    if (this.#undone.includes(entry)) this.#release(this.#undone.splice(0))
  }

  /** Releases the memory of all changes, when the sandbox is closed. */
  dispose(): void {
    for (const entry of [...this.#latest, ...this.#done, ...this.#undone]) this.#budget.release(entry)
  }

  /** Releases the memory of entries that are in no list any more. */
  #release(entries: readonly HistoryEntry[]): void {
    const lists = [this.#latest, this.#done, this.#undone]

    for (const entry of entries) {
      if (!lists.some((list) => list.includes(entry))) this.#budget.release(entry)
    }
  }

  /** The changes that can be undone; the next one to undo is last. */
  get done(): readonly HistoryEntry[] {
    return this.#done
  }

  /** The changes that can be redone; the next one to redo is last. */
  get undone(): readonly HistoryEntry[] {
    return this.#undone
  }

  /** The changes after `sequence` that are not evicted. */
  after(sequence: number): readonly HistoryEntry[] {
    return this.#latest.filter((entry) => entry.sequence > sequence)
  }

  /** Calls `listener` after every change; returns a function that removes it. */
  onChange(listener: (entry: HistoryEntry) => void): () => void {
    this.#listeners.add(listener)

    return () => this.#listeners.delete(listener)
  }

  /** Undoes the last change that is not undone; returns it. */
  undo(transaction: DataTransaction): HistoryEntry | undefined {
    const undone = this.#done.at(-1)

    if (undone) transaction.replace(undone.change.before, 'undo')

    return undone
  }

  /** Redoes the change that was undone last, unless something else has changed since; returns it. */
  redo(transaction: DataTransaction): HistoryEntry | undefined {
    const redone = this.#undone.at(-1)

    if (redone) transaction.replace(redone.change.after, 'redo')

    return redone
  }

  #add(entry: HistoryEntry): void {
    const { kind } = entry.change.cause

    if (kind === 'undo') this.#undone.push(...this.#done.splice(-1))
    else if (kind === 'redo') this.#done.push(...this.#undone.splice(-1))
    else {
      this.#done.push(entry)
      this.#release([...this.#done.splice(0, this.#done.length - limit), ...this.#undone.splice(0)])
    }
    this.#latest.push(entry)
    this.#release(this.#latest.splice(0, this.#latest.length - limit))
    this.#budget.add(entry, this)
    for (const listener of this.#listeners) listener(entry)
  }
}

/** @param moment on the sandbox's clock, formatted only when it is read */
function entryOf(change: HistoryEntry['change'], sequence: number, moment: number): HistoryEntry {
  return {
    sequence,
    change,
    size: sizeOfChange(change),
    get at() {
      return new Date(moment).toISOString()
    },
  }
}
