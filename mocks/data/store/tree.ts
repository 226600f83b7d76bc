import BTreeExport from 'sorted-btree'
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js'
import diffExport from 'sorted-btree/extended/diffAgainst.js'

/** A sorted map whose `clone()` takes constant time: clones share their nodes until one of them is written to. */
export type Tree<K, V> = BTreeExport<K, V>

const BTree = defaultOf(BTreeExport)

/** Compares two trees, skipping the nodes they share. */
export const compareTrees = defaultOf(diffExport)

/** The default export of a module. Under Node, the import is the whole module, which has it as its member `default`. */
function defaultOf<T extends object>(exported: T): T {
  return 'default' in exported ? (exported.default as T) : exported // declared as T
}

export function emptyTree<K extends string | number, V>(): Tree<K, V> {
  return new BTree<K, V>(undefined, compareKeys)
}

/** A tree of entries in ascending order, without duplicates. */
export function treeOf<K extends string | number, V>(keys: K[], values: V[]): Tree<K, V> {
  return keys.length === 0 ? emptyTree() : bulkLoad(keys, values, nodeSize, compareKeys)
}

/** The library's own default for the entries of a node. */
const nodeSize = 32

/** Compares keys, which are all numbers or all strings. The library's own comparison takes any types, at twice the cost. */
export function compareKeys<K extends string | number>(a: K, b: K): number {
  if (a < b) return -1

  // NaN, which an id in a request may be read as, equals no key.
  return a === b ? 0 : 1
}
