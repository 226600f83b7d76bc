import { EmptyBTree } from 'sorted-btree'
import type BTree from 'sorted-btree'

/** A sorted map whose `clone()` takes constant time: clones share their nodes until one of them is written to. */
export type Tree<K, V> = BTree<K, V>

/**
 * An empty tree.
 *
 * Why not `new BTree()`: the package is CommonJS, and its default export is the class under bundlers but the
 * whole module under Node. The named export is the same everywhere.
 */
export function emptyTree<K extends string | number, V>(): Tree<K, V> {
  return EmptyBTree.clone()
}
