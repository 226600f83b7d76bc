import type { DefinitionAnswer, PropertyOfDefinition, RelationOfDefinition } from '../../service/shapes.ts'

export function propertiesOf(definition: DefinitionAnswer): PropertyOfDefinition[] {
  return definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type !== 'Relation')
}

/** Both ends of a relation of a definition with itself are members of their own. */
export function relationsOf(definition: DefinitionAnswer): RelationOfDefinition[] {
  return definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type === 'Relation')
}
