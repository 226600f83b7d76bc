import type { Entity } from '../entities/entity.ts'
import type { PublishedData } from '../tables.ts'
import { candidatesFor, indexesFor } from './indexes/indexes.ts'
import type { Filter, PlainFilter, SortKey } from './filter.ts'
import { indexInSlices } from './indexes/key-index.ts'
import { resolve } from './resolve.ts'
import { countUpTo, resultOf, type PlainQuery, resultInSlices } from './results.ts'
import type { Position } from './sorting.ts'

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
export function queryEntities(data: PublishedData, query: EntityQuery): QueryResult {
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
  data: PublishedData,
  { filter, sort }: Pick<EntityQuery, 'filter' | 'sort'>,
): PlainQuery {
  return { sort, filter: resolve(data, filter) }
}

/** The result where an index contains it, so that only a page has to be read. Undefined where it has to be computed. */
function foundImmediately(
  data: PublishedData,
  { filter, sort }: PlainQuery,
): { readonly ids: Iterable<number>; readonly size: number } | undefined {
  if (sort.length > 0 || !isSingle(filter)) return undefined
  const { ids = [], size, isExact } = candidatesFor(data, filter) ?? {}

  return isExact && size !== undefined ? { ids, size } : undefined
}

function isSingle({ kind }: PlainFilter): boolean {
  return kind === 'all' || kind === 'system' || kind === 'property' || kind === 'relation'
}

function readPage(data: PublishedData, ids: Iterable<number>, skip: number, take: number): Entity[] {
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
  data: PublishedData,
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
export async function idsFound(data: PublishedData, filter: Filter): Promise<readonly number[]> {
  const query = queryOf(data, { filter, sort: [] })

  await prepareQuery(data, filter)
  await resultInSlices(data, query)

  return resultOf(data, query)
}
