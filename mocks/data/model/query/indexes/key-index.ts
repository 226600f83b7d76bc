import { differences } from '../../../store/change-set.ts'
import { sortedInBatches } from '../../../store/time-slice.ts'
import { compareKeys, treeOf, type Tree } from '../../../store/tree.ts'
import type { Entity } from '../../entities/entity.ts'
import { appendTo } from '../../shared/maps.ts'
import type { Sliced } from '../../shared/slices.ts'
import type { Data, CommittedData } from '../../data-tables.ts'
import { DerivedCache, type Derivation, type EntityTable } from './derived-cache.ts'

/** Ids in ascending order, without duplicates. */
export type Ids = readonly number[]

export function sorted(ids: readonly number[]): Ids {
  const numbers = Float64Array.from(ids).sort()
  const result: number[] = []

  for (const id of numbers) if (id !== result.at(-1)) result.push(id)

  return result
}

/** Whether a list has an id (binary search). */
export function includes(ids: Ids, id: number): boolean {
  return ids[countBefore(ids, (each) => each < id)] === id
}

/** How many numbers `isBefore` is true for; it must be true up to some index of the list and false from there. */
export function countBefore(numbers: ArrayLike<number>, isBefore: (number: number) => boolean): number {
  let [low, high] = [0, numbers.length]

  while (low < high) {
    const middle = (low + high) >>> 1
    const number = numbers[middle]

    if (number !== undefined && isBefore(number)) low = middle + 1
    else high = middle
  }

  return low
}

/** Declares an index: its name, its keys and the tables that they are derived from. */
export interface IndexSpec {
  readonly name: string
  /** Returns a function for the keys of an entity, some of them perhaps repeatedly. */
  keysOf(data: Data): (entity: Entity) => readonly string[]
  /** The other tables that the keys are derived from. */
  sources(data: Data): readonly object[]
}

/** The ascending ids of the entities with each key, for one version of the entities. Never changed. */
export type KeyIndex = Tree<string, Ids>

const indexes = new DerivedCache<KeyIndex>(12)

/** An index of the entities, built on first use and then updated from the changes. */
export function keyIndex(data: CommittedData, spec: IndexSpec): KeyIndex {
  return indexes.get(derivationOf(data, spec))
}

/**
 * Builds a large index in time slices.
 *
 * @returns undefined where `keyIndex()` is fast enough
 */
export function indexInSlices(data: CommittedData, spec: IndexSpec): Promise<void> | undefined {
  return indexes.prepare(derivationOf(data, spec))
}

function derivationOf(data: CommittedData, spec: IndexSpec): Derivation<KeyIndex> {
  const { entities } = data

  return {
    key: spec.name,
    entities,
    sources: spec.sources(data),
    update: (index, from) => updateIndex(data, spec, index, [from, entities]),
    compute: () => build(data, spec),
  }
}

/** Builds an index; yields after each entity and each key, and while it sorts them. */
function* build(data: Data, spec: IndexSpec): Sliced<KeyIndex> {
  const keysOf = spec.keysOf(data)
  const lists = new Map<string, number[]>()

  for (const entity of data.entities.all()) {
    for (const key of keysOf(entity)) {
      const ids = lists.get(key)

      if (!ids) lists.set(key, [entity.id])
      else if (ids.at(-1) !== entity.id) ids.push(entity.id)
    }
    yield
  }

  const keys = yield* sortedInBatches([...lists.keys()], compareKeys)

  const ids: Ids[] = []

  for (const key of keys) {
    ids.push(lists.get(key) ?? [])
    yield
  }

  return treeOf(keys, ids)
}

/** Returns undefined when so many entities changed that building a new index is faster. */
function updateIndex(
  data: Data,
  spec: IndexSpec,
  index: KeyIndex,
  [from, to]: readonly [EntityTable, EntityTable],
): KeyIndex | undefined {
  const limit = to.size / 4
  const changed = differences(from, to, limit)

  if (changed.length > limit) return undefined

  // The sources are the same, so the previous keys are computed from the current data.
  const keysOf = spec.keysOf(data)
  const keysIn = (table: EntityTable, id: number): ReadonlySet<string> => {
    const entity = table.get(id)

    return new Set(entity ? keysOf(entity) : [])
  }
  const removed = new Map<string, number[]>()
  const added = new Map<string, number[]>()

  for (const id of changed.map(({ key }) => Number(key))) {
    const [before, after] = [keysIn(from, id), keysIn(to, id)]

    for (const key of before) if (!after.has(key)) appendTo(removed, key, id)
    for (const key of after) if (!before.has(key)) appendTo(added, key, id)
  }

  // It shares its other keys with the previous index.
  const updated = index.clone()

  for (const key of new Set([...removed.keys(), ...added.keys()])) {
    const gone = new Set(removed.get(key))
    const rest = (index.get(key) ?? []).filter((id) => !gone.has(id))
    const ids = [...rest, ...(added.get(key) ?? [])].sort((a, b) => a - b)

    if (ids.length > 0) updated.set(key, ids)
    else updated.delete(key)
  }

  return updated
}
