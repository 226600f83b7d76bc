import { culturesOf } from '../definitions/cultures.ts'
import type { PropertyMember } from '../definitions/definition.ts'
import { culturesAfterWrite } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import type { FailureSink } from '../shared/errors.ts'
import { checkMandatory, checkUnique, uniqueValueKey, uniqueKeysOf } from '../entities/properties.ts'
import { isObject, ownValue, type Json, type JsonObject } from '../shared/json.ts'
import type { Data } from '../data-tables.ts'
import { defaultPropertyMethod, propertyReasons, uniqueReasons, type PropertyMethod } from './copy-options.ts'
import { freshValue, type NewValue } from './new-value.ts'
import type { Pair } from './pairs.ts'
import { placeIn, within } from './options-reader.ts'
import type { Warn } from '../shared/warnings.ts'
import { addressProperties, publicLinkDefinition, withPublicLinkDefaults } from '../files/public-links.ts'

/** What a copy does to one property of a target. */
export interface PropertyPlan {
  readonly property: PropertyMember
  readonly method: PropertyMethod
  readonly hasOption: boolean
  readonly reason: string
  /** Whether the source has a value that is not copied. */
  readonly isSkipped: boolean
  readonly before: Json
  readonly after: Json
}

export interface PropertyContext {
  readonly data: Data
  /** The culture of a plain `new_value` for a multi-language property. */
  readonly culture: string | undefined
  readonly failures: FailureSink
  readonly warn: Warn
  /** The keys of the unique values that the options or earlier copies of the request use (`uniqueValueKey()`). */
  readonly reserved: Set<string>
}

/** The plans for every property that has an option, or a value before or after. */
export function planProperties(pair: Pair, context: PropertyContext): PropertyPlan[] {
  const plans = Array.from(pair.compiled.properties.values(), (each) => planProperty(pair, each, context))
  const after = valuesAfter(plans)
  const author = { now: pair.source.modifiedOn, newIdentifier: () => '' }
  const own = after.RelativeUrl === undefined ? {} : withPublicLinkDefaults(pair.compiled, after, author)
  const ownOf = ({ isSkipped, method, property: { name } }: PropertyPlan) =>
    isSkipped && method === 'Keep' ? ownValue(own, name) : null

  return plans
    .map((plan) => warned({ ...plan, after: plan.after ?? ownOf(plan) }, pair, context))
    .filter((plan) => plan.hasOption || plan.isSkipped || plan.before !== null || plan.after !== null)
}

/** The record of the target with its properties, which are checked for missing mandatory and duplicate unique values. */
export function checkedTarget(
  pair: Pair,
  plans: readonly PropertyPlan[],
  { data, failures }: PropertyContext,
): Entity {
  const { compiled, source, destination, options } = pair
  const properties = valuesAfter(plans)
  const cultures = culturesAfterWrite(compiled, (destination ?? source).cultures, properties, undefined)
  const uniqueValues = uniqueKeysOf(compiled, properties)
  const target: Entity = destination
    ? { ...destination, cultures, properties, uniqueValues }
    : { ...source, id: pair.targetId, identifier: '', cultures, properties, uniqueValues, relations: {} }

  // The destination was rejected, so its values are unknown.
  if (options.destinationId !== undefined && !destination) return target

  const sink: FailureSink = {
    add: (name, message) => {
      const option = options.properties.get(name)

      if (option && option.method === undefined) return

      const why = compiled.properties.get(name)?.is_unique ? 'A unique value is not copied: ' : ''

      failures.add(
        option?.path ?? within(options.optionsPath, `property_copy_options.${name}`),
        !option || option.method === 'Keep' ? `${message} ${why}Overwrite it with a new_value.` : message,
      )
    },
  }

  checkMandatory(compiled, properties, sink)
  checkUnique(data, target, sink)

  return target
}

function valuesAfter(plans: readonly PropertyPlan[]): JsonObject {
  return Object.fromEntries(
    plans.flatMap(({ property, after }) => (after === null ? [] : [[property.name, after]])),
  )
}

/**
 * Warns of a unique value that Keep does not apply to the target. Programs name Keep for every property of a copy to a
 * destination, and the default is Keep, so that only the option for a new target is more than a warning.
 */
function warned(plan: PropertyPlan, { options, destination }: Pair, { warn }: PropertyContext): PropertyPlan {
  const { property, method, hasOption, isSkipped, reason } = plan

  if (method !== 'Keep' || !isSkipped) return plan

  const { path } = options.properties.get(property.name) ?? {}

  warn(
    path === undefined ? placeIn(options.optionsPath, 'property_copy_options', property.name) : placeIn(path),
    () => `Keep can't apply the value of "${property.name}" to the target. ${reason}`,
    hasOption && !destination ? 'rejected' : 'accepted',
  )

  return plan
}

function planProperty(pair: Pair, property: PropertyMember, context: PropertyContext): PropertyPlan {
  const { source, destination, options } = pair
  const option = options.properties.get(property.name)
  const method = option?.method ?? defaultPropertyMethod
  const isLink = source.definition === publicLinkDefinition
  const followsAddress = isLink && addressProperties.includes(property.name)
  const isOwn = method === 'Keep' && (property.is_unique || followsAddress)
  const sourceValue = ownValue(source.properties, property.name)
  const before = destination ? ownValue(destination.properties, property.name) : null
  const kept = followsAddress ? null : before
  const needsValue = property.is_mandatory || (isLink && property.name === 'RelativeUrl')
  const needsFresh = isOwn && needsValue && before === null
  /** Interface 4.3.6. */
  const results: Record<PropertyMethod, () => Json> = {
    Keep: () => (needsFresh ? reserveFresh(source, property, context) : isOwn ? kept : sourceValue),
    Remove: () => null,
    Overwrite: () => newValueFor(option?.newValue, property, source, context),
    Ignore: () => before,
  }

  return {
    property,
    method,
    hasOption: option !== undefined,
    reason: isOwn ? uniqueReasons[needsFresh ? 'fresh' : 'own'] : propertyReasons[method],
    isSkipped: sourceValue !== null && (isOwn || method === 'Remove' || method === 'Ignore'),
    before,
    after: results[method](),
  }
}

/** A value that no entity has, and no other copy of the request gets; null if there is none. */
function reserveFresh(source: Entity, property: PropertyMember, { data, reserved }: PropertyContext): Json {
  const keyOf = (value: Json) => uniqueValueKey(source.definition, property.name, value)
  const value = freshValue(data, property, ownValue(source.properties, property.name), (each) => {
    const key = keyOf(each)

    return reserved.has(key) || data.entities.find('propertyValue', key) !== undefined
  })

  if (value === undefined) return null
  reserved.add(keyOf(value))

  return value
}

/** A single value for a multi-language property is set in the culture of the request, or in those of the source. */
function newValueFor(
  newValue: NewValue | undefined,
  property: PropertyMember,
  source: Entity,
  { data, culture }: PropertyContext,
): Json {
  if (!newValue || newValue.value === null) return null
  if (!property.is_multilanguage || newValue.isByCulture) return newValue.value

  const { value } = newValue
  const current = ownValue(source.properties, property.name)
  const used = isObject(current) ? Object.keys(current) : source.cultures
  const cultures = culture !== undefined ? [culture] : used.length > 0 ? used : culturesOf(data).slice(0, 1)

  return Object.fromEntries(cultures.map((code) => [code, value]))
}
