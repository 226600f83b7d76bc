import { labelOf } from '../../lib/format.ts'
import type {
  DefinitionResponse,
  FullRelation,
  Link,
  PropertyOfDefinition,
  RelationOfDefinition,
} from '../../service/entities.ts'

/** The member groups of a definition that have properties, each with its label. */
export function propertyGroups({ member_groups }: DefinitionResponse) {
  return member_groups
    .map(({ name, labels, members }) => ({
      label: labelOf(labels, name),
      properties: members.filter((member) => member.type !== 'Relation'),
    }))
    .filter(({ properties }) => properties.length > 0)
}

export function propertiesOf(definition: DefinitionResponse): PropertyOfDefinition[] {
  return propertyGroups(definition).flatMap(({ properties }) => properties)
}

/** The relations of a definition; a self-referencing relation is listed once for each end. */
export function relationsOf(definition: DefinitionResponse): RelationOfDefinition[] {
  return definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type === 'Relation')
}

/** Where entities of the definition have their related ones: a child has parents. */
export function sideOf({ role }: RelationOfDefinition): 'parents' | 'children' {
  return role === 'Child' ? 'parents' : 'children'
}

/** The related entities of an entity on one side of a relation; none if the relation is only a link. */
export function relatedLinks(
  relation: Link | FullRelation | undefined,
  side: 'parents' | 'children',
): readonly Link[] {
  if (!relation || 'href' in relation) return []

  // The response omits an end that allows one entity and has none.
  const single = side === 'parents' ? relation.parent : relation.child

  return relation[side] ?? (single ? [single] : [])
}
