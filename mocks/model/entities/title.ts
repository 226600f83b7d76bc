import type { Entity } from './entity.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { culturesOf } from '../definitions/cultures.ts'
import { isObject, type Json, type Labels } from '../shared/json.ts'
import type { Data } from '../tables.ts'

/**
 * The title of an entity: its definition's `display_template` filled in, `{Title}`. Its first value of text
 * where there is no template, its identifier where that is empty.
 */
export function titleOf(data: Data, entity: Entity, culture?: string): string {
  const definition = data.definitions.get(entity.definition)
  const template = definition?.display_template
  const filled = template
    ?.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => textOf(entity, name, culture))
    .trim()

  if (filled) return filled
  if (!definition) return entity.identifier

  const named = Array.from(compileDefinition(definition).properties.values()).find(
    (property) => property.type === 'String' && textOf(entity, property.name, culture) !== '',
  )

  return named ? textOf(entity, named.name, culture) : entity.identifier
}

/** Titles by their entities and the definitions that say what they are: they are on the paths of many others. */
const known = new WeakMap<Entity, { readonly definition: unknown; readonly titles: Labels }>()

/** The same in each of its cultures; in that of the sandbox where it has none. */
export function titlesOf(data: Data, entity: Entity): Labels {
  const definition = data.definitions.get(entity.definition)
  const found = known.get(entity)

  if (found && found.definition === definition) return found.titles

  const cultures = entity.cultures.length > 0 ? entity.cultures : culturesOf(data).slice(0, 1)
  const titles = Object.fromEntries(cultures.map((culture) => [culture, titleOf(data, entity, culture)]))

  if (entity.cultures.length > 0) known.set(entity, { definition, titles })

  return titles
}

function textOf(entity: Entity, property: string, culture: string | undefined): string {
  const value = Object.hasOwn(entity.properties, property) ? entity.properties[property] : undefined

  return plainText(value, culture)
}

/** A multi-language value is given in the culture, or in its first one where it has none in that. */
function plainText(value: Json | undefined, culture: string | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => plainText(item, culture)).join(', ')
  if (isObject(value)) {
    const own = culture === undefined ? undefined : value[culture]

    return plainText(own ?? Object.values(value).find((text) => text !== null), culture)
  }

  return String(value)
}
