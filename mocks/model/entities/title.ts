import type { Entity } from './entity.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { culturesOf } from '../definitions/cultures.ts'
import { isObject, type Json, type Labels } from '../shared/json.ts'
import type { Data } from '../tables.ts'

/**
 * The title of an entity: its definition's `display_template` (`{Title}`) with values; without a template or its
 * values, the first text value; otherwise the identifier.
 */
export function titleOf(data: Data, entity: Entity, culture?: string): string {
  const definition = data.definitions.get(entity.definition)
  const template = definition?.display_template
  const title = template
    ?.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => textOf(entity, name, culture))
    .trim()

  if (title) return title
  if (!definition) return entity.identifier

  const titled = Array.from(compileDefinition(definition).properties.values()).find(
    (property) => property.type === 'String' && textOf(entity, property.name, culture) !== '',
  )

  return titled ? textOf(entity, titled.name, culture) : entity.identifier
}

/** Titles of entities, with the definition they were computed from. An entity can be on the paths of many others. */
const cache = new WeakMap<Entity, { readonly definition: unknown; readonly titles: Labels }>()

/** The title of an entity in each of its cultures, or in the default culture where it has none. */
export function titlesOf(data: Data, entity: Entity): Labels {
  const definition = data.definitions.get(entity.definition)
  const cached = cache.get(entity)

  if (cached && cached.definition === definition) return cached.titles

  const cultures = entity.cultures.length > 0 ? entity.cultures : culturesOf(data).slice(0, 1)
  const titles = Object.fromEntries(cultures.map((culture) => [culture, titleOf(data, entity, culture)]))

  if (entity.cultures.length > 0) cache.set(entity, { definition, titles })

  return titles
}

function textOf(entity: Entity, property: string, culture: string | undefined): string {
  const value = Object.hasOwn(entity.properties, property) ? entity.properties[property] : undefined

  return plainText(value, culture)
}

/** A value as text. Of a multi-language value, that of the culture, or else the first one. */
function plainText(value: Json | undefined, culture: string | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => plainText(item, culture)).join(', ')
  if (isObject(value)) {
    const own = culture === undefined ? undefined : value[culture]

    return plainText(own ?? Object.values(value).find((text) => text !== null), culture)
  }

  return String(value)
}
