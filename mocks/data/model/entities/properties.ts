import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { PropertyMember } from '../definitions/definition.ts'
import type { Entity } from './entity.ts'
import type { FailureSink } from '../shared/errors.ts'
import { checkValue } from './property-values.ts'
import { isObject, ownValue, type Json, type JsonObject } from '../shared/json.ts'
import { suggestion } from '../shared/suggestion.ts'
import type { Data } from '../data-tables.ts'

export const cultureCode = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/**
 * The properties after a request: the given ones are changed, `null` removes a value, multi-language values are merged
 * culture by culture. Failures are added under the name of the property.
 *
 * @param change with the culture of plain values given for multi-language properties
 */
export function mergeProperties(
  data: Data,
  compiled: CompiledDefinition,
  change: { before: JsonObject; input: JsonObject; culture: string | undefined },
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
      { before: ownValue(properties, name) ?? undefined, input, culture: change.culture },
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
export function uniqueValuesOf(compiled: CompiledDefinition, properties: JsonObject): string[] {
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

interface ValueChange {
  before: Json | undefined
  input: Json
  culture: string | undefined
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
  { before, input, culture }: ValueChange,
  failures: FailureSink,
): Json | undefined {
  if (input === null) return undefined

  const byCulture = isCultureMap(property, input) ? input : culture && { [culture]: input }

  if (!byCulture) {
    failures.add(
      property.name,
      `"${property.name}" is multi-language: expected an object of culture -> value.`,
    )

    return before
  }

  const merged = new Map(Object.entries(isObject(before) ? before : {}))

  for (const [code, value] of Object.entries(byCulture)) {
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
    : `${compiled.definition.name} has no property "${name.slice(0, 100)}".`
}
