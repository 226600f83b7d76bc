import type { DefinitionResponse, PropertyOfDefinition } from '../../service/entities.ts'
import { inline } from '../../lib/format.ts'
import { isObject, type JsonProblem, type Json } from '../../lib/json.ts'
import { propertiesOf } from '../../parts/entity/members.ts'

type Path = JsonProblem['path']

interface Kind {
  readonly wanted: string
  readonly fits: (value: Json) => boolean
}

const date: Kind = {
  wanted: 'a date such as "2026-01-31T12:00:00Z"',
  fits: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !isNaN(Date.parse(value)),
}

const kinds: Record<PropertyOfDefinition['type'], Kind> = {
  String: { wanted: 'text', fits: (value) => typeof value === 'string' },
  Boolean: { wanted: 'true or false', fits: (value) => typeof value === 'boolean' },
  Integer: { wanted: 'a whole number', fits: Number.isInteger },
  Long: { wanted: 'a whole number', fits: Number.isInteger },
  Decimal: { wanted: 'a number', fits: (value) => typeof value === 'number' },
  DateTime: date,
  DateTimeOffset: date,
  Json: { wanted: 'any value', fits: () => true },
}

const option: Kind = {
  wanted: 'an option such as {"identifier": "..."}',
  fits: (value) => typeof (isObject(value) ? value['identifier'] : value) === 'string',
}

/**
 * Checks properties against their definition while they are typed. The service checks more (option lists, unique
 * values), and its result is final.
 */
export function checkProperties(value: Json, definition: DefinitionResponse): JsonProblem[] {
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
  if (!isObject(value)) return [expected('a value by culture such as {"en-US": ...}', value, [name])]

  return Object.entries(value).flatMap(([culture, each]) =>
    each === null ? [] : checkValue(property, each, [name, culture]),
  )
}

function checkValue(property: PropertyOfDefinition, value: Json, path: Path): JsonProblem[] {
  const kind = property.datasource ? option : kinds[property.type]
  const check = (each: Json, at: Path) => (kind.fits(each) ? [] : [expected(kind.wanted, each, at)])

  if (!property.is_multivalue) return check(value, path)
  if (!Array.isArray(value)) return [expected('a list of values', value, path)]

  return value.flatMap((each, index) => check(each, [...path, index]))
}

function expected(wanted: string, value: Json, path: Path): JsonProblem {
  return { path, message: `Expected ${wanted}, not ${inline(value).slice(0, 60)}.` }
}
