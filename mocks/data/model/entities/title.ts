import type { Entity } from './entity.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { culturesOf } from '../definitions/cultures.ts'
import { isObject, type Json, type Labels } from '../shared/json.ts'
import type { Data } from '../data-tables.ts'

/** A property in a `display_template`. */
export const templatePart = /\{([^{}]+)\}/g

/**
 * The title of an entity: the `display_template` of its definition (such as `{Title}`), filled in. If there is none or
 * the result is empty, the first text value, or else the identifier.
 */
export function titleOf(data: Data, entity: Entity, culture?: string): string {
  const definition = data.definitions.get(entity.definition)
  const template = definition?.display_template
  const title = template?.replaceAll(templatePart, (_, name: string) => textOf(entity, name, culture)).trim()

  if (title) return title
  if (!definition) return entity.identifier

  for (const { type, name } of compileDefinition(definition).properties.values()) {
    const text = type === 'String' ? textOf(entity, name, culture) : ''

    if (text !== '') return text
  }

  return entity.identifier
}

/** The title of an entity in each of its cultures, or in the default culture where it has none. */
export function titlesOf(data: Data, entity: Entity): Labels {
  const cultures = entity.cultures.length > 0 ? entity.cultures : culturesOf(data).slice(0, 1)

  return Object.fromEntries(cultures.map((culture) => [culture, titleOf(data, entity, culture)]))
}

function textOf(entity: Entity, property: string, culture: string | undefined): string {
  return Object.hasOwn(entity.properties, property) ? plainText(entity.properties[property], culture) : ''
}

/** A value as text. For a multi-language value, the text in `culture`, or else the first text. */
function plainText(value: Json | undefined, culture: string | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => plainText(item, culture)).join(', ')
  if (isObject(value)) {
    return plainText(value[culture ?? ''] ?? Object.values(value).find((text) => text !== null), culture)
  }

  return String(value)
}
