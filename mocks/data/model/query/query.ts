import type { Entity } from '../entities/entity.ts'
import type { CommittedData, Data } from '../data-tables.ts'
import { candidatesFor, indexesFor } from './indexes/indexes.ts'
import type { Filter, PlainFilter, SortKey } from './filter.ts'
import { indexInSlices, countBefore } from './indexes/key-index.ts'
import { resolve } from './resolve.ts'
import { type Position, comparePositions, positionOf } from './sorting.ts'
import { differences } from '../../store/change-set.ts'
import { sortedInBatches } from '../../store/time-slice.ts'
import type { Sliced } from '../shared/slices.ts'
import { predicateOf } from './matches.ts'
import { DerivedCache, type Derivation } from './indexes/derived-per-table.ts'

export interface EntityQuery {
  readonly filter: Filter
  /** Entities with equal values of all keys are sorted by id. */
  readonly sort: readonly SortKey[]
  readonly skip: number
  readonly take: number
  /** Starts the page after this position instead of at the first entity. */
  readonly after?: Position | undefined
}

export interface QueryResult {
  readonly entities: readonly Entity[]
  /** The number of entities on all pages. */
  readonly total: number
}

/**
 * Finds a page of entities.
 *
 * @throws {InvalidRequest} 400 when the filter has too many conditions
 */
export function queryEntities(data: CommittedData, query: EntityQuery): QueryResult {
  const { skip, take, after } = query
  const plain = queryOf(data, query)
  const found = after ? undefined : foundImmediately(data, plain)

  if (found) return { entities: readPage(data, found.ids, skip, take), total: found.size }

  const ids = resultOf(data, plain)
  const start = skip + (after ? countUpTo(data, plain.sort, ids, after) : 0)

  return { entities: readPage(data, ids.slice(start, start + take), 0, take), total: ids.length }
}

/** Resolves the conditions of a query on other records. */
export function queryOf(
  data: CommittedData,
  { filter, sort }: Pick<EntityQuery, 'filter' | 'sort'>,
): PlainQuery {
  return { sort, filter: resolve(data, filter) }
}

/** The result where an index contains it, so that only a page has to be read. Undefined where it has to be computed. */
function foundImmediately(
  data: CommittedData,
  { filter, sort }: PlainQuery,
): { readonly ids: Iterable<number>; readonly size: number } | undefined {
  if (sort.length > 0 || !isSingle(filter)) return undefined
  const { ids = [], size, isExact } = candidatesFor(data, filter) ?? {}

  return isExact && size !== undefined ? { ids, size } : undefined
}

function isSingle({ kind }: PlainFilter): boolean {
  return kind === 'all' || kind === 'system' || kind === 'property' || kind === 'relation'
}

function readPage(data: CommittedData, ids: Iterable<number>, skip: number, take: number): Entity[] {
  const page: Entity[] = []
  let position = 0

  for (const id of ids) {
    if (page.length === take) break
    if (position++ < skip) continue
    const entity = data.entities.get(id)

    if (entity) page.push(entity)
  }

  return page
}

/**
 * Builds the indexes that a query needs, and its result, in time slices if it takes long, so that it does not block other
 * requests.
 *
 * @returns undefined where the query needs no preparation
 */
export function prepareQuery(
  data: CommittedData,
  filter: Filter,
  sort: readonly SortKey[] = [],
): Promise<void> | undefined {
  const query = queryOf(data, { filter, sort })
  const indexes = indexesFor(query.filter).flatMap((spec) => indexInSlices(data, spec) ?? [])
  const prepareResult = () => (foundImmediately(data, query) ? undefined : resultInSlices(data, query))

  return indexes.length > 0 ? Promise.all(indexes).then(prepareResult) : prepareResult()
}

/**
 * The ids of all entities a filter finds, computed in time slices. The same list while the result is cached, so that it can
 * be a key of a WeakMap.
 */
export async function idsFound(data: CommittedData, filter: Filter): Promise<readonly number[]> {
  const query = queryOf(data, { filter, sort: [] })

  await prepareQuery(data, filter)
  await resultInSlices(data, query)

  return resultOf(data, query)
}

interface PlainQuery {
  readonly filter: PlainFilter
  readonly sort: readonly SortKey[]
}

/** Up to this many changed entities, a result is updated rather than recomputed. */
const maxUpdated = 1000

const results = new DerivedCache<readonly number[]>(16)

/**
 * The ids of all entities a query finds, in order. Cached for each version of the data, so that not every page needs a
 * scan, and updated after changes.
 */
function resultOf(data: CommittedData, query: PlainQuery): readonly number[] {
  return results.get(derivationOf(data, query))
}

/**
 * Computes a large result in time slices.
 *
 * @returns undefined where `resultOf()` is fast enough
 */
function resultInSlices(data: CommittedData, query: PlainQuery): Promise<void> | undefined {
  return results.prepare(derivationOf(data, query))
}

function derivationOf(data: CommittedData, query: PlainQuery): Derivation<readonly number[]> {
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

function* compute(data: CommittedData, { filter, sort }: PlainQuery): Sliced<readonly number[]> {
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
function countUpTo(data: Data, sort: readonly SortKey[], ids: readonly number[], position: Position): number {
  return countBefore(ids, (id) => {
    const entity = data.entities.get(id)

    return entity !== undefined && comparePositions(sort, positionOf(data, sort, entity), position) <= 0
  })
}
