import { differences } from '../../store/change-set.ts'
import { Table } from '../../store/table.ts'
import { compareKeys, emptyTree, type Tree } from '../../store/tree.ts'
import type { Entity } from '../entities/entity.ts'
import { atOnce, inSlices, type Work } from '../shared/slices.ts'
import type { Data } from '../tables.ts'

/** Declares an index: its name, its keys and the tables that they follow from. */
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
      const left = this.ids(key).filter((id) => !gone.has(id) && !added.has(id))
      const ids = added.size === 0 ? left : [...left, ...added].sort((a, b) => a - b)

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

interface CachedIndex {
  readonly index: KeyIndex
  readonly entities: Data['entities']
  readonly sources: readonly object[]
}

/** Indexes cached for one version of the entities, and versions of one index, at most. */
const limits = { indexes: 12, versions: 4 }

/** The indexes of tables that come from one another, those used last at the end; of each the latest versions first. */
const cached = new WeakMap<object, Map<string, CachedIndex[]>>()

/**
 * An index of the entities, made when it is first asked for and brought up to date from what changed since.
 *
 * @returns undefined for a change under way, which has no version to keep an index for
 */
export function keyIndex(data: Data, spec: IndexSpec): KeyIndex | undefined {
  const { entities } = data

  if (!(entities instanceof Table)) return undefined
  const usable = usableFor(entities.lineage, data, spec)
  const known = usable.find((one) => one.entities === entities)
  const index = known?.index ?? bringUpToDate(data, spec, usable) ?? atOnce(build(data, spec))

  keep(entities.lineage, data, spec, index)

  return index
}

/** Indexes that are being made, by the tables they are for and their names. */
const underWay = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Makes a large index, and yields to the event loop meanwhile.
 *
 * @returns undefined where `keyIndex()` has it soon enough
 */
export function indexInSlices(data: Data, spec: IndexSpec): Promise<void> | undefined {
  const { entities } = data

  if (!(entities instanceof Table) || entities.size <= few) return undefined
  const { lineage } = entities
  const usable = usableFor(lineage, data, spec)

  if (usable.some((one) => one.entities === entities) || changesSince(data, usable)) return undefined
  const promises = underWay.get(lineage) ?? new Map<string, Promise<void>>()
  const promise =
    promises.get(spec.name) ??
    inSlices(build(data, spec))
      .then((index) => keep(lineage, data, spec, index))
      .finally(() => promises.delete(spec.name))

  underWay.set(lineage, promises)
  promises.set(spec.name, promise)

  return promise
}

function usableFor(lineage: object, data: Data, spec: IndexSpec): CachedIndex[] {
  const sources = spec.sources(data)

  return (cached.get(lineage)?.get(spec.name) ?? []).filter((one) =>
    one.sources.every((each, at) => each === sources[at]),
  )
}

function keep(lineage: object, data: Data, spec: IndexSpec, index: KeyIndex): void {
  const indexes = cached.get(lineage) ?? new Map<string, CachedIndex[]>()
  const { entities } = data
  const others = usableFor(lineage, data, spec).filter((one) => one.entities !== entities)

  cached.set(lineage, indexes)
  indexes.delete(spec.name)
  indexes.set(
    spec.name,
    [{ index, entities, sources: spec.sources(data) }, ...others].slice(0, limits.versions),
  )

  for (const oldest of indexes.keys()) {
    if (indexes.size <= limits.indexes) break
    indexes.delete(oldest)
  }
}

/** An index of fewer entities is made at once. */
const few = 250

/** Makes an index; stops after each entity, and then after each key. */
function* build(data: Data, spec: IndexSpec): Work<KeyIndex> {
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

/** The changes since the latest indexed version; undefined where building the index anew is less work. */
function changesSince({ entities }: Data, [latest]: readonly CachedIndex[]): number[] | undefined {
  if (!latest || !(entities instanceof Table) || !(latest.entities instanceof Table)) return undefined
  const changed = differences(latest.entities, entities).map(({ key }) => Number(key))

  return changed.length > entities.size / 4 ? undefined : changed
}

function bringUpToDate(data: Data, spec: IndexSpec, usable: readonly CachedIndex[]): KeyIndex | undefined {
  const [latest] = usable
  const changed = changesSince(data, usable)

  if (!latest || !changed) return undefined

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
