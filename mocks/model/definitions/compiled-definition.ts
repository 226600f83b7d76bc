import type {
  Cardinality,
  EntityDefinition,
  Member,
  PropertyMember,
  RelationMember,
  Role,
} from './definition.ts'
import { NameMap } from '../shared/letter-case.ts'

/** The list of a relation an entity can hold: a child knows its parents, a parent its children. */
export type Side = 'parents' | 'children'

/** One end of a relation, as an entity of the definition sees it. */
export interface RelationEnd {
  readonly member: RelationMember
  readonly side: Side
  /** Whether an entity has at most one entity at the other end. */
  readonly isSingle: boolean
  /** Whether an entity at the other end has at most one at this end, so that a new one displaces the old. */
  readonly isExclusive: boolean
}

/** A definition with its members by name. */
export interface CompiledDefinition {
  readonly definition: EntityDefinition
  readonly properties: ReadonlyMap<string, PropertyMember>
  /** The properties that are unique, and those that are multi-language: every change of an entity goes through them. */
  readonly unique: readonly PropertyMember[]
  readonly multilanguage: readonly PropertyMember[]
  /** One end per relation, both for a relation of the definition with itself. */
  readonly relations: ReadonlyMap<string, readonly RelationEnd[]>
  /** The relations that every response with an entity goes through. */
  readonly shown: {
    /** To the taxonomies and paths that classify an entity. */
    readonly classifying: readonly RelationEnd[]
    /** To the entities above this one in its own hierarchy. */
    readonly hierarchical: readonly RelationEnd[]
    /** With links that show properties of the entities they lead to. */
    readonly nested: readonly RelationEnd[]
  }
}

const sides: Record<Role, Side> = { Child: 'parents', Parent: 'children' }

/** Seen from parent to child: how many a child has above it, and a parent below it. */
const singles: Record<Cardinality, Record<Side, boolean>> = {
  OneToOne: { parents: true, children: true },
  OneToMany: { parents: true, children: false },
  ManyToMany: { parents: false, children: false },
}

const compiledDefinitions = new WeakMap<EntityDefinition, CompiledDefinition>()

/** The definition with its members by name; made once per version of the definition. */
export function compileDefinition(definition: EntityDefinition): CompiledDefinition {
  const known = compiledDefinitions.get(definition)

  if (known) return known

  const compiled = compile(definition)

  compiledDefinitions.set(definition, compiled)

  return compiled
}

/** A definition without what it asks of values besides their type: it may have begun to ask after they were given. */
export function withoutConstraints(compiled: CompiledDefinition): CompiledDefinition {
  const properties = new NameMap<PropertyMember>()

  for (const [name, property] of compiled.properties) {
    properties.set(name, { ...property, is_mandatory: false, validation_expression: null })
  }

  return { ...compiled, properties }
}

/** The member of a relation resource that holds the links of an end. */
export function endName({ side, isSingle }: RelationEnd): 'parent' | 'parents' | 'child' | 'children' {
  if (!isSingle) return side

  return side === 'parents' ? 'parent' : 'child'
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

function compile(definition: EntityDefinition): CompiledDefinition {
  const properties = new NameMap<PropertyMember>()
  const relations = new NameMap<RelationEnd[]>()

  for (const member of membersOf(definition)) {
    if (member.type === 'Relation') {
      const ends = relations.get(member.name) ?? []
      const isOther = ends.some((end) => end.member.name !== member.name)

      relations.set(member.name, [...(isOther ? [] : ends), endOf(member)])
    } else {
      properties.set(member.name, member)
    }
  }

  const all = [...properties.values()]
  const ends = [...relations.values()].flat()
  const above = ends.filter(({ side }) => side === 'parents')

  return {
    definition,
    properties,
    unique: all.filter((property) => property.is_unique),
    multilanguage: all.filter((property) => property.is_multilanguage),
    relations,
    shown: {
      classifying: above.filter(({ member }) => member.is_taxonomy_relation || member.is_path_relation),
      hierarchical: above.filter(({ member }) => isHierarchical(member)),
      nested: ends.filter(({ member }) => member.nested_properties.length > 0),
    },
  }
}

function isHierarchical(member: RelationMember): boolean {
  return member.is_taxonomy_hierarchy_relation || member.is_path_hierarchy_relation || member.is_path_relation
}

function endOf(member: RelationMember): RelationEnd {
  const side = sides[member.role]

  return {
    member,
    side,
    isSingle: singles[member.cardinality][side],
    isExclusive: singles[member.cardinality][opposite(side)],
  }
}
