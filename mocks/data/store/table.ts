import type { z } from 'zod'
import { emptyTree, type Tree } from './tree.ts'

export type Key = string | number

/**
 * The values under which an index finds a record. The type is that of a method, whose parameter is bivariant, so that a
 * table of entities is assignable to a table of any records.
 */
export type ValuesOf<T> = { of(record: T): readonly string[] }['of']

/** Describes a table: the schema of its records, their key and indexes. */
export interface TableSpec<
  T extends object = object,
  K extends Key = Key,
  Unique extends string = string,
  Group extends string = string,
> {
  readonly schema: z.ZodType<T>
  key(record: T): K
  /** Indexes in which each value belongs to one record. */
  readonly unique?: Readonly<Record<Unique, ValuesOf<T>>>
  /** Indexes in which several records can share a value. */
  readonly groups?: Readonly<Record<Group, ValuesOf<T>>>
}

/** Declares a table with inferred types. */
export function defineTable<
  T extends object,
  K extends Key,
  U extends string = never,
  G extends string = never,
>(spec: TableSpec<T, K, U, G>): TableSpec<T, K, U, G> {
  return spec
}

/** The unique or the group indexes of a table, by name. */
export function declaredIndexes<T, Name extends string>(
  indexes: Readonly<Record<Name, ValuesOf<T>>> | undefined,
): [Name, ValuesOf<T>][] {
  return Object.entries<ValuesOf<T>>(indexes ?? {}) as [Name, ValuesOf<T>][] // names are typed as any string
}

/**
 * The trees of a table. Versions share nodes until one of them writes.
 *
 * @internal
 */
interface TableParts<T extends object, K extends Key, U extends string, G extends string> {
  readonly records: Tree<K, T>
  readonly unique: Map<U, Tree<string, K>>
  readonly groups: Map<G, Tree<string, Tree<K, true>>>
}

/**
 * The version that a table was derived from. Only its number: a reference would keep all earlier versions in memory, a
 * weak reference until the next garbage collection.
 */
interface TableAncestor<K extends Key> {
  readonly version: number
  /** Keys that may have changed since. */
  readonly written: ReadonlySet<K>
}

export interface KeySet<K> {
  readonly size: number
  has(key: K): boolean
  keys(firstKey?: K): IterableIterator<K>
}

/** A read-only view of a committed table or of a draft. */
export abstract class TableReader<
  T extends object = object,
  K extends Key = Key,
  U extends string = string,
  G extends string = string,
> {
  /** @internal */
  abstract readonly parts: TableParts<T, K, U, G>

  get size(): number {
    return this.parts.records.size
  }

  get(key: K): T | undefined {
    return this.parts.records.get(key)
  }

  has(key: K): boolean {
    return this.parts.records.has(key)
  }

  /** Every key, in ascending order. */
  keys(): IterableIterator<K> {
    return this.parts.records.keys()
  }

  /** Every record, in key order. */
  *all(): Generator<T> {
    yield* this.parts.records.values()
  }

  /** The record whose value in a unique index is `value`. */
  find(index: U, value: string): T | undefined {
    const key = this.parts.unique.get(index)?.get(value)

    return key === undefined ? undefined : this.get(key)
  }

  /** Keys of the records that have `value` in a group index, in ascending order. */
  group(index: G, value: string): KeySet<K> {
    return this.parts.groups.get(index)?.get(value) ?? emptyTree<K & Key, true>()
  }

  /** The values of a group index, in ascending order. */
  values(index: G): IterableIterator<string> {
    return (this.parts.groups.get(index) ?? emptyTree<string, never>()).keys()
  }
}

let versions = 0

/** A version of a table. A committed version never changes: a change creates the next one (`TableDraft`). */
export class Table<
  T extends object = object,
  K extends Key = Key,
  U extends string = string,
  G extends string = string,
> extends TableReader<T, K, U, G> {
  readonly spec: TableSpec<T, K, U, G>
  /** @internal */
  readonly parts: TableParts<T, K, U, G>
  readonly version = ++versions
  readonly ancestor: TableAncestor<K> | undefined
  /** An object shared by all versions derived from one another: values cached for one can be updated for the next. */
  readonly lineage: object

  /** @internal */
  constructor(
    spec: TableSpec<T, K, U, G>,
    parts: TableParts<T, K, U, G> = emptyParts(spec),
    ancestor?: TableAncestor<K>,
    lineage: object = {},
  ) {
    super()
    this.spec = spec
    this.parts = parts
    this.ancestor = ancestor
    this.lineage = lineage
  }

  /**
   * A copy that can be written to without changing this version.
   *
   * @param written the keys that will be written
   */
  fork(written: ReadonlySet<K>): Table<T, K, U, G> {
    const parts = {
      records: this.parts.records.clone(),
      unique: cloneAll(this.parts.unique),
      groups: cloneAll(this.parts.groups),
    }

    return new Table(this.spec, parts, { version: this.version, written }, this.lineage)
  }
}

function emptyParts<T extends object, K extends Key, U extends string, G extends string>(
  spec: TableSpec<T, K, U, G>,
): TableParts<T, K, U, G> {
  return {
    records: emptyTree(),
    unique: new Map(declaredIndexes(spec.unique).map(([name]) => [name, emptyTree()])),
    groups: new Map(declaredIndexes(spec.groups).map(([name]) => [name, emptyTree()])),
  }
}

function cloneAll<Name, V>(trees: Map<Name, Tree<string, V>>): Map<Name, Tree<string, V>> {
  return new Map(Array.from(trees, ([name, tree]) => [name, tree.clone()]))
}

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

  #write(key: K, after: T | undefined): void {
    if (!this.#written) this.#next = this.#table.fork((this.#written = new Set()))
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
