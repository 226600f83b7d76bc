import type { Links } from '../../http/replies/links.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { z } from 'zod'
import { Labels, UncheckedJson, Link, Timestamp } from '../../../data/model/shared/json.ts'

/** Selects the members of an entity in a response. */
export interface LoadOptions {
  /** Cultures of multi-language values; an empty list omits multi-language properties. */
  readonly cultures: readonly string[] | 'all'
  /** Whether a property or relation is in the response. */
  showsMember(name: string, kind: 'property' | 'relation'): boolean
  /**
   * Whether a relation is returned in full instead of as a link. If not, but its definition says so (`is_nested`), the link
   * (interface 2.2) also has what is in the relation in full.
   */
  showsInFull(relation: string, isNestedByDefinition: boolean): boolean
  /** Whether a rendition is in the response; all of them are if omitted. */
  showsRendition?(name: string): boolean
  /** Maximum number of links of a relation in full. If there are more, their total is added. */
  readonly maxRelated?: number | undefined
}

/** Loads all members, relations as links. */
export const loadAll: LoadOptions = { cultures: 'all', showsMember: () => true, showsInFull: () => false }

/** What a representation of an entity depends on. */
export interface View {
  readonly data: Data
  readonly links: Links
  readonly loading: LoadOptions
}

/** Path parameter: the id of an entity. */
export const entityId = z.int().describe('Id of an entity.')

/** The body of a response to a write of an entity. */
export const EntityReference = z
  .object({ id: z.int(), identifier: z.string(), self: Link })
  .meta({ id: 'EntityReference' })

/** A link to a related entity, with its properties that the relation's definition nests. */
export const RelatedLink = Link.extend({ properties: z.record(z.string(), UncheckedJson).optional() }).meta({
  id: 'RelatedLink',
})
export type RelatedLink = z.infer<typeof RelatedLink>

/** A relation in full: the links of each end under the key of its role and cardinality. */
export const RelationResource = z
  .object({
    parent: RelatedLink.optional(),
    parents: z.array(RelatedLink).optional(),
    /** The number of all parents, if the list is truncated. */
    parent_total: z.int().optional(),
    child: RelatedLink.optional(),
    children: z.array(RelatedLink).optional(),
    child_total: z.int().optional(),
    inherits_security: z.boolean(),
    self: Link,
    /** In an entity whose definition nests the relation: the link to it. */
    href: z.string().optional(),
  })
  .meta({ id: 'RelationResource' })
export type RelationResource = z.infer<typeof RelationResource>

/** One step of a path: the entity's title, its address and that of its definition. */
export const PathStep = z.object({ values: Labels, entity: z.string(), definition: z.string() })
export type PathStep = z.infer<typeof PathStep>

/** The entity resource (interface 1.4 and 2.2.1 to 2.2.6), and further members that existing clients read. */
export const EntityResource = z
  .object({
    id: z.int(),
    identifier: z.string(),
    cultures: z.array(z.string()).readonly(),
    properties: z.record(z.string(), UncheckedJson),
    relations: z.record(z.string(), z.union([RelationResource, Link])),
    created_by: Link,
    created_on: Timestamp,
    modified_by: Link,
    modified_on: Timestamp,
    entitydefinition: Link,
    copy: Link,
    copyasync: Link,
    is_root_taxonomy_item: z.boolean(),
    is_path_root: z.boolean(),
    inherits_security: z.boolean(),
    is_system_owned: z.boolean(),
    version: z.int(),
    locked_by: z.null(),
    locked_on: z.null(),
    modules: z.array(z.string()),
    permissions: Link,
    lifecycle: Link,
    saved_selections: Link,
    roles: Link,
    annotations: Link,
    /** By taxonomy or path relation, the path to each related entity: the root first. */
    related_paths: z.record(z.string(), z.array(z.array(PathStep))),
    /** The path to the entity itself, if its definition is path-enabled. */
    path: z.array(PathStep).optional(),
    /** By name; empty for entities with neither a file nor a generated picture. */
    renditions: z.record(z.string(), z.array(Link)),
    HasPublicLink: z.boolean().optional(),
    /** The address of a public link's file. */
    public_link: z.string().optional(),
    /** The whole entity, where a part of its members was requested. */
    full: Link.optional(),
    /** Whether the user may do each, if requested (`loadPermissions`). */
    requested_permissions: z.record(z.string(), z.boolean()).optional(),
    self: Link,
  })
  .meta({ id: 'Entity' })
export type EntityResource = z.infer<typeof EntityResource>
