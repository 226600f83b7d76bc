import type { Block } from './block.ts'
import type { Key, KeySet, TableReader, TableSpec } from './table-spec.ts'
import { emptyTree, type Tree } from './tree.ts'

/** A record, and the number of the block whose collection holds it. */
export interface Row<T> {
  readonly record: T
  readonly block: number
}

/**
 * What a table is made of. Versions share trees and blocks, and copy them only when they write.
 *
 * @internal
 */
export interface TableParts<T extends object, K extends Key> {
  readonly blocks: Block<T>[]
  readonly rows: Tree<K, Row<T>>
  readonly unique: Map<string, Tree<string, K>>
  readonly groups: Map<string, Tree<string, Tree<K, true>>>
}

/** What a version of a table came from: results worked out for the one before can be brought up to date. */
export interface TableOrigin<K extends Key> {
  /** Weakly, or every version that ever was would stay in memory. */
  readonly before: WeakRef<TableVersion<K>>
  /** Keys that may have changed since. */
  readonly touched: ReadonlySet<K>
}

export interface TableVersion<K extends Key> {
  readonly origin: TableOrigin<K> | undefined
}

/** One version of a table. A published version never changes: a change makes the next one (`TableDraft`). */
export class Table<
  T extends object = object,
  K extends Key = Key,
  U extends string = string,
  G extends string = string,
>
  implements TableReader<T, K, U, G>, TableVersion<K>
{
  readonly spec: TableSpec<T, K, U, G>
  /** @internal */
  readonly parts: TableParts<T, K>
  readonly origin: TableOrigin<K> | undefined
  /** The same for all versions that come from one another: what is worked out for one may help with the next. */
  readonly lineage: object

  /** @internal */
  constructor(
    spec: TableSpec<T, K, U, G>,
    parts: TableParts<T, K> = emptyParts(spec),
    origin?: TableOrigin<K>,
    lineage: object = {},
  ) {
    this.spec = spec
    this.parts = parts
    this.origin = origin
    this.lineage = lineage
  }

  get size(): number {
    return this.parts.rows.size
  }

  get(key: K): T | undefined {
    return this.parts.rows.get(key)?.record
  }

  has(key: K): boolean {
    return this.parts.rows.has(key)
  }

  keys(): IterableIterator<K> {
    return this.parts.rows.keys()
  }

  *all(): Generator<T> {
    for (const row of this.parts.rows.values()) yield row.record
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
   * The same content in parts of its own, to be written to.
   *
   * @param touched the keys that will be written
   */
  fork(touched: ReadonlySet<K>): Table<T, K, U, G> {
    const parts = {
      blocks: [...this.parts.blocks],
      rows: this.parts.rows.clone(),
      unique: cloneAll(this.parts.unique),
      groups: cloneAll(this.parts.groups),
    }

    return new Table(this.spec, parts, { before: new WeakRef<TableVersion<K>>(this), touched }, this.lineage)
  }
}

function emptyParts<T extends object, K extends Key>(spec: TableSpec<T, K>): TableParts<T, K> {
  return {
    blocks: [],
    rows: emptyTree(),
    unique: new Map(Object.keys(spec.unique ?? {}).map((name) => [name, emptyTree()])),
    groups: new Map(Object.keys(spec.groups ?? {}).map((name) => [name, emptyTree()])),
  }
}

function cloneAll<V>(trees: Map<string, Tree<string, V>>): Map<string, Tree<string, V>> {
  return new Map(Array.from(trees, ([name, tree]) => [name, tree.clone()]))
}
