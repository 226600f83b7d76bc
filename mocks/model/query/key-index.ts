import { differences } from '../../store/change-set.ts'
import { Table } from '../../store/table.ts'
import { compareKeys, emptyTree, type Tree } from '../../store/tree.ts'
import type { Entity } from '../entities/entity.ts'
import type { Sliced } from '../shared/slices.ts'
import type { Data } from '../tables.ts'
import type { Ids } from './ids.ts'
import { VersionedCache, type Derivation, type EntityTable } from './versioned-cache.ts'

/** Declares an index: its name, its keys and the tables that they follow from. */
export interface IndexSpec {
  readonly name: string
  keysOf(data: Data, entity: Entity): readonly string[]
  /** The tables besides the entities that the keys follow from. */
  sources(data: Data): readonly object[]
}

/** The ids of the entities under each key, in ascending order, for one version of the entities. It never changes. */
export class KeyIndex {
  readonly #ids: Tree<string, Ids>

  constructor(ids: Tree<string, Ids>) {
    this.#ids = ids
  }

  ids(key: string): Ids {
    return this.#ids.get(key) ?? []
  }

  /** Calls back with each key that begins with `prefix`, and its ids. */
  eachWithPrefix(prefix: string, callBack: (key: string, ids: Ids) => void): void {
    // U+FFFF sorts after every character, so it bounds the range of the prefix.
    this.#ids.forRange(prefix, `${prefix}\uffff`, true, callBack)
  }

  /** The index with some ids moved; shares everything else. */
  with(moves: ReadonlyMap<string, Move>): KeyIndex {
    const tree = this.#ids.clone()

    for (const [key, { removed, added }] of moves) {
      const rest = this.ids(key).filter((id) => !removed.has(id) && !added.has(id))
      const ids = added.size === 0 ? rest : [...rest, ...added].sort((a, b) => a - b)

      if (ids.length > 0) tree.set(key, ids)
      else tree.delete(key)
    }

    return new KeyIndex(tree)
  }
}

interface Move {
  readonly removed: Set<number>
  readonly added: Set<number>
}

/** An index of fewer entities is made at once. */
const few = 250

const indexes = new VersionedCache<KeyIndex>(12)

/**
 * An index of the entities, made on first use and brought up to date from what changed since.
 *
 * @returns undefined for a change in progress, which has no version to keep an index for
 */
export function keyIndex(data: Data, spec: IndexSpec): KeyIndex | undefined {
  const derivation = derivationOf(data, spec)

  return derivation && indexes.get(derivation)
}

/**
 * Makes a large index, and yields to the event loop meanwhile.
 *
 * @returns undefined where `keyIndex()` has it soon enough
 */
export function indexInSlices(data: Data, spec: IndexSpec): Promise<void> | undefined {
  const derivation = derivationOf(data, spec)

  return derivation && derivation.entities.size > few ? indexes.prepare(derivation) : undefined
}

function derivationOf(data: Data, spec: IndexSpec): Derivation<KeyIndex> | undefined {
  const { entities } = data

  if (!(entities instanceof Table)) return undefined

  return {
    key: spec.name,
    entities,
    sources: spec.sources(data),
    update: (index, from) => bringUpToDate(data, spec, index, [from, entities]),
    compute: () => build(data, spec),
  }
}

/** Makes an index; stops after each entity, and then after each key. */
function* build(data: Data, spec: IndexSpec): Sliced<KeyIndex> {
  const heads = new Map<string, Map<string, number[]>>()

  for (const entity of data.entities.all()) {
    for (const key of new Set(spec.keysOf(data, entity))) {
      // By their first letters, so that they are put in order few at a time.
      const head = key.slice(0, 2)
      const keys = heads.get(head) ?? new Map<string, number[]>()
      const ids = keys.get(key)

      heads.set(head, keys)
      if (ids) ids.push(entity.id)
      else keys.set(key, [entity.id])
    }
    yield
  }

  const tree = emptyTree<string, Ids>()

  for (const [, keys] of [...heads].sort(byName)) {
    for (const [key, ids] of [...keys].sort(byName)) {
      tree.set(key, ids)
      yield
    }
  }

  return new KeyIndex(tree)
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return compareKeys(one, other)
}

/** Undefined where so much changed that building the index anew is less work. */
function bringUpToDate(
  data: Data,
  spec: IndexSpec,
  index: KeyIndex,
  [from, to]: readonly [EntityTable, EntityTable],
): KeyIndex | undefined {
  const changed = differences(from, to, to.size / 4)

  if (changed.length > to.size / 4) return undefined

  const moves = new Map<string, Move>()
  const moveOf = (key: string): Move => {
    const move = moves.get(key) ?? { removed: new Set(), added: new Set() }

    moves.set(key, move)

    return move
  }

  for (const id of changed.map(({ key }) => Number(key))) {
    // The sources are the same, so the keys of before are found as those of now.
    const [before, after] = [from, to]
      .map((table) => table.get(id))
      .map((entity) => new Set(entity ? spec.keysOf(data, entity) : []))

    for (const key of before ?? []) if (!after?.has(key)) moveOf(key).removed.add(id)
    for (const key of after ?? []) if (!before?.has(key)) moveOf(key).added.add(id)
  }

  return index.with(moves)
}
