import type { Entity } from '../entities/entity.ts'
import { titleOf } from '../entities/title.ts'
import type { Json } from '../shared/json.ts'
import type { Data } from '../tables.ts'
import { compareForSorting } from './compare.ts'
import type { SortKey } from './filter.ts'
import { propertyValues, systemValue } from './matches.ts'

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
  if ('property' in by) return propertyValues(data, entity, by.property, by.culture)[0] ?? null

  return by.column === 'title' ? titleOf(data, entity) : countRelated(entity)
}

function countRelated({ relations }: Entity): number {
  return Object.values(relations).reduce(
    (sum, { parents = [], children = [] }) => sum + parents.length + children.length,
    0,
  )
}

/** Compares by the sort keys in their order, then by id. */
export function comparePositions(sort: readonly SortKey[], a: Position, b: Position): number {
  for (const [index, { descending }] of sort.entries()) {
    const difference = compareForSorting(a.values[index], b.values[index])

    if (difference !== 0) return descending ? -difference : difference
  }

  return a.id - b.id
}
