import { sides } from '../definitions/compiled-definition.ts'
import type { PropertyMember } from '../definitions/definition.ts'
import type { Entity } from '../entities/entity.ts'
import { relatedIds } from '../relations/relations.ts'
import { isObject, ownValue, type Json } from '../shared/json.ts'
import { asKnown } from '../shared/letter-case.ts'
import type { Data } from '../data-tables.ts'
import { equalityKey, isMatch, asStored, typeOfProperty, typeOfSystemField } from './values.ts'
import { perDefinition, hasWords } from './text/words.ts'
import type { Operator, PlainFilter, PropertyFilter, SystemField } from './filter.ts'

export type Predicate = (entity: Entity) => boolean

/** Compiles a filter, so that the parts that don't depend on the entity are computed once. */
export function predicateOf(data: Data, filter: PlainFilter): Predicate {
  switch (filter.kind) {
    case 'all':
      return () => true
    case 'and': {
      const inner = filter.filters.map((each) => predicateOf(data, each))

      return (entity) => inner.every((matches) => matches(entity))
    }
    case 'or': {
      const inner = filter.filters.map((each) => predicateOf(data, each))

      return (entity) => inner.some((matches) => matches(entity))
    }
    case 'not': {
      const inner = predicateOf(data, filter.filter)

      return (entity) => !inner(entity)
    }
    case 'system': {
      const { field, operator, values } = filter
      const operands = operandsOf(asStored(typeOfSystemField[field], values))

      return (entity) => matches(operator, [systemValue(entity, field)], operands)
    }
    case 'property':
      return propertyPredicate(data, filter)
    case 'relation': {
      const { relation, side, ids } = filter
      const given = side ? [side] : sides
      const targets = ids && new Set(ids)

      return (entity) =>
        given.some((each) => relatedIds(entity, relation, each).some((id) => !targets || targets.has(id)))
    }
    case 'words':
      return hasWords(data, filter.patterns)
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

/** Returns a function for the values of a property in one or all cultures; several for a multi-value property. */
export function propertyReader(data: Data, property: string, culture?: string): (entity: Entity) => Json[] {
  return perDefinition(data, (definition) => {
    const member = definition?.properties.get(property)

    return (entity) => valuesOf(member, entity, property, culture)
  })
}

function propertyPredicate(data: Data, { property, culture, operator, values }: PropertyFilter): Predicate {
  return perDefinition(data, (definition) => {
    const member = definition?.properties.get(property)
    const operands = operandsOf(asStored(member ? typeOfProperty[member.type] : 'any', values))

    return (entity) => matches(operator, valuesOf(member, entity, property, culture), operands)
  })
}

function valuesOf(
  member: PropertyMember | undefined,
  entity: Entity,
  property: string,
  culture: string | undefined,
): Json[] {
  if (!Object.hasOwn(entity.properties, property)) return []

  const value = entity.properties[property] ?? null

  if (typeof value !== 'object') return [value]

  const byCulture =
    member?.is_multilanguage && isObject(value)
      ? culture === undefined
        ? Object.values(value)
        : [ownValue(value, asKnown(culture, Object.keys(value)))]
      : [value]

  return byCulture.flatMap((item) => (member?.is_multivalue && Array.isArray(item) ? item : [item]))
}

/** A missing value equals only `null`. */
function matches(
  operator: Operator,
  values: readonly Json[],
  operands: ReturnType<typeof operandsOf>,
): boolean {
  const present = values.filter((value) => value !== null)

  if (present.length === 0) return operator === 'Equals' && operands.hasNull
  if (operator === 'Equals') return present.some((value) => operands.keys.has(equalityKey(value)))

  return present.some((value) => operands.values.some((operand) => isMatch(operator, value, operand)))
}

/** The values of a filter. */
function operandsOf(all: readonly Json[]) {
  const values = all.filter((value) => value !== null)

  return { values, keys: new Set(values.map(equalityKey)), hasNull: all.includes(null) }
}
