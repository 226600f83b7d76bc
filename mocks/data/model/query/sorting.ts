import { InvalidRequest } from '../shared/errors.ts'
import { shortened, suggestion } from '../shared/suggestion.ts'
import type { Entity } from '../entities/entity.ts'
import { titleOf } from '../entities/title.ts'
import type { Json } from '../shared/json.ts'
import type { Data } from '../data-tables.ts'
import { compareForSorting } from './values.ts'
import { systemFields, type SortKey } from './filter.ts'
import { propertyValues, systemValue } from './matches.ts'
import { fieldNamed, type DefinedNames } from './defined-names.ts'

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
  if ('property' in by) return propertyValues(data, entity, by.property, by.culture)[0] ?? null

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
