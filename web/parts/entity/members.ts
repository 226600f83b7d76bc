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

/** One end of an entity's relation, with the links to the related entities. */
export interface LoadedRelationEnd {
  readonly name: string
  readonly side: 'parents' | 'children'
  readonly links: readonly Link[]
  /** The URL of the relation resource. */
  readonly self: string
}

/** The ends of a relation in full: two for a self-referencing relation. */
export function relationEndsOf(name: string, relation: Link | FullRelation): LoadedRelationEnd[] {
  if ('href' in relation) return []

  const { parent, parents, child, children, self } = relation
  const ends = [
    { side: 'parents' as const, links: parents ?? (parent ? [parent] : undefined) },
    { side: 'children' as const, links: children ?? (child ? [child] : undefined) },
  ]
  const present = ends.flatMap(({ side, links }) => (links ? [{ name, side, links, self: self.href }] : []))

  // The response omits an end that allows one entity and has none.
  return present.length > 0 ? present : [{ name, side: 'parents', links: [], self: self.href }]
}
