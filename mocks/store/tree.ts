import { BTreeEx } from 'sorted-btree/extended/index.js'

/**
 * A sorted map whose `clone()` takes constant time: clones share their nodes until one of them is written to, and
 * comparing two of them skips what they share.
 */
export type Tree<K, V> = BTreeEx<K, V>

/**
 * An empty tree.
 *
 * Why the extended tree by its named export: only it can be compared, and the default export is the class under
 * bundlers but the whole module under Node.
 */
export function emptyTree<K extends string | number, V>(): Tree<K, V> {
  return new BTreeEx<K, V>(undefined, compareKeys)
}

/** A tree of entries in ascending order, without duplicates. */
export function treeOf<K extends string | number, V>(keys: K[], values: V[]): Tree<K, V> {
  return keys.length === 0 ? emptyTree() : BTreeEx.bulkLoad(keys, values, nodeSize, compareKeys)
}

/** As many entries as the library puts into a node by itself. */
const nodeSize = 32

/** The order of keys, all numbers or all text. The library's own compares anything with anything, at twice the cost. */
export function compareKeys<K extends string | number>(a: K, b: K): number {
  if (a < b) return -1

  return a > b ? 1 : 0
}
