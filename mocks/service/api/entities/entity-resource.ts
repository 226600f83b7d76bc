import {
  isInHierarchy,
  leadsToParents,
  compiledDefinitionOf,
  type CompiledDefinition,
} from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { titlesOf } from '../../../data/model/entities/title.ts'
import { publicLinkDefinition, publicPathOf } from '../../../data/model/files/public-links.ts'
import { pathTo, relatedPaths, relatedIds, type Path } from '../../../data/model/relations/relations.ts'
import { propertiesOf, relationResource } from './member-resources.ts'
import type { Links } from '../../http/replies/links.ts'
import { renditionsOf } from '../../../data/model/files/renditions.ts'
import { Labels, UncheckedJson, Link, Timestamp } from '../../../data/model/shared/json.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { z } from 'zod'

/** Builds the resource of an entity (interface 2.2), with the members that `view.loading` selects. */
export function entityResource(entity: Entity, view: View): EntityResource {
  const { data, links, loading } = view
  const compiled = compiledDefinitionOf(data, entity.definition)
  const { definition } = compiled
  const { usage_type } = definition
  const shownProperties = [...compiled.properties.values()].filter(({ name }) =>
    loading.hasMember(name, 'property'),
  )
  const canBePublic = compiled.relations.has('AssetToPublicLink') && definition.name !== publicLinkDefinition
  const renditions = renditionLinks(data, links, entity, (name) => loading.hasRendition?.(name) ?? true)
  const publicAddress = publicPathOf(entity)
  const subresource = (path: string, title: string) => links.to(`/api/entities/${entity.id}/${path}`, title)

  return {
    id: entity.id,
    identifier: entity.identifier,
    cultures:
      loading.cultures === 'all' || loading.cultures.length === 0 ? entity.cultures : loading.cultures,
    properties: propertiesOf(entity, shownProperties, data, loading.cultures),
    relations: relationsOf(entity, compiled, view),
    created_by: links.entity(entity.createdBy, 'The user who created the entity'),
    created_on: entity.createdOn,
    modified_by: links.entity(entity.modifiedBy, 'The user who last modified the entity'),
    modified_on: entity.modifiedOn,
    entitydefinition: links.definition(entity.definition, 'The entity definition of this entity'),
    copy: subresource('copy', 'Copy this entity'),
    copyasync: subresource('copyasync', 'Copy this entity in the background'),
    is_root_taxonomy_item: isRoot('taxonomy', entity, compiled),
    is_path_root: isRoot('path', entity, compiled),
    inherits_security: true,
    is_system_owned: definition.is_system_owned,
    version: entity.version,
    locked_by: null,
    locked_on: null,
    modules: usage_type ? [usage_type] : [],
    permissions: subresource('permissions', 'What you may do with this entity'),
    lifecycle: subresource('lifecycle', 'The lifecycle of this entity'),
    saved_selections: subresource('savedselections', 'Saved selections with this entity'),
    roles: subresource('roles', 'Roles on this entity'),
    annotations: subresource('annotations', 'Annotations of this entity'),
    related_paths: relatedPathsResource(data, links, entity),
    ...(hasPath(compiled) && { path: stepsOf(data, links, pathTo(data, entity)) }),
    renditions,
    ...(canBePublic && { HasPublicLink: relatedIds(entity, 'AssetToPublicLink', 'children').length > 0 }),
    ...(publicAddress && { public_link: links.to(publicAddress).href }),
    self: links.entity(entity.id),
  }
}

function relationsOf(entity: Entity, compiled: CompiledDefinition, view: View): EntityResource['relations'] {
  const { links, loading } = view
  const relations: EntityResource['relations'] = {}

  for (const [name, ends] of compiled.relations) {
    if (!loading.hasMember(name, 'relation')) continue
    const isNestedByDefinition = ends.some((end) => end.member.is_nested)
    const full = () => relationResource(entity, ends, view)
    const link = links.relation(entity.id, name)

    relations[name] = loading.isNested(name, isNestedByDefinition)
      ? full()
      : isNestedByDefinition
        ? { ...link, ...full() }
        : link
  }

  return relations
}

/** By relation, the path to each related entity, from the root to the entity. */
export function relatedPathsResource(data: Data, links: Links, entity: Entity): Record<string, PathStep[][]> {
  return Object.fromEntries(
    Array.from(relatedPaths(data, entity), ([relation, paths]) => [
      relation,
      paths.map((path) => stepsOf(data, links, path)),
    ]),
  )
}

function stepsOf(data: Data, links: Links, path: Path): PathStep[] {
  return path.map((entity) => ({
    values: titlesOf(data, entity),
    entity: links.entity(entity.id).href,
    definition: links.definition(entity.definition).href,
  }))
}

/** Whether entities of the definition have a place in a path. */
function hasPath({ definition, ends }: CompiledDefinition): boolean {
  return isInHierarchy.path(definition) && ends.some(leadsToParents.path)
}

/** Whether the entity belongs to a taxonomy (or path) and has no parent in it. */
function isRoot(of: 'taxonomy' | 'path', entity: Entity, { definition, ends }: CompiledDefinition): boolean {
  if (!isInHierarchy[of](definition)) return false

  return ends
    .filter(leadsToParents[of])
    .every((end) => relatedIds(entity, end.member.name, 'parents').length === 0)
}

/** Links to an entity's renditions by name. They need no authorization: a browser sends no token for an `<img>`. */
export function renditionLinks(
  data: Data,
  links: Links,
  entity: Pick<Entity, 'id' | 'definition' | 'properties' | 'version'>,
  isIncluded: (name: string) => boolean = () => true,
): Record<string, Link[]> {
  return Object.fromEntries(
    renditionsOf(data, entity)
      .filter(isIncluded)
      .map((name) => [name, [links.to(`/api/entities/${entity.id}/renditions/${name}?v=${entity.version}`)]]),
  )
}

/** Selects the members of an entity in a response. */
export interface LoadOptions {
  /** Cultures of multi-language values; an empty list omits multi-language properties. */
  readonly cultures: readonly string[] | 'all'
  /** Whether a property or relation is in the response. */
  hasMember(name: string, kind: 'property' | 'relation'): boolean
  /**
   * Whether a relation is returned in full instead of as a link. If not, but its definition says so (`is_nested`), the link
   * (interface 2.2) also has what is in the relation in full.
   */
  isNested(relation: string, isNestedByDefinition: boolean): boolean
  /** Whether a rendition is in the response; all of them are if omitted. */
  hasRendition?(name: string): boolean
  /** Maximum number of links of a relation in full. If there are more, their total is added. */
  readonly maxRelated?: number | undefined
}

/** Loads all members, relations as links. */
export const loadAll: LoadOptions = { cultures: 'all', hasMember: () => true, isNested: () => false }

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
