import type { DataTransaction, tables } from '../../model/tables.ts'
import type { ChangeSet } from '../../store/change-set.ts'
import type { Store } from '../../store/store.ts'
import { Budget, type BudgetOwner } from '../budget.ts'
import type { Clock } from '../time/clock.ts'
import { sizeOfChange } from './change-size.ts'

/** Maximum number of changes to undo, and to replay to clients that reconnect. */
const limit = 100

/** Bytes of replaced and removed records in all sandboxes; beyond it, the oldest changes are evicted. */
export const maxUndoBytes = 256 * 2 ** 20

/** A change that took place. */
export interface HistoryEntry {
  /** 1 for the first change of the sandbox, and one more for each. */
  readonly sequence: number
  /** ISO 8601 UTC, on the sandbox's clock. */
  readonly at: string
  readonly change: ChangeSet<typeof tables>
  /** About how many bytes it keeps, of what it replaced and removed. */
  readonly size: number
}

/** The latest changes of a sandbox: to follow them, to undo them and to do them again. */
export class History implements BudgetOwner<HistoryEntry> {
  readonly #listeners = new Set<(entry: HistoryEntry) => void>()
  readonly #latest: HistoryEntry[] = []
  readonly #done: HistoryEntry[] = []
  readonly #undone: HistoryEntry[] = []
  readonly #budget: Budget<HistoryEntry>
  #sequence = 0
  #forgotten = 0

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
  get steps(): { undo: number; redo: number; forgotten: number } {
    return { undo: this.#done.length, redo: this.#undone.length, forgotten: this.#forgotten }
  }

  /** Forgets a change. The changes to redo build on one another, so they are forgotten together. */
  evict(entry: HistoryEntry): void {
    this.#forgotten += 1
    for (const entries of [this.#latest, this.#done]) {
      if (entries.includes(entry)) entries.splice(entries.indexOf(entry), 1)
    }
    if (this.#undone.includes(entry)) this.#undone.length = 0
  }

  /** Releases all changes, as the sandbox is closed. */
  end(): void {
    for (const entry of this.#latest) this.#budget.release(entry)
  }

  /** The changes that can be undone; the next one is last. */
  get done(): readonly HistoryEntry[] {
    return this.#done
  }

  /** The changes that can be done again; the next one is last. */
  get undone(): readonly HistoryEntry[] {
    return this.#undone
  }

  /** The changes after `sequence` that are not evicted. */
  after(sequence: number): readonly HistoryEntry[] {
    return this.#latest.filter((entry) => entry.sequence > sequence)
  }

  /** Calls back after every change. Returns the function that stops it. */
  onChange(listener: (entry: HistoryEntry) => void): () => void {
    this.#listeners.add(listener)

    return () => this.#listeners.delete(listener)
  }

  /** Undoes the last change that is not undone. Returns that change, if there is one. */
  undo(transaction: DataTransaction): HistoryEntry | undefined {
    const undone = this.#done.at(-1)

    if (undone) transaction.replace(undone.change.before, 'undo')

    return undone
  }

  /** Redoes the change that was undone last, unless something else has changed since. */
  redo(transaction: DataTransaction): HistoryEntry | undefined {
    const redone = this.#undone.at(-1)

    if (redone) transaction.replace(redone.change.after, 'redo')

    return redone
  }

  #add(entry: HistoryEntry): void {
    const { kind } = entry.change.cause

    if (kind === 'undo') move(this.#done, this.#undone)
    else if (kind === 'redo') move(this.#undone, this.#done)
    else {
      keep(this.#done, entry)
      this.#undone.length = 0
    }
    const evicted = keep(this.#latest, entry)

    if (evicted) this.#budget.release(evicted)
    this.#budget.add(entry, this)
    for (const listener of this.#listeners) listener(entry)
  }
}

/** @param moment on the sandbox's clock; it is written out for those who read it, and few are read */
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

/** Adds an entry; returns the one evicted for it. */
function keep(entries: HistoryEntry[], entry: HistoryEntry): HistoryEntry | undefined {
  entries.push(entry)

  return entries.length > limit ? entries.shift() : undefined
}

function move(from: HistoryEntry[], to: HistoryEntry[]): void {
  const entry = from.pop()

  if (entry) to.push(entry)
}
