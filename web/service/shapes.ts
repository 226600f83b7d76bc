/** What the service answers, as the console reads it. Shapes that the service declares are taken from there. */
import type { EntityListItem } from '../../mocks/control/data/entities.ts'
import type { GraphEdge, GraphNode } from '../../mocks/control/data/graph.ts'
import type {
  EntityDefinition,
  PropertyMember,
  RelationMember,
} from '../../mocks/model/definitions/definition.ts'
import type { FilterTerm } from '../../mocks/model/query/filter-text.ts'
import type { Json, JsonObject, Labels, Link } from '../../mocks/model/shared/json.ts'

export type { FilterTerm, GraphEdge, GraphNode, Json, JsonObject, Labels, Link }

/** An entity as the list gives it. */
export type ListedEntity = Omit<EntityListItem, 'relations' | 'renditions'> & {
  readonly relations: Readonly<Record<string, Link>>
  readonly renditions?: Readonly<Record<string, readonly Link[]>>
}

export interface DefinitionCount {
  readonly name: string
  readonly labels: Labels
  readonly count: number
}

export interface EntityList {
  readonly items: readonly ListedEntity[]
  readonly total_items: number
  readonly terms: readonly FilterTerm[]
  readonly definitions?: readonly DefinitionCount[]
}

/** A relation given in full. */
export interface FullRelation {
  readonly parent?: Link
  readonly parents?: readonly Link[]
  readonly child?: Link
  readonly children?: readonly Link[]
  readonly self: Link
}

/** The entity resource (interface 2.2), its relations as links or in full. */
export type EntityAnswer = Omit<EntityListItem, 'relations' | 'title' | 'relation_counts'> & {
  readonly relations: Readonly<Record<string, Link | FullRelation>>
}

export type PropertyOfDefinition = Omit<PropertyMember, 'datasource'> & { readonly datasource: Link | null }
export type RelationOfDefinition = Omit<RelationMember, 'associated_entitydefinition'> & {
  readonly associated_entitydefinition: Link
}
export type MemberOfDefinition = PropertyOfDefinition | RelationOfDefinition

export type DefinitionAnswer = Omit<EntityDefinition, 'member_groups'> & {
  readonly member_groups: readonly {
    readonly name: string
    readonly labels: Labels
    readonly members: readonly MemberOfDefinition[]
  }[]
}

export interface GraphAnswer {
  readonly root: number
  readonly depth: number
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly relations: readonly string[]
  readonly is_cut: boolean
}

export interface OptionListAnswer {
  readonly name: string
  readonly values: readonly OptionAnswer[]
}

export interface OptionAnswer {
  readonly identifier: string
  readonly labels: Labels
  readonly values?: readonly OptionAnswer[]
}
