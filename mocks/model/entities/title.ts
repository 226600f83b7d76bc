import type { Entity } from './entity.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { isObject } from './property-values.ts'
import type { Json } from '../shared/json.ts'
import type { Data } from '../tables.ts'

/**
 * What people call an entity: its definition's `display_template` filled in, `{Title}`. Its first value of text
 * where there is no template, its identifier where that is empty.
 */
export function titleOf(data: Data, entity: Entity): string {
  const definition = data.definitions.get(entity.definition)
  const template = definition?.display_template
  const filled = template?.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => textOf(entity, name)).trim()

  if (filled) return filled
  if (!definition) return entity.identifier

  const named = Array.from(compileDefinition(definition).properties.values()).find(
    (property) => property.type === 'String' && textOf(entity, property.name) !== '',
  )

  return named ? textOf(entity, named.name) : entity.identifier
}

function textOf(entity: Entity, property: string): string {
  const value = Object.hasOwn(entity.properties, property) ? entity.properties[property] : undefined

  return plainText(value)
}

/** A multi-language value is given in its first culture. */
function plainText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  if (isObject(value)) return plainText(Object.values(value).find((text) => text !== null))

  return String(value)
}
