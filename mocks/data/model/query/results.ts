import { differences } from '../../store/change-set.ts'
import { sortedInBatches } from '../../store/sorted.ts'
import type { Sliced } from '../shared/slices.ts'
import type { Data, PublishedData } from '../tables.ts'
import { candidatesFor } from './indexes/indexes.ts'
import type { PlainFilter, SortKey } from './filter.ts'
import { countBefore } from './indexes/key-index.ts'
import { predicateOf } from './matches.ts'
import { comparePositions, positionOf, type Position } from './sorting.ts'
import { VersionedCache, type Derivation } from './indexes/versioned-cache.ts'

export interface PlainQuery {
  readonly filter: PlainFilter
  readonly sort: readonly SortKey[]
}

/** Up to this many changed entities, a result is updated rather than recomputed. */
const maxUpdated = 1000

const results = new VersionedCache<readonly number[]>(16)

/**
 * The ids of all entities a query finds, in order. Cached for each version of the data, so that not every page needs a
 * scan, and updated after changes.
 */
export function resultOf(data: PublishedData, query: PlainQuery): readonly number[] {
  return results.get(derivationOf(data, query))
}

/**
 * Computes a large result in time slices.
 *
 * @returns undefined where `resultOf()` is fast enough
 */
export function resultInSlices(data: PublishedData, query: PlainQuery): Promise<void> | undefined {
  return results.prepare(derivationOf(data, query))
}

function derivationOf(data: PublishedData, query: PlainQuery): Derivation<readonly number[]> {
  const { entities, definitions, optionLists } = data

  return {
    key: JSON.stringify([query.filter, query.sort]),
    entities,
    // Definitions determine how values are matched and sorted; labels of options are words of full-text search.
    sources: [definitions, optionLists],
    update(ids, from) {
      const changes = differences(from, entities, maxUpdated)

      return changes.length > maxUpdated
        ? undefined
        : updated(data, query, ids, new Set(changes.map((change) => Number(change.key))))
    },
    compute: () => compute(data, query),
  }
}

function* compute(data: PublishedData, { filter, sort }: PlainQuery): Sliced<readonly number[]> {
  const candidates = candidatesFor(data, filter)
  const matches = candidates?.isExact ? () => true : predicateOf(data, filter)
  const found = []

  for (const id of candidates?.ids ?? data.entities.keys()) {
    const entity = data.entities.get(id)

    if (entity && matches(entity)) found.push(positionOf(data, sort, entity))
    yield
  }

  const sorted =
    sort.length > 0 ? yield* sortedInBatches(found, (a, b) => comparePositions(sort, a, b)) : found

  return sorted.map(({ id }) => id)
}

function updated(
  data: Data,
  { filter, sort }: PlainQuery,
  previous: readonly number[],
  changed: ReadonlySet<number>,
): number[] {
  const ids = previous.filter((id) => !changed.has(id))
  const matches = predicateOf(data, filter)

  for (const id of changed) {
    const entity = data.entities.get(id)

    if (entity && matches(entity))
      ids.splice(countUpTo(data, sort, ids, positionOf(data, sort, entity)), 0, id)
  }

  return ids
}

/** How many of the ids are at or before a position, whose entity may have been deleted meanwhile. */
export function countUpTo(
  data: Data,
  sort: readonly SortKey[],
  ids: readonly number[],
  position: Position,
): number {
  return countBefore(ids, (id) => {
    const entity = data.entities.get(id)

    return entity !== undefined && comparePositions(sort, positionOf(data, sort, entity), position) <= 0
  })
}
