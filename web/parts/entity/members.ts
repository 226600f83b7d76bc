import { labelOf } from '../../lib/format.ts'
import type {
  DefinitionResponse,
  FullRelation,
  Link,
  PropertyOfDefinition,
  RelationOfDefinition,
} from '../../service/entities.ts'

/** The groups of a definition that hold properties, each with its name and these. */
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

/** Both ends of a relation of a definition with itself are separate members. */
export function relationsOf(definition: DefinitionResponse): RelationOfDefinition[] {
  return definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type === 'Relation')
}

/** One end of a relation: the entities at the other one. */
export interface Related {
  readonly name: string
  readonly side: 'parents' | 'children'
  readonly links: readonly Link[]
  /** Address of the relation sub-resource. */
  readonly self: string
}

/** The ends of a relation as it is given in full: two for a relation of a definition with itself. */
export function relatedOf(name: string, relation: Link | FullRelation): Related[] {
  if ('href' in relation) return []

  const { parent, parents, child, children, self } = relation
  const ends = [
    { side: 'parents' as const, links: parents ?? (parent ? [parent] : undefined) },
    { side: 'children' as const, links: children ?? (child ? [child] : undefined) },
  ]
  const given = ends.flatMap(({ side, links }) => (links ? [{ name, side, links, self: self.href }] : []))

  // An end that holds one entity and has none is not in the response.
  return given.length > 0 ? given : [{ name, side: 'parents', links: [], self: self.href }]
}
