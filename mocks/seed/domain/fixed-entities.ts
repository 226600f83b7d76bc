import { membersOf } from '../../model/definitions/compiled-definition.ts'
import { inEach } from '../words/translations.ts'
import { definitions } from './domain.ts'
import fixedEntityData from './fixed-entities.json' with { type: 'json' }
import { FixedEntities, type FixedEntity } from './schema.ts'

/** Entities that are there at any seed and count. The build puts its value in the place of this module. */
export const fixedEntities: FixedEntity[] = FixedEntities.parse(fixedEntityData).map(inAllCultures)

/** Its texts in all cultures, where the definition says that a property has them. */
function inAllCultures(entity: FixedEntity): FixedEntity {
  const definition = definitions.find(({ name }) => name === entity.definition)
  const translated = new Set(
    (definition ? membersOf(definition) : []).flatMap((member) =>
      member.type !== 'Relation' && member.is_multilanguage ? [member.name] : [],
    ),
  )
  const properties = Object.entries(entity.properties).map(([name, value]) =>
    typeof value === 'string' && translated.has(name) ? [name, inEach((say) => say(value))] : [name, value],
  )

  return { ...entity, properties: Object.fromEntries(properties) }
}
