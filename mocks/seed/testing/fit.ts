import type { EntityDefinition, PropertyMember, PropertyType } from '../../model/definitions/definition.ts'
import type { OptionList, OptionValue } from '../../model/definitions/option-list.ts'
import type { Json } from '../../model/shared/json.ts'

/** Checks for tests: what the seed makes against the definition it was made for. */

export function propertiesOf(definition: EntityDefinition | undefined): PropertyMember[] {
  return (definition?.member_groups ?? []).flatMap(({ members }) =>
    members.filter((member) => member.type !== 'Relation'),
  )
}

/** The problem of a property's value, if there is one. */
export function problemWith(
  member: PropertyMember | undefined,
  value: Json,
  lists: OptionList[],
): string | undefined {
  if (!member) return `A property that its definition doesn't have: ${JSON.stringify(value)}.`

  const inCulture = member.is_multilanguage ? valuesByCulture(value) : [value]
  const single = member.is_multivalue ? inCulture.flatMap(listOf) : inCulture
  const wrong = single.find((one) => !isScalarOf(member, one, lists))

  return wrong === undefined ? undefined : `${member.name} can't be ${JSON.stringify(wrong)}.`
}

function valuesByCulture(value: Json): Json[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [null]
}

function listOf(value: Json): Json[] {
  return Array.isArray(value) && value.length > 0 ? value : [null]
}

function isScalarOf(member: PropertyMember, value: Json, lists: OptionList[]): boolean {
  if (!isOfType[member.type](value)) return false
  if (member.datasource)
    return lists.some(
      ({ name, values }) => name === member.datasource && values.some((option) => holds(option, value)),
    )
  if (!member.validation_expression) return true

  return typeof value === 'string' && new RegExp(member.validation_expression, 'u').test(value)
}

function holds(option: OptionValue, identifier: Json): boolean {
  return option.identifier === identifier || (option.values ?? []).some((below) => holds(below, identifier))
}

const isOfType: Record<PropertyType, (value: Json) => boolean> = {
  String: (value) => typeof value === 'string' && value !== '',
  Boolean: (value) => typeof value === 'boolean',
  Integer: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  Long: (value) => Number.isSafeInteger(value),
  Decimal: (value) => typeof value === 'number' && Number.isFinite(value),
  DateTime: isMoment,
  DateTimeOffset: isMoment,
  Json: (value) => value !== null,
}

function isMoment(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}
