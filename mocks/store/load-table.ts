import { Table } from './table.ts'
import type { Key, TableSpec } from './table-spec.ts'
import { sortedInBatches } from './sorted.ts'
import { compareKeys, treeOf, type Tree } from './tree.ts'

/**
 * Builds a table from valid records with distinct keys, in a tenth of the time of putting them one by one. Yields
 * after each batch.
 */
export function* loadTable<T extends object, K extends Key, U extends string, G extends string>(
  spec: TableSpec<T, K, U, G>,
  records: readonly T[],
): Generator<undefined, Table<T, K, U, G>> {
  const sorted = yield* sortedInBatches(records, (a, b) => compareKeys(spec.key(a), spec.key(b)))
  const keys = sorted.map((record) => spec.key(record))

  return new Table(spec, {
    records: treeOf(keys, sorted),
    unique: yield* buildIndexes(spec.unique, (valuesOf) => uniqueIndex(sorted, keys, valuesOf)),
    groups: yield* buildIndexes(spec.groups, (valuesOf) => groupIndex(sorted, keys, valuesOf)),
  })
}

/** How many records are indexed between two yields. */
const batchSize = 500

type ValuesOf<T> = (record: T) => readonly string[]

function* buildIndexes<T, Index>(
  declared: Readonly<Record<string, ValuesOf<T>>> = {},
  build: (valuesOf: ValuesOf<T>) => Generator<undefined, Index>,
): Generator<undefined, Map<string, Index>> {
  const indexes = new Map<string, Index>()

  for (const [name, valuesOf] of Object.entries(declared)) indexes.set(name, yield* build(valuesOf))

  return indexes
}

function* uniqueIndex<T, K extends Key>(
  records: readonly T[],
  keys: readonly K[],
  valuesOf: ValuesOf<T>,
): Generator<undefined, Tree<string, K>> {
  const index = new Map<string, K>()

  for (const [position, record] of records.entries()) {
    const key = keys[position]

    if (key !== undefined) for (const value of valuesOf(record)) index.set(value, key)
    if (position % batchSize === 0) yield
  }

  return yield* sortedTree(index)
}

function* groupIndex<T, K extends Key>(
  records: readonly T[],
  keys: readonly K[],
  valuesOf: ValuesOf<T>,
): Generator<undefined, Tree<string, Tree<K, true>>> {
  const groups = new Map<string, K[]>()

  for (const [position, record] of records.entries()) {
    const key = keys[position]

    if (position % batchSize === 0) yield
    if (key === undefined) continue
    for (const value of valuesOf(record)) {
      const members = groups.get(value)

      if (members) members.push(key)
      else groups.set(value, [key])
    }
  }

  return yield* sortedTree(
    new Map(
      Array.from(groups, ([value, members]) => [
        value,
        treeOf(
          members,
          members.map(() => true as const),
        ),
      ]),
    ),
  )
}

function* sortedTree<V>(entries: ReadonlyMap<string, V>): Generator<undefined, Tree<string, V>> {
  const values = yield* sortedInBatches([...entries.keys()], compareKeys)

  return treeOf(
    values,
    values.flatMap((value) => entries.get(value) ?? []),
  )
}
