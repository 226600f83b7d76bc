import {
  membersOf,
  compiledDefinitionOf,
  type CompiledDefinition,
  isInHierarchy,
  leadsToParents,
} from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import { pathTo, relatedPaths, relatedIds, type Path } from '../../../data/model/relations/relations.ts'
import { systemFieldNamed } from '../../../data/model/query/fields.ts'
import { culturesOf } from '../../../data/model/definitions/cultures.ts'
import { unknownNameMessage } from '../../../data/model/shared/suggestion.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import type { QueryCall } from '../../http/call.ts'
import { recordHashOf } from '../../http/replies/etag.ts'
import { completeRead, jsonType, type CompleteReply } from '../../http/replies/reply.ts'
import { requestedPermissions } from '../../../sandbox/access/policies.ts'
import { flag, names } from '../../http/declare-request.ts'
import type { LoadOptions, EntityResource, PathStep, View } from './entity-schema.ts'
import { renditionSetting, renditionsOf } from '../../../data/model/files/renditions.ts'
import { titlesOf } from '../../../data/model/entities/title.ts'
import { publicLinkDefinition, publicPathOf } from '../../../data/model/files/public-links.ts'
import { culturesIn, propertiesOf, relationResource } from './member-resources.ts'
import type { Links } from '../../http/replies/links.ts'
import type { Link } from '../../../data/model/shared/json.ts'

/** Query parameters that select the members of entities in a response. */
const memberParameters = {
  culture: names('Cultures of multi-language values; all by default.'),
  cultures: names('Alias of `culture`.'),
  members: names('Properties and relations; all by default.'),
  groups: names('Member groups whose members are included as well.'),
  nestedRelations: names('Relations to return in full instead of as links.'),
  renditions: names('Renditions; all by default.'),
}

/** `memberParameters`, and those that add members to a response. */
export const entityReplyParameters = {
  ...memberParameters,
  loadPermissions: flag('Whether to include the user’s permissions on the entity.'),
}

type LoadCall = QueryCall<typeof entityReplyParameters>

/** Returns an entity with the members that the query parameters select. */
export function entityReply(
  call: LoadCall,
  entity: Entity,
  memberSelection = checkedMemberSelection(call, [entity]),
): CompleteReply {
  const { entities, definitions, optionLists, files } = call.data
  const dependencies = {
    unchangedIfSame: [entities, definitions, optionLists, files],
    shownObjects: () => [
      definitions,
      optionLists,
      files,
      renditionSetting(call.data),
      ...culturesOf(call.data),
      ...othersIncluded(call.data, entity),
    ],
  }

  // not cached: permissions depend on more than the entity
  if (call.query.loadPermissions)
    return completeRead(
      { status: 200, headers: jsonType, recordHash: recordHashOf(entity) },
      JSON.stringify({
        ...loadedResource(call, entity, memberSelection),
        requested_permissions: requestedPermissions(call.data, call.user, entity),
      }),
    )

  return call.replyCache.latestOrMade(entity, `${call.links.base}?${memberSelection}`, dependencies, () =>
    JSON.stringify(loadedResource(call, entity, memberSelection)),
  )
}

function loadedResource(call: LoadCall, entity: Entity, memberSelection: string): EntityResource {
  const loading = loadingOf(call, entity)
  const resource = entityResource(entity, { data: call.data, links: call.links, loading })

  if (!loading.isPartial) return resource

  return { ...resource, full: resource.self, self: { href: `${resource.self.href}?${memberSelection}` } }
}

/** The other entities whose values are in an entity's response: those on its paths, and those that nested relations show. */
function othersIncluded(data: Data, entity: Entity): (Entity | undefined)[] {
  const linked = compiledDefinitionOf(data, entity.definition)
    .ends.filter(({ member }) => member.nested_properties.length > 0)
    .flatMap(({ member, side }) => relatedIds(entity, member.name, side))

  return [
    ...[...relatedPaths(data, entity).values()].flat(2),
    ...pathTo(data, entity).slice(0, -1),
    ...linked.map((id) => data.entities.get(id)),
  ]
}

/** Of a page of entities, in MiB. */
const maxPageSize = 128

/** The replies of several entities, each as GET returns it. */
export function entityReplies(call: LoadCall, entities: readonly Entity[]): CompleteReply[] {
  const memberSelection = checkedMemberSelection(call, entities)
  let size = 0

  return entities.map((entity) => {
    const reply = entityReply(call, entity, memberSelection)

    size += reply.body.length
    if (size > maxPageSize * 2 ** 20 && entities.length > 1) {
      throw new InvalidRequest({
        take: `The page is larger than ${maxPageSize} MiB. Ask for fewer entities.`,
      })
    }

    return reply
  })
}

/** Warns of names that none of the entities has. Returns the query parameters that select members, in one spelling. */
function checkedMemberSelection(call: LoadCall, entities: readonly Entity[]): string {
  if (call.request.search === '') return ''
  warnOfUnknownNames(call, entities)

  const selecting = [...call.rawQuery].filter(([name]) => Object.hasOwn(memberParameters, name))

  // Commas stay, so that lists are readable.
  return selecting
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&')
}

function warnOfUnknownNames({ data, query, warn }: LoadCall, entities: readonly Entity[]): void {
  const shown = entities.length > 0 ? entities.map((each) => each.definition) : data.definitions.keys()
  const compiled = Array.from(new Set(shown), (name) => compiledDefinitionOf(data, name))
  const relations = () => compiled.flatMap((each) => [...each.relations.keys()])
  const cultures = () => [...culturesOf(data), ...entities.flatMap((each) => each.cultures)]
  const known = {
    members: () => [...compiled.flatMap(({ properties }) => [...properties.keys()]), ...relations()],
    groups: () => compiled.flatMap(({ definition }) => definition.member_groups.map(({ name }) => name)),
    nestedRelations: relations,
    culture: cultures,
    cultures,
  }

  for (const parameter of ['members', 'groups', 'nestedRelations', 'culture', 'cultures'] as const) {
    const given = query[parameter] ?? []
    const names = new Map(given.length > 0 ? known[parameter]().map((name) => [foldCase(name), name]) : [])
    // Existing clients list system fields among the members.
    const unknown = given.filter(
      (name) => !names.has(foldCase(name)) && !(parameter === 'members' && systemFieldNamed(name)),
    )

    if (unknown.length > 0)
      warn(parameter, () => unknown.map((name) => unknownNameMessage(name, names.values())).join(' '))
  }
}

function loadingOf(call: LoadCall, entity: Entity): LoadOptions & { isPartial: boolean } {
  const { members, groups, nestedRelations = [], culture = [] } = call.query
  const nested = new Set(nestedRelations.map(foldCase))
  const cultures = [...culture, ...(call.query.cultures ?? [])]
  const renditions = call.query.renditions && new Set(call.query.renditions.map(foldCase))
  const chosen = members || groups ? chosenMembers(call.data, entity, members ?? [], groups ?? []) : undefined

  return {
    cultures: cultures.length > 0 ? cultures : 'all',
    showsMember: (name) => chosen === undefined || chosen.has(foldCase(name)),
    showsInFull: (relation) => nested.has(foldCase(relation)),
    showsRendition: (name) => !renditions || renditions.has(foldCase(name)),
    isPartial: chosen !== undefined,
  }
}

function chosenMembers(data: Data, entity: Entity, members: string[], groups: string[]): Set<string> {
  const { definition } = compiledDefinitionOf(data, entity.definition)
  const ofGroups = membersOf({
    ...definition,
    member_groups: definition.member_groups.filter((group) =>
      groups.some((name) => foldCase(name) === foldCase(group.name)),
    ),
  })

  return new Set([...members, ...ofGroups.map((member) => member.name)].map(foldCase))
}

/** Builds the resource of an entity (interface 2.2), with the members that `view.loading` selects. */
export function entityResource(entity: Entity, view: View): EntityResource {
  const { data, links, loading } = view
  const compiled = compiledDefinitionOf(data, entity.definition)
  const { definition } = compiled
  const { usage_type } = definition
  const shownProperties = [...compiled.properties.values()].filter(({ name }) =>
    loading.showsMember(name, 'property'),
  )
  const canBePublic = compiled.relations.has('AssetToPublicLink') && definition.name !== publicLinkDefinition
  const renditions = renditionLinks(data, links, entity, (name) => loading.showsRendition?.(name) ?? true)
  const publicAddress = publicPathOf(entity)
  const hasPath = isInHierarchy.path(definition) && compiled.ends.some(leadsToParents.path)
  const subresource = (path: string, title: string) => links.to(`/api/entities/${entity.id}/${path}`, title)

  return {
    id: entity.id,
    identifier: entity.identifier,
    cultures: culturesIn(data, entity, loading.cultures),
    properties: propertiesOf(entity, shownProperties, data, loading.cultures),
    relations: relationsOf(entity, compiled, view),
    created_by: links.entity(entity.createdBy, 'The user who created the entity'),
    created_on: entity.createdOn,
    modified_by: links.entity(entity.modifiedBy, 'The user who last modified the entity'),
    modified_on: entity.modifiedOn,
    entitydefinition: links.definition(entity.definition, 'The entity definition of this entity'),
    copy: subresource('copy', 'Copy this entity'),
    copyasync: subresource('copyasync', 'Copy this entity, as copy does'),
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
    ...(hasPath && { path: stepsOf(data, links, pathTo(data, entity)) }),
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
    if (!loading.showsMember(name, 'relation')) continue
    const isNestedByDefinition = ends.some((end) => end.member.is_nested)
    const full = () => relationResource(entity, ends, view)
    const link = links.relation(entity.id, name)

    relations[name] = loading.showsInFull(name, isNestedByDefinition)
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
