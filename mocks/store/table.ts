import type { Key, KeySet, TableReader, TableSpec } from './table-spec.ts'
import { emptyTree, type Tree } from './tree.ts'

/**
 * The trees of a table. Versions share nodes until one of them writes.
 *
 * @internal
 */
interface TableParts<T extends object, K extends Key> {
  readonly records: Tree<K, T>
  readonly unique: Map<string, Tree<string, K>>
  readonly groups: Map<string, Tree<string, Tree<K, true>>>
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

let versions = 0

/** A version of a table. A published version never changes: a change creates the next one (`TableDraft`). */
export class Table<
  T extends object = object,
  K extends Key = Key,
  U extends string = string,
  G extends string = string,
> implements TableReader<T, K, U, G> {
  readonly spec: TableSpec<T, K, U, G>
  /** @internal */
  readonly parts: TableParts<T, K>
  readonly version = ++versions
  readonly ancestor: TableAncestor<K> | undefined
  /** An object shared by all versions derived from one another: values cached for one can be updated for the next. */
  readonly lineage: object

  /** @internal */
  constructor(
    spec: TableSpec<T, K, U, G>,
    parts: TableParts<T, K> = emptyParts(spec),
    ancestor?: TableAncestor<K>,
    lineage: object = {},
  ) {
    this.spec = spec
    this.parts = parts
    this.ancestor = ancestor
    this.lineage = lineage
  }

  get size(): number {
    return this.parts.records.size
  }

  get(key: K): T | undefined {
    return this.parts.records.get(key)
  }

  has(key: K): boolean {
    return this.parts.records.has(key)
  }

  keys(): IterableIterator<K> {
    return this.parts.records.keys()
  }

  *all(): Generator<T> {
    yield* this.parts.records.values()
  }

  find(index: U, value: string): T | undefined {
    const key = this.parts.unique.get(index)?.get(value)

    return key === undefined ? undefined : this.get(key)
  }

  group(index: G, value: string): KeySet<K> {
    return this.parts.groups.get(index)?.get(value) ?? emptyTree<K & Key, true>()
  }

  values(index: G): IterableIterator<string> {
    return (this.parts.groups.get(index) ?? emptyTree<string, never>()).keys()
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

function emptyParts<T extends object, K extends Key>(spec: TableSpec<T, K>): TableParts<T, K> {
  return {
    records: emptyTree(),
    unique: new Map(Object.keys(spec.unique ?? {}).map((name) => [name, emptyTree()])),
    groups: new Map(Object.keys(spec.groups ?? {}).map((name) => [name, emptyTree()])),
  }
}

function cloneAll<V>(trees: Map<string, Tree<string, V>>): Map<string, Tree<string, V>> {
  return new Map(Array.from(trees, ([name, tree]) => [name, tree.clone()]))
}
