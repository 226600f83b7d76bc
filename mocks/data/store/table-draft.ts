import { TableReader, declaredIndexes, type Table, type Key, type TableSpec } from './table.ts'
import { emptyTree } from './tree.ts'

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
> extends TableReader<T, K, U, G> {
  readonly spec: TableSpec<T, K, U, G>
  readonly #table: Table<T, K, U, G>
  #written: Set<K> | undefined
  #next: Table<T, K, U, G>

  constructor(table: Table<T, K, U, G>) {
    super()
    this.spec = table.spec
    this.#table = table
    this.#next = table
  }

  /** @internal */
  get parts() {
    return this.#next.parts
  }

  /** Adds the record, or replaces the one with its key. */
  put(record: T): void {
    this.#write(this.spec.key(record), record)
  }

  /** Removes the record with this key, if there is one. */
  delete(key: K): void {
    if (this.has(key)) this.#write(key, undefined)
  }

  /** The changes so far, one for each record. */
  *changes(): Generator<RecordChange<T, K>> {
    for (const key of this.#written ?? []) {
      const [before, after] = [this.#table.get(key), this.get(key)]

      if (before !== after) yield { key, before, after }
    }
  }

  /**
   * The next version of the table, whose records match the schema; the same version if nothing has changed. Yields after
   * each record.
   *
   * @param areValid whether the records are valid by construction
   *
   * @throws {z.ZodError} when a record does not match the schema
   */
  *commit(areValid = false): Generator<undefined, Table<T, K, U, G>> {
    const { records } = this.parts
    const { schema } = this.spec
    let next = this.#table

    for (const { key, after } of this.changes()) {
      next = this.#next
      if (areValid) break
      if (after) records.set(key, schema.parse(after))
      yield
    }

    return next
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

    const { records } = this.parts
    const before = records.get(key)

    this.#reindexUnique(key, before, after)
    this.#reindexGroups(key, before, after)
    if (after) records.set(key, after)
    else records.delete(key)
  }

  #reindexUnique(key: K, before: T | undefined, after: T | undefined): void {
    for (const [index, valuesOf] of declaredIndexes(this.spec.unique)) {
      const tree = this.parts.unique.get(index)
      const { removed, added } = changedValues(before && valuesOf(before), after && valuesOf(after))

      for (const value of removed) if (tree?.get(value) === key) tree.delete(value)
      for (const value of added) tree?.set(value, key)
    }
  }

  #reindexGroups(key: K, before: T | undefined, after: T | undefined): void {
    for (const [index, valuesOf] of declaredIndexes(this.spec.groups)) {
      const tree = this.parts.groups.get(index)
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

function changedValues(
  before: readonly string[] = [],
  after: readonly string[] = [],
): { removed: string[]; added: string[] } {
  return {
    removed: before.filter((value) => !after.includes(value)),
    added: after.filter((value) => !before.includes(value)),
  }
}
