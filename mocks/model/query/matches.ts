import { blueprintOf } from '../blueprint.ts'
import type { Entity } from '../entity.ts'
import { isObject } from '../property-values.ts'
import { relatedIds } from '../relations.ts'
import type { Json } from '../shared.ts'
import type { Data } from '../tables.ts'
import { compares } from './compare.ts'
import type { Filter, Operator, SystemField } from './filter.ts'

type Test<K extends Filter['kind']> = (
  data: Data,
  entity: Entity,
  filter: Extract<Filter, { kind: K }>,
) => boolean

/** Whether an entity is one that the filter finds. */
export function matches(data: Data, entity: Entity, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return true
    case 'and':
      return filter.filters.every((inner) => matches(data, entity, inner))
    case 'or':
      return filter.filters.some((inner) => matches(data, entity, inner))
    case 'not':
      return !matches(data, entity, filter.filter)
    case 'system':
      return holds(filter.operator, [systemValue(entity, filter.field)], filter.values)
    case 'property':
      return matchesProperty(data, entity, filter)
    case 'relation':
      return matchesRelation(data, entity, filter)
    case 'text':
      return JSON.stringify(entity.properties).toLowerCase().includes(filter.text.toLowerCase())
  }
}

export function systemValue(entity: Entity, field: SystemField): Json {
  return systemValues[field](entity)
}

const systemValues: Record<SystemField, (entity: Entity) => Json> = {
  id: (entity) => entity.id,
  identifier: (entity) => entity.identifier,
  definition: (entity) => entity.definition,
  created_on: (entity) => entity.createdOn,
  modified_on: (entity) => entity.modifiedOn,
  created_by: (entity) => entity.createdBy,
  modified_by: (entity) => entity.modifiedBy,
  version: (entity) => entity.version,
}

/** The values of a property in one culture, or in all of them; one for each of a multi-value property. */
export function propertyValues(data: Data, entity: Entity, property: string, culture?: string): Json[] {
  if (!Object.hasOwn(entity.properties, property)) return []

  const value = entity.properties[property] ?? null
  const definition = data.definitions.get(entity.definition)
  const member = definition && blueprintOf(definition).properties.get(property)
  const byCulture =
    member?.is_multilanguage && isObject(value)
      ? culture === undefined
        ? Object.values(value)
        : [value[culture] ?? null]
      : [value]

  return byCulture.flatMap((item) => (member?.is_multivalue && Array.isArray(item) ? item : [item]))
}

const matchesProperty: Test<'property'> = (data, entity, { property, culture, operator, values }) =>
  holds(operator, propertyValues(data, entity, property, culture), values)

const matchesRelation: Test<'relation'> = (_, entity, { relation, side, ids }) => {
  const sides = side ? [side] : (['parents', 'children'] as const)
  const related = sides.flatMap((each) => relatedIds(entity, relation, each))

  return ids === undefined ? related.length > 0 : ids.some((id) => related.includes(id))
}

/** An empty value equals `null` only, and differs from everything else. */
function holds(operator: Operator, values: readonly Json[], wanted: readonly Json[]): boolean {
  if (operator === 'NotEquals') return !holds('Equals', values, wanted)

  const given = values.filter((value) => value !== null)

  if (given.length === 0) return operator === 'Equals' && wanted.includes(null)

  return given.some((value) => wanted.some((want) => want !== null && compares(operator, value, want)))
}
