import { propertyMembersOf } from '../../model/definitions/compiled-definition.ts'
import { inEachCulture } from '../words/translations.ts'
import { definitions } from './domain.ts'
import fixedEntityData from './fixed-entities.json' with { type: 'json' }
import { FixedEntities, type FixedEntity } from './definition-files.ts'

/** Entities that exist for every seed and count. The build replaces this module with its value. */
export const fixedEntities: FixedEntity[] = FixedEntities.parse(fixedEntityData).map(inAllCultures)

/** Translates the texts of multi-language properties to all cultures. */
function inAllCultures(entity: FixedEntity): FixedEntity {
  const definition = definitions.find(({ name }) => name === entity.definition)
  const localized = new Set(
    (definition ? propertyMembersOf(definition) : []).flatMap(({ name, is_multilanguage }) =>
      is_multilanguage ? [name] : [],
    ),
  )
  const properties = Object.entries(entity.properties).map(([name, value]) =>
    typeof value === 'string' && localized.has(name) ? [name, inEachCulture((t) => t(value))] : [name, value],
  )

  return { ...entity, properties: Object.fromEntries(properties) }
}
