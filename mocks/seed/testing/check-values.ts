import type { PropertyMember, PropertyType } from '../../model/definitions/definition.ts'
import type { OptionList, OptionValue } from '../../model/definitions/option-list.ts'
import type { Json } from '../../model/shared/json.ts'

/** For tests: checks generated values against their definition. */

/** What is wrong with a property's value; undefined if it is valid. */
export function problemWith(
  member: PropertyMember | undefined,
  value: Json,
  lists: OptionList[],
): string | undefined {
  if (!member) return `A property that its definition doesn't have: ${JSON.stringify(value)}.`

  const inCultures = member.is_multilanguage ? valuesByCulture(value) : [value]
  const scalars = member.is_multivalue ? inCultures.flatMap(listOf) : inCultures
  const wrong = scalars.find((scalar) => !isValidScalar(member, scalar, lists))

  return wrong === undefined ? undefined : `${member.name} can't be ${JSON.stringify(wrong)}.`
}

function valuesByCulture(value: Json): Json[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [null]
}

function listOf(value: Json): Json[] {
  return Array.isArray(value) && value.length > 0 ? value : [null]
}

function isValidScalar(member: PropertyMember, value: Json, lists: OptionList[]): boolean {
  if (!isOfType[member.type](value)) return false
  if (member.datasource)
    return lists.some(
      ({ name, values }) => name === member.datasource && values.some((option) => has(option, value)),
    )
  if (!member.validation_expression) return true

  return typeof value === 'string' && new RegExp(member.validation_expression, 'u').test(value)
}

function has(option: OptionValue, identifier: Json): boolean {
  return option.identifier === identifier || (option.values ?? []).some((child) => has(child, identifier))
}

const isOfType: Record<PropertyType, (value: Json) => boolean> = {
  String: (value) => typeof value === 'string' && value !== '',
  Boolean: (value) => typeof value === 'boolean',
  Integer: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  Long: (value) => Number.isSafeInteger(value),
  Decimal: (value) => typeof value === 'number' && Number.isFinite(value),
  DateTime: isTimestamp,
  DateTimeOffset: isTimestamp,
  Json: (value) => value !== null,
}

function isTimestamp(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}
