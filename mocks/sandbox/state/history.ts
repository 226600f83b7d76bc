import type { DataChange } from '../../data/model/messages/message.ts'
import { dropDueJobs } from '../../data/model/jobs/due-jobs.ts'
import { type ChangeSet, differences } from '../../data/store/change-set.ts'
import { sizeOfValue, type Budget, type BudgetOwner } from '../budget.ts'
import type { Specs } from '../../data/store/state.ts'
import type { Table, Key } from '../../data/store/table.ts'
import type { SandboxDraft } from './sandbox-draft.ts'

/** Maximum number of changes that can be undone, and that are sent again to clients that reconnect. */
const limit = 100

/** A change of the data. */
export interface HistoryEntry {
  /** The number of the change in its sandbox, from 1. */
  readonly sequence: number
  /** ISO 8601 UTC, on the sandbox's clock. */
  readonly at: string
  readonly change: DataChange
  /** Approximate size of the records that it replaced and removed, in bytes. */
  readonly size: number
}

/** The changes that can be undone and redone; the next one is last. */
interface Steps {
  readonly done: readonly HistoryEntry[]
  readonly undone: readonly HistoryEntry[]
}

/** The latest changes of a sandbox: to report, undo and redo them. */
export class History implements BudgetOwner<HistoryEntry> {
  readonly #listeners = new Set<(entry: HistoryEntry) => void>()
  readonly #budget: Budget
  /** Those that are not visible yet. */
  #pending: readonly HistoryEntry[] = []
  #latest: readonly HistoryEntry[] = []
  #steps: Steps = { done: [], undone: [] }
  #sequence = 0
  #evictedCount = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Sequence number of the last change; 0 when there was none. */
  get sequence(): number {
    return this.#sequence
  }

  /**
   * How many changes can be undone and redone; how many of the latest were evicted.
   *
   * @param pending changes to count as well
   */
  steps(pending: readonly HistoryEntry[] = []): { undo: number; redo: number; discarded: number } {
    const { done, undone } = pending.reduce(stepsAfter, this.#steps)

    return { undo: done.length, redo: undone.length, discarded: this.#evictedCount }
  }

  /** Removes a change. The changes to redo depend on each other, so all of them are removed together. */
  evict(entry: HistoryEntry): void {
    const { done, undone } = this.#steps
    const others = (entries: readonly HistoryEntry[]) => entries.filter((each) => each !== entry)

    this.#evictedCount += 1
    this.#latest = others(this.#latest)
    this.#steps = { done: others(done), undone: undone.includes(entry) ? [] : undone }
    this.#release(undone)
  }

  /** Releases the memory of all changes, when the sandbox is closed. */
  dispose(): void {
    for (const entry of [...this.#latest, ...this.done, ...this.undone]) this.#budget.release(entry)
  }

  /** Releases the memory of entries that are in no list any more. */
  #release(entries: readonly HistoryEntry[]): void {
    const lists = [this.#latest, this.done, this.undone]

    for (const entry of entries) {
      if (!lists.some((list) => list.includes(entry))) this.#budget.release(entry)
    }
  }

  /** The changes that are not visible yet, because they are not stored. */
  get pending(): readonly HistoryEntry[] {
    return this.#pending
  }

  /** The changes that can be undone; the next one to undo is last. */
  get done(): readonly HistoryEntry[] {
    return this.#steps.done
  }

  /** The changes that can be redone; the next one to redo is last. */
  get undone(): readonly HistoryEntry[] {
    return this.#steps.undone
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

  /**
   * Undoes the last change that is not undone, or redoes the one that was undone last, unless something else has changed
   * since; returns it. Jobs that a later change had run do not run again: that would be a new change, before the next step.
   */
  step(kind: 'undo' | 'redo', draft: SandboxDraft): HistoryEntry | undefined {
    const { done, undone } = this.#pending.reduce(stepsAfter, this.#steps)
    const entry = (kind === 'undo' ? done : undone).at(-1)

    if (!entry) return undefined
    draft.replace(entry.change[kind === 'undo' ? 'before' : 'after'], kind)
    if (kind === 'undo' || undone.length > 1) dropDueJobs(draft, draft.clock.timestamp())

    return entry
  }

  /** Notes a change that is not visible yet. @param moment milliseconds since 1970, on the sandbox's clock */
  addPending(change: DataChange, moment: number): void {
    const entry = {
      sequence: this.#sequence + this.#pending.length + 1,
      change,
      size: sizeOfChange(change),
      // Formatted only when it is read.
      get at() {
        return new Date(moment).toISOString()
      },
    }

    this.#pending = [...this.#pending, entry]
  }

  /** Forgets the changes that are not visible yet, since they can't be stored. */
  discardPending(): void {
    this.#pending = []
  }

  /** Adds the first pending change, now that it is visible. */
  publish(entry: HistoryEntry): void {
    const { done, undone } = this.#steps
    const mayBeDropped = [...this.#latest.slice(0, 1), ...done.slice(0, 1), ...undone]

    this.#pending = this.#pending.slice(1)
    this.#sequence = entry.sequence
    this.#steps = stepsAfter(this.#steps, entry)
    this.#latest = [...this.#latest, entry].slice(-limit)
    this.#release(mayBeDropped)
    this.#budget.add(entry, this)
    for (const listener of this.#listeners) listener(entry)
  }
}

function stepsAfter({ done, undone }: Steps, entry: HistoryEntry): Steps {
  const { kind } = entry.change.cause

  if (kind === 'undo') return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] }
  if (kind === 'redo') return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) }

  return { done: [...done, entry].slice(-limit), undone: [] }
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
    for (const key of keys) size += sizeOfValue(before.get(key), after.get(key))

    return size
  }
  for (const record of before.all()) {
    if (count === sampleSize) break
    size += sizeOfValue(record)
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
