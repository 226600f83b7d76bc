import { z } from 'zod'
import type { QueryCall, Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { flag, names } from '../../http/declare-request.ts'
import { reply, getAndHead, decision, observed, type Route } from '../../http/declare-route.ts'
import { entityResource } from '../../api/entities/entity-reply.ts'
import {
  EntityResource,
  RelationResource,
  entityId,
  type LoadOptions,
} from '../../api/entities/entity-schema.ts'
import { relationResource } from '../../api/entities/member-resources.ts'
import { definitionNames, optionListNamed } from '../../../data/model/definitions/by-name.ts'
import { compiledDefinitionOf } from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entityById, entitiesOf, entitiesWithIds } from '../../../data/model/entities/references.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { UncheckedJson, Link, type Json } from '../../../data/model/shared/json.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import { definedNamesOf } from '../../../data/model/query/defined-names.ts'
import { requestedPermissions } from '../../../sandbox/access/policies.ts'
import { DefinitionResource, definitionResource } from '../definitions/entity-definition-resource.ts'
import { OptionListResource, optionListResource } from '../definitions/option-list-routes.ts'
import { settingNamed } from '../../../data/model/entities/properties.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { orEmpty, wireEnum } from '../query/wire.ts'

/** The contents of an aggregate: an entity of a definition, and the related entities of some relations. */
const AggregateConfiguration = z.object({
  entitydefinition_name: z.string(),
  definitions: orEmpty(z.array(z.string())),
  includes: orEmpty(
    z.array(
      z.object({
        name: z.string(),
        /** Of the related entities, unlike the role of a relation member. */
        role: wireEnum(['Parent', 'Child']),
      }),
    ),
  ),
  datasources: orEmpty(z.array(z.string())),
})
type AggregateConfiguration = z.infer<typeof AggregateConfiguration>

/**
 * The configuration named `name`: that of the entity with this identifier, or else of the setting with this name. It is
 * the first property whose value, or whose text parsed as JSON, is a configuration.
 */
function configurationOf(data: Data, name: string): AggregateConfiguration | undefined {
  const entities = [data.entities.find('identifier', name), settingNamed(data, name)]

  return entities
    .flatMap((entity) => Object.values(entity?.properties ?? {}))
    .flatMap((value) => AggregateConfiguration.safeParse(asJson(value)).data ?? [])[0]
}

function asJson(value: Json): unknown {
  if (typeof value !== 'string') return value

  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const Aggregate = z.object({
  definitions: z.array(DefinitionResource),
  datasources: z.array(OptionListResource),
  /** The entity, then the related entities that the configuration includes. */
  items: z.array(z.object({ entity: EntityResource, relations: z.record(z.string(), RelationResource) })),
  /** Values of settings, by category and name. */
  settings_by_category: z.record(z.string(), z.record(z.string(), UncheckedJson)),
  self: Link,
})

const parameters = {
  culture: names('Cultures of multi-language values; all by default.'),
  loadPermissions: flag('Whether to include the user’s permissions on each entity.'),
  loadDefinitions: flag('Whether to include the definitions; true by default.'),
  loadOptionLists: flag('Whether to include the option lists; true by default.'),
  loadEntities: flag('Whether to include the related entities; true by default.'),
  loadSettings: flag('Whether to include the settings; true by default.'),
  renditions: names('Renditions to include; all by default.'),
}

/** An entity with everything that a page about it needs, in one response. */
export const aggregates: Route[] = [
  getAndHead('/api/aggregates/:name/:id', readAggregate, {
    description: 'Reads an entity with its definition, option lists, related entities and the settings.',
    source: observed('existing clients'),
    decisions: [decision('The response has a member for each parameter, with its name.')],
    params: { id: entityId },
    query: parameters,
    replies: { 200: reply('The aggregate.', Aggregate) },
  }),
]

/** An aggregate without a configuration includes every relation and every option list of the entity. */
function readAggregate(call: QueryCall<typeof parameters, { name: string; id: string }>): Reply {
  const { data, links, query } = call
  const { name, id } = call.params
  const entity = entityById(data, id)
  const configuration = configurationOf(data, name)
  const definitionName = configuration?.entitydefinition_name

  if (definitionName !== undefined && definitionName.toLowerCase() !== entity.definition.toLowerCase()) {
    throw new InvalidRequest({
      id: `"${name}" requires an entity of "${definitionName}", but entity ${entity.id} is of "${entity.definition}".`,
    })
  }

  const items = [entity, ...(query.loadEntities !== false ? relatedTo(call, entity, configuration) : [])]

  return json({
    definitions: query.loadDefinitions !== false ? definitionsOf(call, items, configuration) : [],
    datasources: query.loadOptionLists !== false ? optionListsOf(call, items, configuration) : [],
    items: items.map((item) => itemOf(call, item)),
    settings_by_category: query.loadSettings !== false ? settingsOf(call) : {},
    self: links.to(`/api/aggregates/${encodeURIComponent(name)}/${entity.id}`),
  })
}

/** The entities at the other ends of the included relations. */
function relatedTo(
  { data }: Call,
  entity: Entity,
  configuration: AggregateConfiguration | undefined,
): Entity[] {
  const ends = configuration
    ? configuration.includes.map(({ name, role }) => ({
        relations: definedNamesOf(data).relations.keysOf(name),
        side: role === 'Child' ? ('children' as const) : ('parents' as const),
      }))
    : compiledDefinitionOf(data, entity.definition).ends.map(({ member, side }) => ({
        relations: [member.name],
        side,
      }))
  const ids = ends.flatMap(({ relations, side }) =>
    relations.flatMap((relation) => relatedIds(entity, relation, side)),
  )

  return entitiesWithIds(data, new Set(ids)).filter(({ id }) => id !== entity.id)
}

function itemOf(call: QueryCall<typeof parameters>, entity: Entity) {
  const { data, links } = call
  const { renditions, culture: cultures = [], loadPermissions } = call.query
  const wantedRenditions = renditions && new Set(renditions.map(foldCase))
  const loading: LoadOptions = {
    cultures: cultures.length > 0 ? cultures : 'all',
    showsMember: () => true,
    showsInFull: () => true,
    showsRendition: (name) => !wantedRenditions || wantedRenditions.has(foldCase(name)),
  }
  const view = { data, links, loading }
  const relations = Array.from(compiledDefinitionOf(data, entity.definition).relations, ([name, ends]) => [
    name,
    relationResource(entity, ends, view),
  ])

  return {
    entity: {
      ...entityResource(entity, view),
      ...(loadPermissions && {
        requested_permissions: requestedPermissions(data, call.user, entity),
      }),
    },
    relations: Object.fromEntries(relations),
  }
}

function definitionsOf(
  { data, links }: Call,
  items: readonly Entity[],
  configuration: AggregateConfiguration | undefined,
) {
  const configured = configuration?.definitions.flatMap((name) => definitionNames(data, name)) ?? []
  const names = new Set([...items.map(({ definition }) => definition), ...configured])

  return Array.from(names, (name) =>
    definitionResource(compiledDefinitionOf(data, name).definition, { links, includesConditional: true }),
  )
}

function optionListsOf(
  { data, links }: Call,
  items: readonly Entity[],
  configuration: AggregateConfiguration | undefined,
) {
  const ofItems = items.flatMap(({ definition }) =>
    [...compiledDefinitionOf(data, definition).properties.values()].map(({ datasource }) => datasource),
  )
  const names = new Set(configuration ? configuration.datasources : ofItems)

  return Array.from(names).flatMap((name) => {
    const list = name ? optionListNamed(data, name) : undefined

    return list ? [optionListResource(list, links)] : []
  })
}

function settingsOf({ data }: Call): Record<string, Record<string, Json>> {
  const categories = entitiesOf(data, 'M.SettingCategory')

  return Object.fromEntries(
    categories.map((category) => [
      nameOf(category),
      Object.fromEntries(
        entitiesWithIds(data, relatedIds(category, 'SettingCategoryToSettings', 'children')).map(
          (setting) => [nameOf(setting), setting.properties['M.Setting.Value'] ?? null],
        ),
      ),
    ]),
  )
}

function nameOf({ definition, properties, identifier }: Entity): string {
  const name = properties[`${definition}.Name`]

  return typeof name === 'string' ? name : identifier
}
