import { propertiesOf } from '../../parts/entity/members.ts'
import type { DefinitionAnswer, Json, JsonObject } from '../../service/entities.ts'
import { isObject } from '../../lib/json.ts'

/** What somebody makes of an entity's properties before it is sent. */
export type PropertiesDraft = Readonly<Record<string, Json>>

/** Properties as they are written: options by their identifier alone. */
export function asWritten(properties: JsonObject, definition: DefinitionAnswer): PropertiesDraft {
  return Object.fromEntries(
    propertiesOf(definition).map(({ name, datasource }) => [
      name,
      datasource ? withoutLabels(properties[name] ?? null) : (properties[name] ?? null),
    ]),
  )
}

/** The properties that are not as they were. */
export function changedIn(draft: PropertiesDraft, before: PropertiesDraft): PropertiesDraft {
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    ),
  )
}

/** What is not empty. */
export function filledIn(draft: PropertiesDraft): PropertiesDraft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
}

/** Cultures a multi-language value can have here: the entity's, and those the definition is labelled in. */
export function culturesFor(definition: DefinitionAnswer, cultures: readonly string[]): string[] {
  return [...new Set([...cultures, ...Object.keys(definition.labels)])]
}

function withoutLabels(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutLabels)
  if (!isObject(value)) return value

  return typeof value['identifier'] === 'string'
    ? { identifier: value['identifier'] }
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutLabels(each)]))
}
