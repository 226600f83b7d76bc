import type {
  Cardinality,
  EntityDefinition,
  Member,
  PropertyMember,
  RelationMember,
  Role,
} from './definition.ts'
import type { RelationKey } from './typed-definitions.ts'
import { computedOnce } from '../shared/maps.ts'
import { NameMap } from '../shared/letter-case.ts'
import type { Data } from '../data-tables.ts'

/** The related entities that an entity stores: a child its parents, a parent its children. */
export const sides = ['parents', 'children'] as const
export type Side = (typeof sides)[number]

/** An end of a relation, from the point of view of an entity of the definition. */
export interface RelationEnd {
  readonly member: RelationMember
  readonly side: Side
  /** Whether an entity has at most one related entity. */
  readonly isSingle: boolean
  /** Whether a related entity has at most one entity at this end, so that a new one replaces it. */
  readonly isExclusive: boolean
}

export interface CompiledDefinition {
  readonly definition: EntityDefinition
  readonly properties: ReadonlyMap<string, PropertyMember>
  /** The unique and the multi-language properties, which every change of an entity needs. */
  readonly unique: readonly PropertyMember[]
  readonly multilanguage: readonly PropertyMember[]
  /** One end for each relation; both of a self-referencing relation. */
  readonly relations: ReadonlyMap<string, readonly RelationEnd[]>
  /** Every end of every relation. */
  readonly ends: readonly RelationEnd[]
}

const sideOfRole: Record<Role, Side> = { Child: 'parents', Parent: 'children' }

/** Whether a child has only one parent, and a parent only one child. */
const singles: Record<Cardinality, Record<Side, boolean>> = {
  OneToOne: { parents: true, children: true },
  OneToMany: { parents: true, children: false },
  ManyToMany: { parents: false, children: false },
}

/** Returns the compiled form of a definition, which is cached for each version of it. */
export const compileDefinition = computedOnce(compile)

/** A definition without constraints besides types, for values that may be older than the constraints; cached. */
export const withoutConstraints = computedOnce((compiled: CompiledDefinition): CompiledDefinition => {
  const properties = new NameMap<PropertyMember>()

  for (const [name, property] of compiled.properties) {
    properties.set(name, { ...property, is_mandatory: false, validation_expression: null })
  }

  return { ...compiled, properties }
})

/** The member of a relation resource that contains the links of an end. */
export function relationKeyOf({ side, isSingle }: Pick<RelationEnd, 'side' | 'isSingle'>): RelationKey {
  if (!isSingle) return side

  return side === 'parents' ? 'parent' : 'child'
}

/** Whether an end leads to the parents in a taxonomy or path. */
export const leadsToParents: Record<'taxonomy' | 'path', (end: RelationEnd) => boolean> = {
  taxonomy: ({ side, member }) => side === 'parents' && member.is_taxonomy_hierarchy_relation,
  path: ({ side, member }) =>
    side === 'parents' && (member.is_path_relation || member.is_path_hierarchy_relation),
}

/** Whether the entities of a definition belong to a taxonomy or path. */
export const isInHierarchy: Record<'taxonomy' | 'path', (definition: EntityDefinition) => boolean> = {
  taxonomy: (definition) => definition.is_taxonomy_item_definition,
  path: (definition) => definition.is_path_enabled_definition,
}

export function opposite(side: Side): Side {
  return side === 'parents' ? 'children' : 'parents'
}

export function membersOf(definition: Pick<EntityDefinition, 'member_groups'>): Member[] {
  return definition.member_groups.flatMap((group) => group.members)
}

export function relationsOf(definition: Pick<EntityDefinition, 'member_groups'>): RelationMember[] {
  return membersOf(definition).filter((member) => member.type === 'Relation')
}

export function propertyMembersOf(definition: Pick<EntityDefinition, 'member_groups'>): PropertyMember[] {
  return membersOf(definition).filter((member) => member.type !== 'Relation')
}

/** The definition with only those of its relations for which `isKept`. */
export function withRelations(
  definition: EntityDefinition,
  isKept: (relation: RelationMember) => boolean,
): EntityDefinition {
  return {
    ...definition,
    member_groups: definition.member_groups.map((group) => ({
      ...group,
      members: group.members.filter((member) => member.type !== 'Relation' || isKept(member)),
    })),
  }
}

function compile(definition: EntityDefinition): CompiledDefinition {
  const properties = new NameMap<PropertyMember>()
  const relations = new NameMap<RelationEnd[]>()

  for (const member of membersOf(definition)) {
    if (member.type === 'Relation') {
      const ends = relations.get(member.name) ?? []
      // Names are the same in any letter case, so a later relation replaces one in another.
      const differsInCase = ends.some((end) => end.member.name !== member.name)

      relations.set(member.name, [...(differsInCase ? [] : ends), endOf(member)])
    } else {
      properties.set(member.name, member)
    }
  }

  const all = [...properties.values()]
  const ends = [...relations.values()].flat()

  return {
    definition,
    properties,
    unique: all.filter((property) => property.is_unique),
    multilanguage: all.filter((property) => property.is_multilanguage),
    relations,
    ends,
  }
}

function endOf(member: RelationMember): RelationEnd {
  const side = sideOfRole[member.role]

  return {
    member,
    side,
    isSingle: singles[member.cardinality][side],
    isExclusive: singles[member.cardinality][opposite(side)],
  }
}

export function compiledDefinitionOf(data: Data, definition: string): CompiledDefinition {
  const found = data.definitions.get(definition)

  if (!found) throw new Error(`Failed to read an entity: its definition "${definition}" no longer exists.`)

  return compileDefinition(found)
}
