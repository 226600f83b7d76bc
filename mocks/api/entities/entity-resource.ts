import { compiledDefinition } from '../../model/entities/entities.ts'
import type { CompiledDefinition, RelationEnd } from '../../model/definitions/compiled-definition.ts'
import type { PropertyMember } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { findOption, isObject } from '../../model/entities/property-values.ts'
import { publicLinkDefinition } from '../../model/files/public-links.ts'
import { hasPlace, leadsUp } from '../../model/query/resolve.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import type { Json, JsonObject } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'
import type { Links } from '../../http/replies/links.ts'
import type { EntityResource, RelationResource } from './entity-schema.ts'
import { renditionLinks } from './rendition-links.ts'

/** What of an entity an answer holds. */
export interface Loading {
  /** Cultures of multi-language values; none leaves multi-language properties out. */
  readonly cultures: readonly string[] | 'all'
  /** Whether a property or relation is in the answer. */
  hasMember(name: string, kind: 'property' | 'relation'): boolean
  /** Whether a relation is given in full instead of as a link. */
  isNested(relation: string): boolean
  /** Whether a rendition is in the answer; all of them are when left out. */
  hasRendition?(name: string): boolean
  /** At most so many links of a relation that is given in full; its total then tells that the list was cut. */
  readonly maxRelated?: number | undefined
}

/** What an answer is made from. */
export interface View {
  readonly data: Data
  readonly links: Links
  readonly loading: Loading
}

/** The entity resource. */
export function entityResource(entity: Entity, view: View): EntityResource {
  const { data, links, loading } = view
  const compiled = compiledDefinition(data, entity.definition)
  const { definition } = compiled
  const { usage_type } = definition
  const hasLinks = compiled.relations.has('AssetToPublicLink') && definition.name !== publicLinkDefinition
  const renditions = renditionLinks(data, links, entity, (name) => loading.hasRendition?.(name) ?? true)
  const publicAddress = publicAddressOf(entity)

  return {
    id: entity.id,
    identifier: entity.identifier,
    cultures:
      loading.cultures === 'all' || loading.cultures.length === 0 ? entity.cultures : loading.cultures,
    properties: propertiesOf(entity, compiled, view),
    relations: relationsOf(entity, compiled, view),
    created_by: links.entity(entity.createdBy, 'The user who created the entity'),
    created_on: entity.createdOn,
    modified_by: links.entity(entity.modifiedBy, 'The user who last modified the entity'),
    modified_on: entity.modifiedOn,
    entitydefinition: links.definition(entity.definition, 'The entity definition of this entity'),
    copy: { ...links.to(`/api/entities/${entity.id}/copy`, 'Copy this entity') },
    is_root_taxonomy_item: isRoot('taxonomy', entity, compiled),
    is_path_root: isRoot('path', entity, compiled),
    inherits_security: true,
    is_system_owned: compiled.definition.is_system_owned,
    version: entity.version,
    locked_by: null,
    locked_on: null,
    modules: usage_type ? [usage_type] : [],
    permissions: links.to(`/api/entities/${entity.id}/permissions`, 'What you may do with this entity'),
    renditions,
    ...(hasLinks && { HasPublicLink: relatedIds(entity, 'AssetToPublicLink', 'children').length > 0 }),
    ...(publicAddress && { public_link: links.to(publicAddress).href }),
    self: links.entity(entity.id),
  }
}

/** A relation in full: the links of each end under the key of its role and cardinality. */
export function relationResource(
  entity: Entity,
  ends: readonly RelationEnd[],
  links: Links,
  most = Infinity,
): RelationResource {
  const name = ends[0]?.member.name ?? ''
  const related = ends.map((end) => {
    const ids = relatedIds(entity, name, end.side)
    const hrefs = ids.slice(0, end.isSingle ? 1 : most).map((id) => links.entity(id))
    const total = end.side === 'parents' ? 'parent_total' : 'child_total'

    if (!end.isSingle) return { [end.side]: hrefs, ...(ids.length > most ? { [total]: ids.length } : {}) }

    return hrefs[0] ? { [end.side === 'parents' ? 'parent' : 'child']: hrefs[0] } : {}
  })

  return Object.assign({}, ...related, {
    inherits_security: ends.every((end) => end.member.inherits_security),
    self: links.relation(entity.id, name),
  })
}

/** Options are given with their labels: `{ identifier, labels }`. */
export function propertyValue(data: Data, property: PropertyMember, value: Json): Json {
  const list = property.datasource ? data.optionLists.get(property.datasource) : undefined

  if (!list || value === null) return value
  if (Array.isArray(value)) return value.map((item) => propertyValue(data, property, item))
  if (typeof value !== 'string') return value

  return { identifier: value, labels: findOption(list.values, value)?.labels ?? {} }
}

function propertiesOf(entity: Entity, compiled: CompiledDefinition, { data, loading }: View): JsonObject {
  const properties: [string, Json][] = []

  for (const property of compiled.properties.values()) {
    if (!loading.hasMember(property.name, 'property')) continue
    const value = Object.hasOwn(entity.properties, property.name)
      ? (entity.properties[property.name] ?? null)
      : null

    if (!property.is_multilanguage) {
      properties.push([property.name, propertyValue(data, property, value)])
    } else if (loading.cultures.length > 0) {
      properties.push([property.name, valueByCulture(data, property, value, loading.cultures)])
    }
  }

  return Object.fromEntries(properties)
}

/** A multi-language value: culture -> value. */
export function valueByCulture(
  data: Data,
  property: PropertyMember,
  value: Json,
  cultures: Loading['cultures'],
): JsonObject {
  const byCulture = isObject(value) ? value : {}
  const codes = cultures === 'all' ? Object.keys(byCulture) : cultures

  const valueIn = (culture: string): Json =>
    Object.hasOwn(byCulture, culture) ? (byCulture[culture] ?? null) : null

  return Object.fromEntries(
    codes.map((culture) => [culture, propertyValue(data, property, valueIn(culture))]),
  )
}

function relationsOf(
  entity: Entity,
  compiled: CompiledDefinition,
  { links, loading }: View,
): EntityResource['relations'] {
  return Object.fromEntries(
    Array.from(compiled.relations)
      .filter(([name]) => loading.hasMember(name, 'relation'))
      .map(([name, ends]) => [
        name,
        loading.isNested(name)
          ? relationResource(entity, ends, links, loading.maxRelated)
          : links.relation(entity.id, name),
      ]),
  )
}

/** Whether nothing stands above an entity that has a place in a taxonomy or a path. */
function isRoot(
  of: 'taxonomy' | 'path',
  entity: Entity,
  { definition, relations }: CompiledDefinition,
): boolean {
  if (!hasPlace[of](definition)) return false

  return Array.from(relations.values())
    .flat()
    .filter(leadsUp[of])
    .every((end) => relatedIds(entity, end.member.name, 'parents').length === 0)
}

/** Where the file of a public link is served. */
function publicAddressOf({
  definition,
  properties: { RelativeUrl, VersionHash },
}: Entity): string | undefined {
  if (definition !== publicLinkDefinition || typeof RelativeUrl !== 'string') return undefined

  const version = typeof VersionHash === 'string' ? `?v=${VersionHash}` : ''

  return `/api/public/content/${encodeURIComponent(RelativeUrl)}${version}`
}
