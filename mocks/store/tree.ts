import BTreeExport from 'sorted-btree'
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js'
import diffExport from 'sorted-btree/extended/diffAgainst.js'

/** A sorted map whose `clone()` takes constant time: clones share their nodes until one of them is written to. */
export type Tree<K, V> = BTreeExport<K, V>

const BTree = defaultOf(BTreeExport)

/** Compares two trees, and skips what they share. */
export const compareTrees = defaultOf(diffExport)

/** The default export, which under Node is the whole module. */
function defaultOf<T extends object>(exported: T): T {
  return 'default' in exported ? (exported.default as T) : exported // as it is declared
}

export function emptyTree<K extends string | number, V>(): Tree<K, V> {
  return new BTree<K, V>(undefined, compareKeys)
}

/** A tree of entries in ascending order, without duplicates. */
export function treeOf<K extends string | number, V>(keys: K[], values: V[]): Tree<K, V> {
  return keys.length === 0 ? emptyTree() : bulkLoad(keys, values, nodeSize, compareKeys)
}

/** As many entries as the library puts into a node by itself. */
const nodeSize = 32

/** The order of keys, all numbers or all text. The library's own compares anything with anything, at twice the cost. */
export function compareKeys<K extends string | number>(a: K, b: K): number {
  if (a < b) return -1

  return a > b ? 1 : 0
}
