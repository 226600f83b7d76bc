import type { DataTransaction, tables } from '../../data/model/tables.ts'
import { type ChangeSet, differences } from '../../data/store/change-set.ts'
import type { Store } from '../../data/store/store.ts'
import type { Budget, BudgetOwner } from '../budget.ts'
import type { Clock } from '../time/clock.ts'
import type { Specs } from '../../data/store/state.ts'
import type { Table } from '../../data/store/table.ts'
import type { Key } from '../../data/store/table-spec.ts'

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

  constructor(store: Store<typeof tables>, clock: Clock, budget: Budget<HistoryEntry>) {
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

/** How many records are measured to estimate the size of a table that was replaced entirely. */
const sampleSize = 1000

/** About how many bytes of replaced and removed records a change keeps in memory, so that it can be undone. */
function sizeOfChange<S extends Specs>({ before, after }: ChangeSet<S>): number {
  let size = 0

  for (const name in before.tables) {
    const [from, to] = [before.tables[name], after.tables[name]]

    if (from && to && from !== to) size += sizeReplaced(from, to)
  }

  return size
}

function sizeReplaced(before: Table, after: Table): number {
  const keys = keysReplaced(before, after)

  let [size, count] = [0, 0]

  if (keys) {
    for (const key of keys) size += unsharedSize(before.get(key), after.get(key))

    return size
  }
  for (const record of before.all()) {
    if (count === sampleSize) break
    size += unsharedSize(record, undefined)
    count += 1
  }

  return size * (before.size / (count || 1))
}

/** The keys of the records that were replaced or removed; undefined when there are too many, or the tables are not versions of one another. */
function keysReplaced(before: Table, after: Table): Iterable<Key> | undefined {
  if (after.ancestor?.version === before.version) return after.ancestor.written
  const changes = before.lineage === after.lineage ? differences(before, after, sampleSize) : undefined

  return changes && changes.length <= sampleSize ? changes.map(({ key }) => key) : undefined
}

/** The size of the parts of a value that its replacement does not share. */
function unsharedSize(before: unknown, after: unknown): number {
  // Equal strings may be separate copies, which matters only for long ones.
  if (typeof before === 'string') return before === after && before.length < 1000 ? 0 : before.length
  if (before === after) return 0
  if (!hasMembers(before)) return 8
  // Lists of ids, some of which are very long.
  if (Array.isArray(before) && typeof before[0] === 'number') return 8 * before.length
  let size = 0

  for (const name in before)
    size += 8 + unsharedSize(before[name], hasMembers(after) ? after[name] : undefined)

  return size
}

function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
