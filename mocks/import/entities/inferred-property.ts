import { PropertyMember, type PropertyType } from '../../model/definitions/definition.ts'
import { cultureCode } from '../../model/entities/properties.ts'
import { isOfType } from '../../model/entities/property-values.ts'
import { isObject, type Json, type JsonObject } from '../../model/shared/json.ts'

/** Infers a property from its values. */
export function inferredProperty(name: string, values: readonly Json[], listName: string): PropertyMember {
  const isMultilanguage = values.length > 0 && values.every(isCultureMap)
  const plain = isMultilanguage ? values.flatMap((value) => Object.values(value)) : values
  const given = plain.filter((value) => value !== null)
  const isMultivalue = given.length > 0 && given.every((value) => Array.isArray(value))
  const single = isMultivalue ? given.flat() : given
  const isOption = single.length > 0 && single.every(isOptionValue)
  const [first = 'String', ...others] = isOption ? [] : single.map(typeOf)

  return PropertyMember.parse({
    name,
    labels: {},
    type: others.reduce(common, first),
    is_multilanguage: isMultilanguage,
    is_multivalue: isMultivalue,
    ...(isOption ? { datasource: listName } : {}),
  })
}

/** Responses have `{}` for an empty multi-language property. */
function isCultureMap(value: Json): value is JsonObject {
  return isObject(value) && Object.keys(value).every((key) => cultureCode.test(key) && key.includes('-'))
}

/** Whether a value is an option of a response: `{ "identifier": "main", "labels": {...} }`. */
function isOptionValue(value: Json): value is JsonObject & { identifier: string } {
  return (
    isObject(value) &&
    typeof value.identifier === 'string' &&
    Object.keys(value).every((key) => ['identifier', 'labels', 'values'].includes(key))
  )
}

/** The narrowest first. */
const types: readonly PropertyType[] = ['Boolean', 'Integer', 'Long', 'Decimal', 'DateTime', 'String', 'Json']

function typeOf(value: Json): PropertyType {
  return types.find((type) => isOfType(type, value)) ?? 'Json'
}

const numbers: readonly PropertyType[] = ['Integer', 'Long', 'Decimal']
const texts: readonly PropertyType[] = ['DateTime', 'String']

/** The narrowest type for values of both. */
function common(one: PropertyType, other: PropertyType): PropertyType {
  for (const kind of [numbers, texts]) {
    const wider = Math.max(kind.indexOf(one), kind.indexOf(other))

    if (kind.includes(one) && kind.includes(other)) return kind[wider] ?? one
  }

  return one === other ? one : 'Json'
}
