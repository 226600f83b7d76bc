import { Table, declaredIndexes, type Key, type TableSpec, type ValuesOf } from './table.ts'
import { sortedInBatches } from './time-slice.ts'
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
  const unique = new Map<U, Tree<string, K>>()
  const groups = new Map<G, Tree<string, Tree<K, true>>>()

  for (const [name, valuesOf] of declaredIndexes(spec.unique)) {
    unique.set(name, yield* index(spec, sorted, valuesOf, ([key]) => key))
  }
  for (const [name, valuesOf] of declaredIndexes(spec.groups)) {
    groups.set(name, yield* index(spec, sorted, valuesOf, setOf))
  }

  return new Table(spec, { records: treeOf(keys, sorted), unique, groups })
}

/** How many records are indexed between two yields. */
const batchSize = 500

/** @param entryOf what the index has for a value, from the keys of the records with that value */
function* index<T extends object, K extends Key, Entry>(
  spec: TableSpec<T, K>,
  sorted: readonly T[],
  valuesOf: ValuesOf<T>,
  entryOf: (keys: [K, ...K[]]) => Entry,
): Generator<undefined, Tree<string, Entry>> {
  const lists = new Map<string, [K, ...K[]]>()

  for (const [position, record] of sorted.entries()) {
    for (const value of valuesOf(record)) {
      const keys = lists.get(value)

      if (keys) keys.push(spec.key(record))
      else lists.set(value, [spec.key(record)])
    }
    if (position % batchSize === 0) yield
  }

  const entries = yield* sortedInBatches([...lists], ([a], [b]) => compareKeys(a, b))

  return treeOf(
    entries.map(([value]) => value),
    entries.map(([, keys]) => entryOf(keys)),
  )
}

function setOf<K extends Key>(keys: K[]): Tree<K, true> {
  return treeOf(
    keys,
    keys.map(() => true as const),
  )
}
