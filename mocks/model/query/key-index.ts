import { differences } from '../../store/change-set.ts'
import { Table } from '../../store/table.ts'
import { emptyTree, type Tree } from '../../store/tree.ts'
import type { Entity } from '../entities/entity.ts'
import type { Data } from '../tables.ts'

/** What an index finds entities by. */
export interface IndexSpec {
  readonly name: string
  keysOf(data: Data, entity: Entity): readonly string[]
  /** The tables beside the entities that the keys follow from. */
  sources(data: Data): readonly object[]
}

type Ids = readonly number[]

/** The ids of the entities under each key, in ascending order, for one version of the entities. It never changes. */
export class KeyIndex {
  readonly #ids: Tree<string, Ids>

  constructor(ids: Tree<string, Ids>) {
    this.#ids = ids
  }

  ids(key: string): Ids {
    return this.#ids.get(key) ?? []
  }

  /** Calls back with each key that begins with `head`, and its ids. */
  eachFrom(head: string, callBack: (key: string, ids: Ids) => void): void {
    // No text begins with the head and stands behind the head and the last character there is.
    this.#ids.forRange(head, `${head}\uffff`, true, callBack)
  }

  /** The index with some ids moved; shares everything else. */
  with(moves: ReadonlyMap<string, Move>): KeyIndex {
    const tree = this.#ids.clone()

    for (const [key, { gone, added }] of moves) {
      const kept = this.ids(key).filter((id) => !gone.has(id) && !added.has(id))
      const ids = added.size === 0 ? kept : [...kept, ...added].sort((a, b) => a - b)

      if (ids.length > 0) tree.set(key, ids)
      else tree.delete(key)
    }

    return new KeyIndex(tree)
  }
}

interface Move {
  readonly gone: Set<number>
  readonly added: Set<number>
}

interface Kept {
  readonly index: KeyIndex
  readonly entities: Data['entities']
  readonly sources: readonly object[]
}

/** Indexes kept of one version of the entities, and versions of one index, at most. */
const limits = { indexes: 12, versions: 4 }

/** The indexes of tables that come from one another, those used last at the end; of each the latest versions first. */
const kept = new WeakMap<object, Map<string, Kept[]>>()

/**
 * An index of the entities, made when it is first asked for and brought up to date from what changed since.
 *
 * @returns undefined for a change under way, which has no version to keep an index for
 */
export function keyIndex(data: Data, spec: IndexSpec): KeyIndex | undefined {
  const { entities } = data

  if (!(entities instanceof Table)) return undefined
  const indexes = kept.get(entities.lineage) ?? new Map<string, Kept[]>()
  const sources = spec.sources(data)
  const usable = (indexes.get(spec.name) ?? []).filter((one) =>
    one.sources.every((each, at) => each === sources[at]),
  )
  const known = usable.find((one) => one.entities === entities)
  const current = known ?? {
    index: bringUpToDate(data, spec, usable) ?? build(data, spec),
    entities,
    sources,
  }

  kept.set(entities.lineage, indexes)
  indexes.delete(spec.name)
  indexes.set(spec.name, [current, ...usable.filter((one) => one !== current)].slice(0, limits.versions))

  for (const oldest of indexes.keys()) {
    if (indexes.size <= limits.indexes) break
    indexes.delete(oldest)
  }

  return current.index
}

function build(data: Data, spec: IndexSpec): KeyIndex {
  const byKey = new Map<string, number[]>()

  for (const entity of data.entities.all()) {
    for (const key of new Set(spec.keysOf(data, entity))) {
      const ids = byKey.get(key)

      if (ids) ids.push(entity.id)
      else byKey.set(key, [entity.id])
    }
  }

  const tree = emptyTree<string, Ids>()

  for (const key of [...byKey.keys()].sort()) tree.set(key, byKey.get(key) ?? [])

  return new KeyIndex(tree)
}

function bringUpToDate(data: Data, spec: IndexSpec, [latest]: readonly Kept[]): KeyIndex | undefined {
  const { entities } = data

  if (!latest || !(entities instanceof Table) || !(latest.entities instanceof Table)) return undefined
  const changed = differences(latest.entities, entities).map(({ key }) => Number(key))

  if (changed.length > entities.size / 4) return undefined

  const moves = new Map<string, Move>()
  const moveOf = (key: string): Move => {
    const move = moves.get(key) ?? { gone: new Set(), added: new Set() }

    moves.set(key, move)

    return move
  }

  for (const id of changed) {
    // The sources are the same, so the keys of before are found as those of now.
    const [before, after] = [latest.entities, data.entities]
      .map((table) => table.get(id))
      .map((entity) => new Set(entity ? spec.keysOf(data, entity) : []))

    for (const key of before ?? []) if (!after?.has(key)) moveOf(key).gone.add(id)
    for (const key of after ?? []) if (!before?.has(key)) moveOf(key).added.add(id)
  }

  return latest.index.with(moves)
}
