import { TimeSlice } from './time-slice.ts'
import type * as Collections from './collections.ts'
import type { Table } from './table.ts'
import type { Key, KeySet, TableReader, TableSpec } from './table-spec.ts'
import { emptyTree } from './tree.ts'

/** Loaded with the first change, since reading needs no validation. */
let collections: Pick<typeof Collections, 'createRecord'> | undefined

/** The change of one record: `before` is undefined when it is new, `after` when it is deleted. */
export interface RecordChange<T = object, K extends Key = Key> {
  readonly key: K
  readonly before: T | undefined
  readonly after: T | undefined
}

/**
 * A change to a table. Reads see what was written so far; the table itself stays unchanged. `commit()` returns its
 * next version.
 */
export class TableDraft<
  T extends object = object,
  K extends Key = Key,
  U extends string = string,
  G extends string = string,
> implements TableReader<T, K, U, G> {
  readonly #table: Table<T, K, U, G>
  #written: Set<K> | undefined
  #next: Table<T, K, U, G>

  constructor(table: Table<T, K, U, G>) {
    this.#table = table
    this.#next = table
  }

  get size(): number {
    return this.#next.size
  }

  get(key: K): T | undefined {
    return this.#next.get(key)
  }

  has(key: K): boolean {
    return this.#next.has(key)
  }

  keys(): IterableIterator<K> {
    return this.#next.keys()
  }

  all(): Generator<T> {
    return this.#next.all()
  }

  find(index: U, value: string): T | undefined {
    return this.#next.find(index, value)
  }

  group(index: G, value: string): KeySet<K> {
    return this.#next.group(index, value)
  }

  values(index: G): IterableIterator<string> {
    return this.#next.values(index)
  }

  /** Adds the record, or replaces the one with its key. */
  put(record: T): void {
    this.#write(this.#table.spec.key(record), record)
  }

  /** Removes the record with this key, if there is one. */
  delete(key: K): void {
    if (this.has(key)) this.#write(key, undefined)
  }

  /** Whether any record differs from the table. */
  get hasChanges(): boolean {
    for (const key of this.#written ?? []) if (this.#table.get(key) !== this.#next.get(key)) return true

    return false
  }

  /** The changes so far, one for each record. */
  changes(): RecordChange<T, K>[] {
    const changes: RecordChange<T, K>[] = []

    for (const key of this.#written ?? []) {
      const [before, after] = [this.#table.get(key), this.#next.get(key)]

      if (before !== after) changes.push({ key, before, after })
    }

    return changes
  }

  /**
   * Validates the written records against the schema, by creating them in the table's collection. Yields to the event
   * loop in between; the change is not visible before the end.
   *
   * @param areValid whether the records are valid by construction
   *
   * @throws when a record does not match the schema
   */
  async commit(areValid = false): Promise<Table<T, K, U, G>> {
    if (!this.#written || areValid) return this.#next

    const { records } = this.#next.parts
    const { schema } = this.#table.spec
    const slice = new TimeSlice()
    const { createRecord } = (collections ??= await import('./collections.ts'))

    for (const key of this.#written) {
      const pause = slice.yieldWhenOver()

      if (pause) await pause
      const after = this.#next.get(key)

      if (after && after !== this.#table.get(key)) records.set(key, await createRecord(schema, after))
    }

    return this.#next
  }

  /** Creates the version of the table that is written to. */
  #begin(): Set<K> {
    const written = new Set<K>()

    this.#next = this.#table.fork(written)

    return written
  }

  #write(key: K, after: T | undefined): void {
    this.#written ??= this.#begin()
    this.#written.add(key)

    const { records } = this.#next.parts
    const before = this.#next.get(key)

    this.#reindexUnique(key, before, after)
    this.#reindexGroups(key, before, after)
    if (after) records.set(key, after)
    else records.delete(key)
  }

  #reindexUnique(key: K, before: T | undefined, after: T | undefined): void {
    for (const [index, valuesOf] of declaredIndexes(this.#table.spec.unique)) {
      const tree = this.#next.parts.unique.get(index)
      const { removed, added } = changedValues(before && valuesOf(before), after && valuesOf(after))

      for (const value of removed) if (tree?.get(value) === key) tree.delete(value)
      for (const value of added) tree?.set(value, key)
    }
  }

  #reindexGroups(key: K, before: T | undefined, after: T | undefined): void {
    for (const [index, valuesOf] of declaredIndexes(this.#table.spec.groups)) {
      const tree = this.#next.parts.groups.get(index)
      const { removed, added } = changedValues(before && valuesOf(before), after && valuesOf(after))

      for (const value of removed) {
        const members = tree?.get(value)?.clone()

        members?.delete(key)
        if (members && members.size > 0) tree?.set(value, members)
        else tree?.delete(value)
      }

      for (const value of added) {
        const members = tree?.get(value)?.clone() ?? emptyTree<K & Key, true>()

        members.set(key, true)
        tree?.set(value, members)
      }
    }
  }
}

function declaredIndexes<T extends object>(
  indexes: TableSpec<T>['unique'],
): [string, (record: T) => readonly string[]][] {
  return Object.entries(indexes ?? {})
}

function changedValues(
  before: readonly string[] = [],
  after: readonly string[] = [],
): { removed: string[]; added: string[] } {
  return {
    removed: before.filter((value) => !after.includes(value)),
    added: after.filter((value) => !before.includes(value)),
  }
}
