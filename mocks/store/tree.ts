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
  return new BTreeEx()
}
