import { blockAt, blocksOf } from './block.ts'
import { Table } from './table.ts'
import type { Key, TableSpec } from './table-spec.ts'
import { compareKeys, treeOf, type Tree } from './tree.ts'

/**
 * A table of records that match its schema, each with a key of its own: made in one go, which takes a tenth of the time
 * of putting them there one by one.
 */
export function loadTable<T extends object, K extends Key, U extends string, G extends string>(
  spec: TableSpec<T, K, U, G>,
  records: readonly T[],
): Table<T, K, U, G> {
  const sorted = records.toSorted((a, b) => compareKeys(spec.key(a), spec.key(b)))
  const keys = sorted.map((record) => spec.key(record))

  return new Table(spec, {
    blocks: blocksOf(sorted),
    rows: treeOf(
      keys,
      sorted.map((record, place) => ({ record, block: blockAt(place) })),
    ),
    unique: indexesOf(spec.unique, (valuesOf) => uniqueIndex(sorted, keys, valuesOf)),
    groups: indexesOf(spec.groups, (valuesOf) => groupIndex(sorted, keys, valuesOf)),
  })
}

type ValuesOf<T> = (record: T) => readonly string[]

function indexesOf<T, Index>(
  declared: Readonly<Record<string, ValuesOf<T>>> = {},
  make: (valuesOf: ValuesOf<T>) => Index,
): Map<string, Index> {
  return new Map(Object.entries(declared).map(([name, valuesOf]) => [name, make(valuesOf)]))
}

function uniqueIndex<T, K extends Key>(
  records: readonly T[],
  keys: readonly K[],
  valuesOf: ValuesOf<T>,
): Tree<string, K> {
  const index = new Map<string, K>()

  records.forEach((record, place) => {
    const key = keys[place]

    if (key !== undefined) for (const value of valuesOf(record)) index.set(value, key)
  })

  return sortedTree(index)
}

function groupIndex<T, K extends Key>(
  records: readonly T[],
  keys: readonly K[],
  valuesOf: ValuesOf<T>,
): Tree<string, Tree<K, true>> {
  const groups = new Map<string, K[]>()

  records.forEach((record, place) => {
    const key = keys[place]

    if (key === undefined) return
    for (const value of valuesOf(record)) {
      const members = groups.get(value)

      if (members) members.push(key)
      else groups.set(value, [key])
    }
  })

  return sortedTree(
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

function sortedTree<V>(entries: ReadonlyMap<string, V>): Tree<string, V> {
  const values = [...entries.keys()].sort()

  return treeOf(
    values,
    values.flatMap((value) => entries.get(value) ?? []),
  )
}
