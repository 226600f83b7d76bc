import type { Entity } from '../entities/entity.ts'
import type { CommittedData, Data } from '../data-tables.ts'
import { candidatesFor, indexesFor } from './indexes/indexes.ts'
import { type Filter, type SortKey, systemFields } from './filter.ts'
import { indexInSlices, countBefore } from './indexes/key-index.ts'
import { resolve, fieldNamed, type DefinedNames } from './defined-names.ts'
import { differences } from '../../store/change-set.ts'
import { sortedInBatches } from '../../store/time-slice.ts'
import type { Sliced } from '../shared/slices.ts'
import { predicateOf, propertyReader, systemValue } from './matches.ts'
import { DerivedCache, type Derivation } from './indexes/derived-cache.ts'
import { InvalidRequest } from '../shared/errors.ts'
import { shortened, suggestion } from '../shared/suggestion.ts'
import { titleOf } from '../entities/title.ts'
import type { Json } from '../shared/json.ts'
import { compareForSorting } from './values.ts'

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

  const ids = results.get(derivationOf(data, plain))
  const start = skip + (after ? countUpTo(data, plain.sort, ids, after) : 0)

  return { entities: readPage(data, ids.slice(start, start + take), 0, take), total: ids.length }
}

/** Resolves the conditions of a query on other records. */
export function queryOf(data: CommittedData, { filter, sort }: Pick<EntityQuery, 'filter' | 'sort'>) {
  return { sort, filter: resolve(data, filter) }
}

/** The result where an index contains it, so that only a page has to be read. Undefined where it has to be computed. */
function foundImmediately(
  data: CommittedData,
  { filter, sort }: PlainQuery,
): { readonly ids: Iterable<number>; readonly size: number } | undefined {
  const isSingle = ['all', 'system', 'property', 'relation'].includes(filter.kind)

  if (sort.length > 0 || !isSingle) return undefined
  const { ids = [], size, isExact } = candidatesFor(data, filter) ?? {}

  return isExact && size !== undefined ? { ids, size } : undefined
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
  const prepareResult = () =>
    foundImmediately(data, query) ? undefined : results.prepare(derivationOf(data, query))

  return indexes.length > 0 ? Promise.all(indexes).then(prepareResult) : prepareResult()
}

/**
 * The ids of all entities a filter finds, computed in time slices. The same list while the result is cached, so that it can
 * be a key of a WeakMap.
 */
export async function idsFound(data: CommittedData, filter: Filter): Promise<readonly number[]> {
  const result = derivationOf(data, queryOf(data, { filter, sort: [] }))

  await prepareQuery(data, filter)
  await results.prepare(result)

  return results.get(result)
}

type PlainQuery = ReturnType<typeof queryOf>

/** Up to this many changed entities, a result is updated rather than recomputed. */
const maxUpdated = 1000

/**
 * The ids of all entities a query finds, in order. Cached for each version of the data, so that not every page needs a
 * scan, and updated after changes.
 */
const results = new DerivedCache<readonly number[]>(16)

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

/** An order by name, as every query language has it. */
export interface NamedOrder {
  /** A system field or property, case-insensitive. */
  readonly field: string
  readonly descending: boolean
  /** Culture of a multi-language property. */
  readonly culture?: string | null | undefined
}

/**
 * The sort keys of some orders.
 *
 * @param member of the request that has the orders
 * @throws {InvalidRequest} 400 when a name is unknown
 */
export function sortKeys(names: DefinedNames, orders: readonly NamedOrder[], member: string): SortKey[] {
  return orders.map(({ field, descending, culture }) => {
    const by = fieldNamed(names, field, culture)

    if (by) return { by, descending }

    throw new InvalidRequest({ [member]: unknownFieldMessage(names, field) })
  })
}

export function unknownFieldMessage(names: DefinedNames, name: string): string {
  const hint = suggestion(name, [...systemFields, ...names.properties.keys()])

  return `Expected a property or one of ${systemFields.join(', ')}, not "${shortened(name)}". ${hint}`.trimEnd()
}

export const directions = ['asc', 'desc', 'ascending', 'descending', 'a', 'd'] as const

const form = /^(?<minus>-?)(?<name>.*?)(?::(?<suffix>a|d|asc|desc|ascending|descending))?$/is

/**
 * The order in a query string: `name`, `-name` or `name:D`; an empty name counts as absent.
 *
 * @throws {InvalidRequest} 400 when the name is unknown
 */
export function sortedBy(
  names: DefinedNames,
  given: string | undefined,
  {
    direction = 'asc',
    culture,
  }: { direction?: (typeof directions)[number] | undefined; culture?: string | undefined } = {},
): SortKey[] {
  if (!given) return []

  const { minus, name = '', suffix } = form.exec(given)?.groups ?? {}
  const descending = Boolean(minus) || /^d/i.test(suffix ?? direction)
  const field = fieldNamed(names, given) ? given : name

  return sortKeys(names, [{ field, descending, culture }], 'sort')
}

/** The position of an entity in a sort order: its values of the sort keys, then its id. */
export interface Position {
  readonly values: readonly Json[]
  readonly id: number
}

export function positionOf(data: Data, sort: readonly SortKey[], entity: Entity): Position {
  return { values: sort.map((key) => sortValue(data, entity, key)), id: entity.id }
}

function sortValue(data: Data, entity: Entity, { by }: SortKey): Json {
  if ('system' in by) return systemValue(entity, by.system)
  if ('property' in by) return propertyReader(data, by.property, by.culture)(entity)[0] ?? null

  return titleOf(data, entity)
}

/** Compares by the sort keys in their order, then by id. */
export function comparePositions(sort: readonly SortKey[], a: Position, b: Position): number {
  for (const [index, { descending }] of sort.entries()) {
    const difference = compareForSorting(a.values[index], b.values[index])

    if (difference !== 0) return descending ? -difference : difference
  }

  return a.id - b.id
}
