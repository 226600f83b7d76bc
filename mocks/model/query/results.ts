import { differences } from '../../store/change-set.ts'
import { sortedInBatches } from '../../store/sorted.ts'
import { Table } from '../../store/table.ts'
import { runSync, type Sliced } from '../shared/slices.ts'
import type { Data } from '../tables.ts'
import { candidatesFor } from './narrow.ts'
import type { PlainFilter, SortKey } from './filter.ts'
import { predicateOf } from './matches.ts'
import { comparePositions, countBefore, positionOf } from './sorting.ts'
import { VersionedCache, type Derivation } from './versioned-cache.ts'

export interface PlainQuery {
  readonly filter: PlainFilter
  readonly sort: readonly SortKey[]
}

/** Changed entities up to which a result is updated instead of recomputed; entities up to which it is computed at once. */
const limits = { changed: 1000, synchronous: 1000 }

const results = new VersionedCache<readonly number[]>(16)

/**
 * The ids of everything a filter finds, in order. Computed once per version of the data, so that paging
 * does not scan for each page; after a change, updated from the version before.
 */
export function resultOf(data: Data, query: PlainQuery): readonly number[] {
  const derivation = derivationOf(data, query)

  return derivation ? results.get(derivation) : runSync(compute(data, query))
}

/**
 * Computes a large result, and yields to the event loop meanwhile.
 *
 * @returns undefined where `resultOf()` has it soon enough
 */
export function resultInSlices(data: Data, query: PlainQuery): Promise<void> | undefined {
  const derivation = derivationOf(data, query)

  return derivation && derivation.entities.size > limits.synchronous ? results.prepare(derivation) : undefined
}

/** Undefined within a change, which has no version yet. */
function derivationOf(data: Data, query: PlainQuery): Derivation<readonly number[]> | undefined {
  const { entities, definitions } = data

  if (!(entities instanceof Table)) return undefined

  return {
    key: JSON.stringify(query),
    entities,
    // They say what a property's value is.
    sources: [definitions],
    update(ids, from) {
      const changes = differences(from, entities, limits.changed)

      return changes.length > limits.changed
        ? undefined
        : replace(data, query, ids, new Set(changes.map((change) => Number(change.key))))
    },
    compute: () => compute(data, query),
  }
}

function* compute(data: Data, { filter, sort }: PlainQuery): Sliced<readonly number[]> {
  const candidates = candidatesFor(data, filter)
  const holds = candidates.isExact ? () => true : predicateOf(data, filter)
  const found = []

  for (const id of candidates.keys) {
    const entity = data.entities.get(id)

    if (entity && holds(entity)) found.push(positionOf(data, sort, entity))
    yield
  }

  const inOrder =
    sort.length > 0 ? yield* sortedInBatches(found, (a, b) => comparePositions(sort, a, b)) : found

  return inOrder.map(({ id }) => id)
}

function replace(
  data: Data,
  { filter, sort }: PlainQuery,
  known: readonly number[],
  changed: ReadonlySet<number>,
): number[] {
  const ids = known.filter((id) => !changed.has(id))
  const holds = predicateOf(data, filter)

  for (const id of changed) {
    const entity = data.entities.get(id)

    if (!entity || !holds(entity)) continue
    const position = positionOf(data, sort, entity)
    const place = countBefore(ids, (other) => {
      const neighbour = data.entities.get(other)

      return (
        neighbour !== undefined && comparePositions(sort, positionOf(data, sort, neighbour), position) < 0
      )
    })

    ids.splice(place, 0, id)
  }

  return ids
}
