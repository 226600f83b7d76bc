import {
  identifiersOf,
  type PropertyMember,
  type PropertyType,
  type OptionValue,
} from '../definitions/definition.ts'
import { readDate } from '../shared/dates.ts'
import { matches } from '../shared/regular-expressions.ts'
import { isObject, type Json } from '../shared/json.ts'
import { shortened, suggestionOrList } from '../shared/suggestion.ts'
import type { Data } from '../data-tables.ts'
import { computedOnce } from '../shared/maps.ts'

/** A valid value in its stored form, or why it is not valid. */
type Checked = { readonly value: Json } | { readonly problem: string }

type Check = (value: Json) => Checked

const dateTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

const checks: Record<PropertyType, Check> = {
  String: (value) => expect(typeof value === 'string', value, 'text'),
  Boolean: (value) => expect(typeof value === 'boolean', value, 'true or false'),
  Integer: (value) => expect(isInteger32(value), value, 'a whole number of 32 bits'),
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

function isInteger32(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31
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
