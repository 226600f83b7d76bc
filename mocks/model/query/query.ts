import type { Entity } from '../entity.ts'
import type { Json } from '../shared.ts'
import type { Data } from '../tables.ts'
import { order } from './compare.ts'
import type { Filter, SortKey } from './filter.ts'
import { matches, propertyValues, systemValue } from './matches.ts'

export interface EntityQuery {
  readonly filter: Filter
  /** The first key that differs decides; entities alike in all of them stand in the order of their ids. */
  readonly sort: readonly SortKey[]
  readonly skip: number
  readonly take: number
}

export interface QueryResult {
  readonly entities: readonly Entity[]
  /** Entities found on all pages. */
  readonly total: number
}

/** Finds a page of entities. */
export function queryEntities(data: Data, query: EntityQuery): QueryResult {
  const { skip, take } = query
  const ids = candidates(data, query.filter)

  // Where an index alone answers, only the page is read.
  if (ids.isExact && query.sort.length === 0) {
    return { entities: readPage(data, ids.keys, skip, take), total: ids.size }
  }

  const found: Entity[] = []

  for (const id of ids.keys) {
    const entity = data.entities.get(id)

    if (entity && (ids.isExact || matches(data, entity, query.filter))) found.push(entity)
  }
  if (query.sort.length > 0) found.sort((a, b) => compareBy(data, query.sort, a, b))

  return { entities: found.slice(skip, skip + take), total: found.length }
}

interface Candidates {
  readonly keys: Iterable<number>
  readonly size: number
  /** Whether every candidate matches the filter. */
  readonly isExact: boolean
}

/** The entities that an index narrows a filter down to. */
function candidates(data: Data, filter: Filter): Candidates {
  if (filter.kind === 'and') {
    const narrowed = filter.filters.map((inner) => candidates(data, inner))
    const best = narrowed.reduce((a, b) => (b.size < a.size ? b : a), everything(data))

    return { ...best, isExact: filter.filters.length === 1 && best.isExact }
  }

  if (filter.kind === 'system' && filter.operator === 'Equals') {
    if (filter.field === 'id') return exactly(filter.values.map((id) => knownId(data, id)))
    if (filter.field === 'identifier') {
      const identifiers = filter.values.filter((value) => typeof value === 'string')

      return exactly(identifiers.map((identifier) => data.entities.find('identifier', identifier)?.id))
    }
    const [definition, ...others] = filter.values

    if (filter.field === 'definition' && typeof definition === 'string' && others.length === 0) {
      const group = data.entities.group('definition', definition)

      return { keys: { [Symbol.iterator]: () => group.keys() }, size: group.size, isExact: true }
    }
  }

  return { ...everything(data), isExact: filter.kind === 'all' }
}

function everything(data: Data): Candidates {
  return { keys: { [Symbol.iterator]: () => data.entities.keys() }, size: data.entities.size, isExact: false }
}

function exactly(ids: readonly unknown[]): Candidates {
  const keys = [...new Set(ids.filter((id) => typeof id === 'number'))].sort((a, b) => a - b)

  return { keys, size: keys.length, isExact: true }
}

/** Clients send ids as numbers and as text. */
function knownId(data: Data, value: Json): number | undefined {
  const id = Number(value)

  return data.entities.has(id) ? id : undefined
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

function compareBy(data: Data, sort: readonly SortKey[], a: Entity, b: Entity): number {
  for (const { by, descending } of sort) {
    const [left, right] =
      'system' in by
        ? [systemValue(a, by.system), systemValue(b, by.system)]
        : [
            propertyValues(data, a, by.property, by.culture)[0],
            propertyValues(data, b, by.property, by.culture)[0],
          ]
    const difference = order(left, right)

    if (difference !== 0) return descending ? -difference : difference
  }

  return a.id - b.id
}
