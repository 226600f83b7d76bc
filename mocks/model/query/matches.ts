import { compileDefinition } from '../definitions/compiled-definition.ts'
import type { PropertyMember } from '../definitions/definition.ts'
import type { Entity } from '../entities/entity.ts'
import { isObject } from '../entities/property-values.ts'
import { relatedIds } from '../relations/relations.ts'
import type { Json } from '../shared/json.ts'
import type { Data } from '../tables.ts'
import { compares } from './compare.ts'
import type { Operator, PlainFilter, PropertyFilter, SystemField, SystemFilter } from './filter.ts'

/** Whether an entity is one that a filter finds. */
export type Predicate = (entity: Entity) => boolean

/** The filter as a function, with what is the same for every entity worked out once. */
export function predicateOf(data: Data, filter: PlainFilter): Predicate {
  switch (filter.kind) {
    case 'all':
      return () => true
    case 'and': {
      const inner = filter.filters.map((each) => predicateOf(data, each))

      return (entity) => inner.every((holds) => holds(entity))
    }
    case 'or': {
      const inner = filter.filters.map((each) => predicateOf(data, each))

      return (entity) => inner.some((holds) => holds(entity))
    }
    case 'not': {
      const inner = predicateOf(data, filter.filter)

      return (entity) => !inner(entity)
    }
    case 'system':
      return systemPredicate(filter)
    case 'property':
      return propertyPredicate(data, filter)
    case 'relation': {
      const { relation, side, ids } = filter
      const sides = side ? [side] : (['parents', 'children'] as const)
      const wanted = ids && new Set(ids)

      return (entity) =>
        sides.some((each) => relatedIds(entity, relation, each).some((id) => !wanted || wanted.has(id)))
    }
    case 'text': {
      const text = filter.text.toLowerCase()

      return (entity) => textsOf(entity.properties).some((value) => value.toLowerCase().includes(text))
    }
  }
}

export function systemValue(entity: Entity, field: SystemField): string | number {
  return systemValues[field](entity)
}

const systemValues: Record<SystemField, (entity: Entity) => string | number> = {
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
  return valuesOf(memberOf(data, entity.definition, property), entity, property, culture)
}

function systemPredicate({ field, operator, values }: SystemFilter): Predicate {
  const isDate = field === 'created_on' || field === 'modified_on'
  const wanted = isDate ? values.map(asDate) : values

  if (operator !== 'Equals') return (entity) => holds(operator, [systemValue(entity, field)], wanted)

  // A field always has a value, and a long list of ids is what looking for ancestors comes to.
  const texts = new Set(wanted.filter((value) => value !== null).map(String))

  return (entity) => texts.has(String(systemValue(entity, field)))
}

function propertyPredicate(data: Data, { property, culture, operator, values }: PropertyFilter): Predicate {
  const byDefinition = new Map<string, { member: PropertyMember | undefined; wanted: readonly Json[] }>()

  return (entity) => {
    let known = byDefinition.get(entity.definition)

    if (!known) {
      const member = memberOf(data, entity.definition, property)
      const isDate = member?.type === 'DateTime' || member?.type === 'DateTimeOffset'

      known = { member, wanted: isDate ? values.map(asDate) : values }
      byDefinition.set(entity.definition, known)
    }

    return holds(operator, valuesOf(known.member, entity, property, culture), known.wanted)
  }
}

function memberOf(data: Data, definition: string, property: string): PropertyMember | undefined {
  const found = data.definitions.get(definition)

  return found && compileDefinition(found).properties.get(property)
}

function valuesOf(
  member: PropertyMember | undefined,
  entity: Entity,
  property: string,
  culture: string | undefined,
): Json[] {
  if (!Object.hasOwn(entity.properties, property)) return []

  const value = entity.properties[property] ?? null
  const byCulture =
    member?.is_multilanguage && isObject(value)
      ? culture === undefined
        ? Object.values(value)
        : [Object.hasOwn(value, culture) ? (value[culture] ?? null) : null]
      : [value]

  return byCulture.flatMap((item) => (member?.is_multivalue && Array.isArray(item) ? item : [item]))
}

/** An empty value equals `null` only, and differs from everything else. */
function holds(operator: Operator, values: readonly Json[], wanted: readonly Json[]): boolean {
  if (operator === 'NotEquals') return !holds('Equals', values, wanted)

  const given = values.filter((value) => value !== null)

  if (given.length === 0) return operator === 'Equals' && wanted.includes(null)

  return given.some((value) => wanted.some((want) => want !== null && compares(operator, value, want)))
}

/** Dates are stored as `toISOString()` writes them, so that they compare as text; clients write them in many ways. */
function asDate(value: Json): Json {
  const time = typeof value === 'string' ? Date.parse(inZone(value)) : Number.NaN

  return Number.isNaN(time) ? value : new Date(time).toISOString()
}

const zone = /:[\d.]+ ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i
const isoDay = /^\d{4}-\d{2}-\d{2}$/

/** A time without a zone is UTC, as in values that are saved: the answer must not depend on where the sandbox runs. */
function inZone(date: string): string {
  if (zone.test(date) || isoDay.test(date)) return date

  return /\dT\d/.test(date) ? `${date}Z` : `${date} UTC`
}

function textsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (isObject(value)) return Object.values(value).flatMap(textsOf)

  return value === null ? [] : [String(value)]
}
