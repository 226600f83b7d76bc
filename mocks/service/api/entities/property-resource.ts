import type { PropertyMember } from '../../../data/model/definitions/definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { findOption } from '../../../data/model/entities/property-values.ts'
import { valueOf } from '../../../data/model/files/renditions.ts'
import { isObject, ownValue, type Json, type JsonObject } from '../../../data/model/shared/json.ts'
import type { Data } from '../../../data/model/tables.ts'
import type { LoadOptions } from './loading.ts'

/** A value as responses contain it: options with their labels, as `{ identifier, labels }`. */
export function propertyValue(data: Data, property: PropertyMember, value: Json): Json {
  const list = property.datasource ? data.optionLists.get(property.datasource) : undefined

  if (!list || value === null) return value
  if (Array.isArray(value)) return value.map((item) => propertyValue(data, property, item))
  if (typeof value !== 'string') return value

  return { identifier: value, labels: findOption(list.values, value)?.labels ?? {} }
}

/** The values of properties of an entity, by name; multi-language ones in the given cultures. */
export function propertiesOf(
  entity: Entity,
  properties: readonly PropertyMember[],
  data: Data,
  cultures: LoadOptions['cultures'],
): JsonObject {
  const values: JsonObject = {}

  for (const property of properties) {
    const value = valueOf(data, entity, property.name)

    if (!property.is_multilanguage) values[property.name] = propertyValue(data, property, value)
    else if (cultures.length > 0) values[property.name] = valueByCulture(data, property, value, cultures)
  }

  return values
}

/** A multi-language value, by culture. */
export function valueByCulture(
  data: Data,
  property: PropertyMember,
  value: Json,
  cultures: LoadOptions['cultures'],
): JsonObject {
  const byCulture = isObject(value) ? value : {}
  const codes = cultures === 'all' ? Object.keys(byCulture) : cultures

  return Object.fromEntries(
    codes.map((culture) => [culture, propertyValue(data, property, ownValue(byCulture, culture))]),
  )
}
