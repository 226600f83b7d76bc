import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { PropertyMember, PropertyType } from '../definitions/definition.ts'
import type { FailureSink } from '../shared/errors.ts'
import { isCultureMap, isEmpty, mergeProperties } from '../entities/properties.ts'
import { readValidJson } from '../shared/read-json.ts'
import { checkValue } from '../entities/property-values.ts'
import { isObject, type Json } from '../shared/json.ts'
import type { Data } from '../data-tables.ts'

/** A `new_value` in its stored form; for a multi-language property, either for one culture or by culture. */
export interface NewValue {
  readonly value: Json
  readonly isByCulture: boolean
}

const integer = /^[+-]?\d+$/
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** Parses text as a value of each type; undefined when it is not one. */
const readers: Record<PropertyType, (text: string) => Json | undefined> = {
  String: (text) => text,
  Boolean: (text) => booleans.get(text.trim().toLowerCase()),
  Integer: (text) => readNumber(text, integer),
  Long: (text) => readNumber(text, integer),
  Decimal: (text) => readNumber(text, decimal),
  DateTime: (text) => text.trim(),
  DateTimeOffset: (text) => text.trim(),
  Json: readJson,
}

/**
 * Converts a `new_value` (interface 2.3.3: text) to the type of the property. For a multi-value property it is a JSON
 * array or one value, for a multi-language property a JSON object of culture -> value or one value.
 */
export function readNewValue(
  data: Data,
  compiled: CompiledDefinition,
  property: PropertyMember,
  text: string,
  failures: FailureSink,
): NewValue | undefined {
  const parsed = property.is_multilanguage && text.trimStart().startsWith('{') ? readJson(text) : undefined

  if (parsed !== undefined && isCultureMap(property, parsed)) {
    const byCulture = Object.entries(parsed).map(([culture, value]) => [culture, convert(property, value)])
    const input = { [property.name]: Object.fromEntries(byCulture) }
    const merged = mergeProperties(data, compiled, { before: {}, input, culture: undefined }, failures)

    return { value: merged[property.name] ?? null, isByCulture: true }
  }

  const value = convert(property, text)

  if (isEmpty(property, value)) return { value: null, isByCulture: false }
  if (property.type === 'Json' && !property.datasource && readJson(text) === undefined) {
    failures.add(property.name, `Expected JSON, not "${text.slice(0, 60)}".`)

    return undefined
  }

  const checked = checkValue(data, property, value)

  if ('value' in checked) return { value: checked.value, isByCulture: false }
  failures.add(property.name, checked.problem)

  return undefined
}

/** Converts text to the type of the property. Other values, and text that can't be converted, are rejected later. */
function convert(property: PropertyMember, value: Json): Json {
  if (!property.is_multivalue) return convertOne(property, value)

  const list = typeof value === 'string' && value.trimStart().startsWith('[') ? readJson(value) : value

  if (Array.isArray(list)) return list.map((item) => convertOne(property, item))

  return value === null ? null : [convertOne(property, value)]
}

function convertOne(property: PropertyMember, value: Json): Json {
  if (typeof value !== 'string') return value
  if (!property.datasource) {
    const read = readers[property.type](value)

    return read === undefined ? value : read
  }

  // In responses, options have the form `{identifier, labels}`.
  const option = value.startsWith('{') ? readJson(value) : undefined

  return isObject(option) ? option : value.trim()
}

function readNumber(text: string, form: RegExp): number | undefined {
  const trimmed = text.trim()
  const number = Number(trimmed)

  return form.test(trimmed) && Number.isFinite(number) ? number : undefined
}

function readJson(text: string): Json | undefined {
  try {
    return readValidJson(text) as Json // parsed from JSON
  } catch {
    return undefined
  }
}
