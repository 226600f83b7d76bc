import type { Entity } from '../entities/entity.ts'
import type { Data } from '../tables.ts'
import { candidatesFor } from './narrow.ts'
import type { Filter, PlainFilter, SortKey } from './filter.ts'
import { namesOf } from './names.ts'
import { resolve } from './resolve.ts'
import { resultOf } from './results.ts'
import { knownKeys } from './sort-name.ts'
import { comparePositions, countBefore, positionOf, type Position } from './sorting.ts'

export interface EntityQuery {
  readonly filter: Filter
  /** The first key that differs decides; entities alike in all of them stand in the order of their ids. */
  readonly sort: readonly SortKey[]
  readonly skip: number
  readonly take: number
  /** Starts the page behind this position instead of at the first entity. */
  readonly after?: Position | undefined
}

export interface QueryResult {
  readonly entities: readonly Entity[]
  /** Entities found on all pages. */
  readonly total: number
}

/**
 * Finds a page of entities.
 *
 * @throws {InvalidRequest} 400 when there is no property of a name to sort by, or the filter has too many conditions
 */
export function queryEntities(data: Data, query: EntityQuery): QueryResult {
  const { skip, take, after } = query
  const sort = knownKeys(namesOf(data), query.sort)
  const filter = resolve(data, query.filter)

  // Where an index has the answer as it is, only the page is read.
  if (sort.length === 0 && !after && isSingle(filter)) {
    const { keys, size, isExact } = candidatesFor(data, filter)

    if (isExact && size !== undefined) return { entities: readPage(data, keys, skip, take), total: size }
  }

  const ids = resultOf(data, { filter, sort })
  const start = skip + (after ? countUpTo(data, sort, ids, after) : 0)

  return { entities: readPage(data, ids.slice(start, start + take), 0, take), total: ids.length }
}

/** The ids of everything a filter finds; for one version of the data the same list every time, so that it can be a key. */
export function idsFound(data: Data, filter: Filter): readonly number[] {
  return resultOf(data, { filter: resolve(data, filter), sort: [] })
}

function isSingle({ kind }: PlainFilter): boolean {
  return kind === 'all' || kind === 'system' || kind === 'property' || kind === 'relation'
}

/** How many of the ids stand at or before a position, whose entity may be gone by now. */
function countUpTo(data: Data, sort: readonly SortKey[], ids: readonly number[], position: Position): number {
  return countBefore(ids, (id) => {
    const entity = data.entities.get(id)

    return entity !== undefined && comparePositions(sort, positionOf(data, sort, entity), position) <= 0
  })
}

function readPage(data: Data, ids: Iterable<number>, skip: number, take: number): Entity[] {
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
