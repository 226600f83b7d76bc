import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import {
  type PropertyMember,
  identifiersOf,
  type PropertyType,
  type OptionValue,
} from '../definitions/definition.ts'
import type { Entity } from './entity.ts'
import type { FailureSink } from '../shared/errors.ts'
import { isObject, ownValue, type Json, type JsonObject } from '../shared/json.ts'
import { readDate } from '../shared/dates.ts'
import { asKnown } from '../shared/letter-case.ts'
import { suggestion, shortened, suggestionOrList } from '../shared/suggestion.ts'
import type { Data } from '../data-tables.ts'
import { matches } from '../shared/regular-expressions.ts'
import { computedOnce } from '../shared/maps.ts'

export const cultureCode = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/**
 * The properties after a request: the given ones are changed, `null` removes a value, multi-language values are merged
 * culture by culture. Failures are added under the name of the property.
 *
 * @param change with the culture of plain values given for multi-language properties, and the known `cultures`
 */
export function mergeProperties(
  data: Data,
  compiled: CompiledDefinition,
  change: ValueChange<JsonObject>,
  failures: FailureSink,
): JsonObject {
  const properties = { ...change.before }

  for (const [given, input] of Object.entries(change.input)) {
    const property = compiled.properties.get(given)

    if (!property) {
      failures.add(given, unknownPropertyMessage(compiled, given), () =>
        suggestion(given, compiled.properties.keys()),
      )
      continue
    }

    const { name } = property

    // Of two names that differ only in letter case, the exact one takes precedence.
    if (name !== given && Object.hasOwn(change.input, name)) continue

    const merge = property.is_multilanguage ? mergeCultures : mergePlain
    const value = merge(
      data,
      property,
      { ...change, before: ownValue(properties, name) ?? undefined, input },
      failures,
    )

    if (value === undefined) delete properties[name]
    else properties[name] = value
  }

  return properties
}

/** Adds a failure for each mandatory property that has no value. */
export function checkMandatory(
  compiled: CompiledDefinition,
  properties: JsonObject,
  failures: FailureSink,
): void {
  for (const property of compiled.properties.values()) {
    if (property.is_mandatory && !Object.hasOwn(properties, property.name)) {
      failures.add(property.name, `"${property.name}" is mandatory and has no value.`)
    }
  }
}

export function uniqueValueKey(definition: string, property: string, value: Json): string {
  return JSON.stringify([definition, property, value])
}

/** The setting (`M.Setting`) of a name. */
export function settingNamed(data: Data, name: string): Entity | undefined {
  return data.entities.find('propertyValue', uniqueValueKey('M.Setting', 'M.Setting.Name', name))
}

/** Parses a key of `uniqueValueKey()`. */
export function uniqueValueIn(key: string): [definition: string, property: string, value: Json] {
  return JSON.parse(key) as [string, string, Json] // as in `uniqueValueKey()`
}

/** The index keys of an entity's unique properties. */
export function uniqueKeysOf(compiled: CompiledDefinition, properties: JsonObject): string[] {
  return compiled.unique.flatMap(({ name }) => {
    const value = ownValue(properties, name)

    return value === null ? [] : [uniqueValueKey(compiled.definition.name, name, value)]
  })
}

/** Adds a failure for each unique property whose value another entity already has. */
export function checkUnique(data: Data, entity: Entity, failures: FailureSink): void {
  for (const key of entity.uniqueValues) {
    const other = data.entities.find('propertyValue', key)

    if (other && other.id !== entity.id) {
      const [, property] = uniqueValueIn(key)

      failures.add(property, `"${property}" is unique, and entity ${other.id} already has this value.`)
    }
  }
}

interface ValueChange<Value = Json> {
  before: Value | undefined
  input: Value
  culture?: string | undefined
  cultures: readonly string[]
}

function mergePlain(
  data: Data,
  property: PropertyMember,
  { before, input }: ValueChange,
  failures: FailureSink,
): Json | undefined {
  const plain = withoutInvariant(input)

  if (isEmpty(property, plain)) return undefined

  const checked = checkValue(data, property, plain)

  if ('value' in checked) return checked.value
  failures.add(property.name, checked.problem)

  return before
}

/** The value of a property without cultures: some clients send `{ Invariant: value }`. */
export function withoutInvariant(value: Json): Json {
  return isObject(value) && Object.keys(value).join() === 'Invariant' ? (value.Invariant ?? null) : value
}

function mergeCultures(
  data: Data,
  property: PropertyMember,
  { before, input, culture, cultures }: ValueChange,
  failures: FailureSink,
): Json | undefined {
  if (input === null && culture === undefined) return undefined

  const byCulture = isCultureMap(property, input) ? input : culture && { [culture]: input }

  if (!byCulture) {
    failures.add(
      property.name,
      `"${property.name}" is multi-language: expected an object of culture -> value.`,
    )

    return before
  }

  const merged = new Map(Object.entries(isObject(before) ? before : {}))

  for (const [given, value] of Object.entries(byCulture)) {
    const code = asKnown(given, [...merged.keys(), ...cultures])
    const path = `${property.name}.${code}`

    if (!cultureCode.test(code)) failures.add(path, `"${code}" is not a culture code such as "en-US".`)
    else if (isEmpty(property, value)) merged.delete(code)
    else {
      const checked = checkValue(data, property, value)

      if ('value' in checked) merged.set(code, checked.value)
      else failures.add(path, checked.problem)
    }
  }

  return merged.size > 0 ? Object.fromEntries(merged) : undefined
}

/** Whether a value is by culture. A value of a Json property or an option is an object too, but without culture keys. */
export function isCultureMap(property: PropertyMember, value: Json): value is JsonObject {
  if (!isObject(value)) return false
  if (property.type !== 'Json' && !property.datasource) return true

  return Object.keys(value).every((key) => cultureCode.test(key))
}

/** Whether a value clears the property: null or, unless its values are JSON, an empty list. */
export function isEmpty({ type, is_multivalue, datasource }: PropertyMember, value: Json): boolean {
  const isAnyJson = type === 'Json' && !is_multivalue && !datasource

  return value === null || (Array.isArray(value) && value.length === 0 && !isAnyJson)
}

export function unknownPropertyMessage(compiled: CompiledDefinition, name: string): string {
  return compiled.relations.has(name)
    ? `"${name}" is a relation of ${compiled.definition.name}, not a property.`
    : `${compiled.definition.name} has no property "${name.slice(0, 100)}".${name === 'properties' ? ' Pass the properties directly.' : ''}`
}

/** A valid value in its stored form, or why it is not valid. */
type Checked = { readonly value: Json } | { readonly problem: string }

type Check = (value: Json) => Checked

const dateTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

const checks: Record<PropertyType, Check> = {
  String: (value) => expect(typeof value === 'string', value, 'text'),
  Boolean: (value) => expect(typeof value === 'boolean', value, 'true or false'),
  Integer: (value) =>
    expect(typeof value === 'number' && (value | 0) === value, value, 'a whole number of 32 bits'),
  Long: checkLong,
  Decimal: (value) => expect(typeof value === 'number', value, 'a number'),
  DateTime: checkDate,
  DateTimeOffset: checkDate,
  Json: (value) => ({ value }),
}

export function isOfType(type: PropertyType, value: Json): boolean {
  return 'value' in checks[type](value)
}

/**
 * Validates a value of a property and converts it to its stored form: an option to its identifier, a date to ISO 8601.
 * The value of a multi-value property is an array. Cultures are handled by `mergeProperties()`.
 */
export function checkValue(data: Data, property: PropertyMember, value: Json): Checked {
  if (!property.is_multivalue) return checkOne(data, property, value)
  if (!Array.isArray(value)) return problem('a list of values', value)

  const values: Json[] = []

  for (const item of value) {
    const checked = checkOne(data, property, item)

    if ('problem' in checked) return checked
    values.push(checked.value)
  }

  return { value: values }
}

function checkOne(data: Data, property: PropertyMember, value: Json): Checked {
  if (hasInfinity(value)) return { problem: `A number must be within ±${Number.MAX_VALUE}.` }
  if (property.datasource) return checkOption(data, property.datasource, value)

  const checked = checks[property.type](value)

  if ('value' in checked && property.validation_expression && typeof value === 'string') {
    // An expression that can't be matched in linear time is not enforced.
    return matches(property.validation_expression, value) !== false
      ? checked
      : { problem: `"${shortened(value)}" does not match the expression ${property.validation_expression}.` }
  }

  return checked
}

function checkOption(data: Data, listName: string, value: Json): Checked {
  const identifier = isObject(value) ? value.identifier : value
  const list = data.optionLists.get(listName)

  if (typeof identifier !== 'string') return problem('an option: {"identifier": "..."}', value)
  if (!list) return { problem: `The option list "${listName}" does not exist.` }
  if (!findOption(list.values, identifier)) {
    const known = identifiersOf(list.values)

    return {
      problem:
        `"${shortened(identifier)}" is not an option of "${listName}". ${suggestionOrList(identifier, known)}`.trimEnd(),
    }
  }

  return { value: identifier }
}

/** The options of each list by identifier; a list is replaced, never changed. */
const byIdentifier = computedOnce(
  (options: readonly OptionValue[]) => new Map(flatten(options).map((option) => [option.identifier, option])),
)

/** The option with this identifier, at any depth of a hierarchical list. */
export function findOption(options: readonly OptionValue[], identifier: string): OptionValue | undefined {
  return byIdentifier(options).get(identifier)
}

function flatten(options: readonly OptionValue[]): OptionValue[] {
  return options.flatMap((option) => [option, ...flatten(option.values ?? [])])
}

function checkDate(value: Json): Checked {
  if (typeof value !== 'string' || !dateTime.test(value)) return problem('an ISO 8601 date', value)

  const stored = readDate(value)

  return stored === undefined
    ? problem('a date that exists, in the years 0000 to 9999 (UTC)', value)
    : { value: stored }
}

/** JSON.parse() rounds larger integers, so that they may differ from the value that was sent. */
function checkLong(value: Json): Checked {
  const maxInteger = Number.MAX_SAFE_INTEGER

  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? { problem: `Expected a whole number from -${maxInteger} to ${maxInteger}: others lose digits in JSON.` }
    : expect(Number.isInteger(value), value, 'a whole number')
}

/** Whether a value contains a number that was too large for JSON.parse(), such as 1e400. */
function hasInfinity(value: Json): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)

  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity)
}

function expect(isValid: boolean, value: Json, expected: string): Checked {
  return isValid ? { value } : problem(expected, value)
}

function problem(expected: string, value: Json): Checked {
  return { problem: `Expected ${expected}, not ${shortened(JSON.stringify(value))}.` }
}
