import type { EntityDefinition, PropertyOfDefinition } from '../../service/entity-queries.ts'
import { textOrJson } from '../../lib/format.ts'
import { isObject, type JsonProblem, type Json } from '../../lib/parse-json.ts'
import { propertiesOf } from '../../parts/entity/members.ts'

type Path = JsonProblem['path']

interface ValueType {
  readonly expected: string
  readonly isValid: (value: Json) => boolean
}

const date: ValueType = {
  expected: 'a date such as "2026-01-31T12:00:00Z"',
  isValid: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !isNaN(Date.parse(value)),
}

const valueTypes: Record<PropertyOfDefinition['type'], ValueType> = {
  String: { expected: 'text', isValid: (value) => typeof value === 'string' },
  Boolean: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
  Integer: { expected: 'a whole number', isValid: Number.isInteger },
  Long: { expected: 'a whole number', isValid: Number.isInteger },
  Decimal: { expected: 'a number', isValid: (value) => typeof value === 'number' },
  DateTime: date,
  DateTimeOffset: date,
  Json: { expected: 'any value', isValid: () => true },
}

const option: ValueType = {
  expected: 'an option such as {"identifier": "..."}',
  isValid: (value) => typeof (isObject(value) ? value['identifier'] : value) === 'string',
}

/**
 * Checks properties against their definition while they are typed. The service also checks option lists and unique
 * values.
 */
export function checkProperties(value: Json, definition: EntityDefinition): JsonProblem[] {
  if (!isObject(value)) return [{ path: [], message: 'Expected an object: {"Title": "..."}.' }]

  const properties = new Map(propertiesOf(definition).map((property) => [property.name, property]))

  return Object.entries(value).flatMap(([name, each]) => {
    const property = properties.get(name)

    return property
      ? checkProperty(property, each)
      : [{ path: [name], message: `${definition.name} has no property "${name}".` }]
  })
}

function checkProperty(property: PropertyOfDefinition, value: Json): JsonProblem[] {
  const { name, is_multilanguage, is_mandatory } = property

  if (value === null) return is_mandatory ? [{ path: [name], message: `"${name}" is mandatory.` }] : []
  if (!is_multilanguage) return checkValue(property, value, [name])
  if (!isObject(value)) return [mismatch('a value by culture such as {"en-US": ...}', value, [name])]

  return Object.entries(value).flatMap(([culture, each]) =>
    each === null ? [] : checkValue(property, each, [name, culture]),
  )
}

function checkValue(property: PropertyOfDefinition, value: Json, path: Path): JsonProblem[] {
  const { expected, isValid } = property.datasource ? option : valueTypes[property.type]
  const check = (each: Json, at: Path) => (isValid(each) ? [] : [mismatch(expected, each, at)])

  if (!property.is_multivalue) return check(value, path)
  if (!Array.isArray(value)) return [mismatch('a list of values', value, path)]

  return value.flatMap((each, index) => check(each, [...path, index]))
}

function mismatch(expected: string, value: Json, path: Path): JsonProblem {
  return { path, message: `Expected ${expected}, not ${textOrJson(value).slice(0, 60)}.` }
}
