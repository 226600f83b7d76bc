import type { Data, DataState } from '../../model/data-tables.ts'
import { TimeSlice } from '../../store/time-slice.ts'
import { version } from '../../model/shared/version.ts'
import { withConditionLinks, contentTypes } from '../definitions/readable-definition.ts'
import {
  cardinalities,
  roles,
  type EntityDefinition,
  type Member,
} from '../../model/definitions/definition.ts'
import {
  compileDefinition,
  type CompiledDefinition,
  relationKeyOf,
  sides,
} from '../../model/definitions/compiled-definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import { isObject, type Json } from '../../model/shared/json.ts'

/** Version of the package format of the real service. */
const formatVersion = '2.0.0'

/** The bytes that are compressed without a pause. */
const chunkSize = 128 * 1024

/** The format of zips counts files in 16 bits. */
const maxFiles = 65_535

/**
 * Exports definitions, option lists and entities as a package: a zip with a file for each, as the real service exports
 * and imports. Packages can't contain files, health or notifications. The content is that at the time of the request,
 * even if data changes during the export; other requests are handled in between.
 *
 * @param source base URL of the sandbox, stored in the package
 *
 * @throws {InvalidRequest} when there are more records than a zip can have files
 */
export function packageOf(state: DataState, source: string): AsyncGenerator<Uint8Array> {
  const { definitions, optionLists, entities } = state.tables
  const files = 1 + definitions.size + optionLists.size + entities.size

  if (files > maxFiles) {
    throw new InvalidRequest({
      format: `A package is a zip of at most ${maxFiles} files, and this sandbox would need ${files}. Export it as a data file (format=sandbox, or a name that ends with .json).`,
    })
  }

  return zipOf(state, source)
}

async function* zipOf(state: DataState, source: string): AsyncGenerator<Uint8Array> {
  // Loaded only when a package is requested.
  const { strToU8, Zip, ZipDeflate } = await import('fflate')
  const slice = new TimeSlice()
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })

  for (const [path, content] of filesOf(state, source)) {
    // For small files, a small hash table compresses as well, in half the time.
    const file = new ZipDeflate(path, { mem: 2 })
    const bytes = strToU8(JSON.stringify(content))

    // The same data gives the same bytes.
    file.mtime = '2000-01-01T00:00:00Z'
    zip.add(file)

    // An entity may have tens of thousands of references.
    for (let start = 0; start < bytes.length; start += chunkSize) {
      await slice.yieldWhenOver()
      file.push(bytes.subarray(start, start + chunkSize), start + chunkSize >= bytes.length)
      yield* parts.splice(0)
    }
  }
  zip.end()
  yield* parts
}

/** The link to a user; undefined, which JSON omits, if there is none. */
type UserLink = (id: number | undefined) => object | undefined

function* filesOf({ tables }: DataState, source: string): Generator<[path: string, content: object]> {
  const userLink: UserLink = (id) => {
    const name = id === undefined ? undefined : tables.entities.get(id)?.properties.Username

    return typeof name === 'string' ? { href: `User:${name}` } : undefined
  }
  const identifierIn = (href: string) => identifierAt(tables, href)

  yield ['meta', metaOf(source)]
  for (const definition of tables.definitions.all()) {
    yield fileAt(
      ['schema', definition.name],
      packageDefinition(withConditionLinks(definition, identifierIn), userLink),
    )
  }
  for (const list of tables.optionLists.all()) {
    const users = { created_by: userLink(list.created_by), modified_by: userLink(list.modified_by) }

    yield fileAt(['option_lists', list.name], { ...list, ...users })
  }
  for (const entity of tables.entities.all()) {
    const isTaxonomy = tables.definitions.get(entity.definition)?.is_taxonomy_item_definition
    const folder = isTaxonomy ? 'taxonomies' : 'entities'

    yield fileAt([folder, entity.definition, entity.identifier], packageEntity(tables, entity, userLink))
  }
}

function fileAt(path: readonly string[], data: object): [path: string, content: object] {
  return [`${path.map(encodeURIComponent).join('/')}.json`, { version: formatVersion, data }]
}

function metaOf(source: string): object {
  return {
    version: formatVersion,
    m_version: version,
    source,
    options: {
      items: ['schema', 'option_lists', 'entities', 'taxonomies'],
      include_system_owned: true,
      since: null,
    },
  }
}

/** A definition in the form of packages: numbers instead of names of roles and cardinalities, names instead of links. */
function packageDefinition(
  { created_by, modified_by, member_groups, ...fields }: EntityDefinition,
  userLink: UserLink,
): object {
  return {
    ...fields,
    member_groups: member_groups.map((group) => ({ ...group, members: group.members.map(packageMember) })),
    created_by: userLink(created_by),
    modified_by: userLink(modified_by),
    entities: { href: null },
    related_paths: { href: null },
    self: { href: fields.name },
  }
}

function packageMember(member: Member): object {
  if (member.type === 'Relation') {
    return {
      ...member,
      role: roles.indexOf(member.role),
      cardinality: cardinalities.indexOf(member.cardinality),
      associated_entitydefinition: { href: member.associated_entitydefinition },
    }
  }

  const { datasource, content_type: contentType, ...others } = member
  const number = contentTypes.indexOf(contentType ?? '')

  return {
    ...others,
    content_type: number === -1 ? contentType : number,
    datasource: datasource ? { href: datasource } : undefined,
  }
}

/** An entity in the form of packages: the resource with identifiers instead of links. */
function packageEntity(data: Data, entity: Entity, userLink: UserLink): object {
  const definition = data.definitions.get(entity.definition)
  const compiled = definition && compileDefinition(definition)
  const none = { href: null }

  return {
    id: entity.id,
    identifier: entity.identifier,
    cultures: entity.cultures,
    properties: propertiesOf(entity, compiled),
    relations: relationsOf(data, entity, compiled),
    created_by: userLink(entity.createdBy),
    created_on: entity.createdOn,
    modified_by: userLink(entity.modifiedBy),
    modified_on: entity.modifiedOn,
    entitydefinition: { href: entity.definition },
    copy: none,
    permissions: none,
    lifecycle: none,
    saved_selections: none,
    roles: none,
    annotations: none,
    version: entity.version,
    self: { href: entity.identifier },
  }
}

function propertiesOf({ properties }: Entity, compiled: CompiledDefinition | undefined): object {
  const entries = Object.entries(properties).map(([name, value]) => {
    const property = compiled?.properties.get(name)

    return [name, property?.datasource ? optionReferences(value, property.is_multilanguage) : value]
  })

  return Object.fromEntries(entries)
}

/** The value with `{ "identifier": "main" }` for each option, in lists and by culture. */
function optionReferences(value: Json, isByCulture: boolean): Json {
  if (Array.isArray(value)) return value.map((option) => ({ identifier: option }))
  if (!isByCulture || !isObject(value)) return { identifier: value }

  return Object.fromEntries(
    Object.entries(value).map(([culture, option]) => [culture, optionReferences(option, false)]),
  )
}

function relationsOf(data: Data, { relations }: Entity, compiled: CompiledDefinition | undefined): object {
  const entries = Object.entries(relations).map(([name, ends]) => {
    const given = sides.flatMap((side) => {
      const links = ends[side]?.flatMap((id) => {
        const identifier = data.entities.get(id)?.identifier

        return identifier === undefined ? [] : [{ href: identifier }]
      })
      const isSingle =
        compiled?.relations.get(name)?.some((end) => end.side === side && end.isSingle) ?? false

      return links ? [[relationKeyOf({ side, isSingle }), isSingle ? links[0] : links] as const] : []
    })

    return [name, Object.fromEntries(given)] as const
  })

  return Object.fromEntries(entries)
}

/** The identifier of the entity that a stored link leads to. */
function identifierAt(data: Data, href: string): string | undefined {
  const id = /^\/api\/entities\/(\d+)$/.exec(href)?.[1]

  return id === undefined ? undefined : data.entities.get(Number(id))?.identifier
}
