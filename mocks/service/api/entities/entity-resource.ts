import {
  type CompiledDefinition,
  isInHierarchy,
  leadsToParents,
  compiledDefinitionOf,
} from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { titlesOf } from '../../../data/model/entities/title.ts'
import { publicLinkDefinition, publicPathOf } from '../../../data/model/files/public-links.ts'
import { pathTo, relatedPaths, relatedIds, type Path } from '../../../data/model/relations/relations.ts'
import type { EntityResource, PathStep, View } from './entity-schema.ts'
import { propertiesOf, relationResource } from './member-resources.ts'
import type { Links } from '../../http/replies/links.ts'
import { renditionsOf } from '../../../data/model/files/renditions.ts'
import type { Link } from '../../../data/model/shared/json.ts'
import type { Data } from '../../../data/model/data-tables.ts'

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
