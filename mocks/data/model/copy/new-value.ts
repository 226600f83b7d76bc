import { culturesOf } from '../definitions/cultures.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { PropertyMember, PropertyType } from '../definitions/definition.ts'
import type { FailureSink } from '../shared/errors.ts'
import { isCultureMap, isEmpty, mergeProperties, checkValue } from '../entities/properties.ts'
import { readValidJson } from '../shared/read-json.ts'
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
    const change = { before: {}, input, cultures: culturesOf(data) }
    const merged = mergeProperties(data, compiled, change, failures)

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

/** The value that is `n` steps after another one. */
type Succession = (n: number) => Json

const maxSteps = 2 ** 30

/**
 * A value of a unique property that is not taken yet: for text the next number at its end, or where the property's
 * expression forbids that, the next letters and digits. It follows from the data alone, so that a plan shows it.
 * Undefined if there is no such value.
 */
export function freshValue(
  data: Data,
  property: PropertyMember,
  value: Json,
  isTaken: (value: Json) => boolean,
): Json | undefined {
  return successionsOf(value)
    .map((succession) => firstFree(succession, isTaken))
    .find((free) => free !== undefined && 'value' in checkValue(data, property, free))
}

function successionsOf(value: Json): Succession[] {
  if (typeof value === 'number') return [(n) => value + n]

  return typeof value === 'string' ? [(n) => numbered(value, n), (n) => spelled(value, n)] : []
}

/** A free value right after a taken one, found in few steps even where many are taken. */
function firstFree(valueAt: Succession, isTaken: (value: Json) => boolean): Json | undefined {
  let free = 1

  while (free < maxSteps && isTaken(valueAt(free))) free *= 2
  if (free >= maxSteps) return undefined

  let taken = Math.floor(free / 2)

  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)

    if (isTaken(valueAt(middle))) taken = middle
    else free = middle
  }

  return valueAt(free)
}

/** `plate-09` and 1: `plate-10`; `plate` and 1: `plate-2`. */
function numbered(text: string, n: number): string {
  const [digits = ''] = /\d{0,15}$/.exec(text) ?? []
  const next = `${Number(digits || 1) + n}`

  return digits === '' ? `${text}-${next}` : text.slice(0, -digits.length) + next.padStart(digits.length, '0')
}

const alphabets = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

/** The text as a number whose digits are its letters and digits, plus `n`: `NZ` and 1: `OA`. */
function spelled(text: string, n: number): string {
  let carry = n

  return Array.from(text).reduceRight((rest, sign) => {
    const alphabet = alphabets.find((each) => each.includes(sign))

    if (!alphabet) return sign + rest

    const sum = alphabet.indexOf(sign) + carry

    carry = Math.floor(sum / alphabet.length)

    return `${alphabet[sum % alphabet.length]}${rest}`
  }, '')
}
