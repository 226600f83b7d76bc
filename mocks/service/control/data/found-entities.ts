import { z } from 'zod'
import { entityResource } from '../../api/entities/entity-reply.ts'
import { EntityResource, loadAll } from '../../api/entities/entity-schema.ts'
import { isObject, Labels, Json, Timestamp, UncheckedJson } from '../../../data/model/shared/json.ts'
import type { BodyCall, QueryCall, Call } from '../../http/call.ts'
import { withQuery, type RequestedQuery } from '../../http/with-query.ts'
import { pageMembersOf, pagedListOf, pageOf } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { oneOf, paging, text, count, names } from '../../http/declare-request.ts'
import { reply, ErrorBody, type Route } from '../../http/declare-route.ts'
import { get, post } from '../control-route.ts'
import { renditionsOf, valueOf } from '../../../data/model/files/renditions.ts'
import type { PropertyMember } from '../../../data/model/definitions/definition.ts'
import type { CommittedData } from '../../../data/model/data-tables.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { deleteEntities, updateEntity } from '../../../data/model/entities/entities.ts'
import { definitionField } from '../../../data/model/query/fields.ts'
import type { Filter, SortKey } from '../../../data/model/query/filter.ts'
import { parseExpression } from '../../../data/model/query/language/parser.ts'
import { definedNamesOf, unknownNames } from '../../../data/model/query/defined-names.ts'
import { queryEntities, type QueryResult, sortedBy } from '../../../data/model/query/query.ts'
import { titleOf } from '../../../data/model/entities/title.ts'
import { definitionNamed, unknownDefinitionMessage } from '../../../data/model/definitions/by-name.ts'
import {
  compiledDefinitionOf,
  propertyMembersOf,
  sides,
} from '../../../data/model/definitions/compiled-definition.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'

const pageLimits = { take: 100, maxTake: 1000 }

const unknown = z.array(z.string()).describe('Unknown names in `query`, each with a suggestion.')

const EntityListPage = pagedListOf(EntityResource).extend({ unknown })

const EntityRow = z.object({
  id: z.int(),
  identifier: z.string(),
  definition: z.string(),
  title: z.string(),
  version: z.int(),
  modified_on: Timestamp,
  has_thumbnail: z.boolean(),
  properties: z
    .record(z.string(), UncheckedJson)
    .describe(
      'Those of `members` as they are compared by queries: options by identifier, texts in one culture.',
    ),
  relations: z
    .record(z.string(), z.object({ count: z.int(), titles: z.array(z.string()) }))
    .describe('Those of `members`, with the titles of the first three related entities.'),
})
type EntityRow = z.infer<typeof EntityRow>

const EntityRows = pagedListOf(EntityRow).extend({
  unknown,
  sequence: z.int().describe('The sequence number of the latest change that the page contains.'),
  definitions: z
    .array(z.object({ name: z.string(), labels: Labels, count: z.int() }))
    .optional()
    .describe('Number of hits of each definition.'),
})

const parameters = {
  ...paging,
  query: text('An expression in the language of GET /api/entities/query.'),
  definition: text('Only entities of this definition.'),
  sort: text('A property, a system field or `title`.'),
  order: oneOf(['asc', 'desc'], 'Sort direction: ascending or descending.'),
}

const rowParameters = {
  ...parameters,
  members: names('Properties and relations to return; none by default.'),
  facets: oneOf(['definition'], 'Field to count hits by.'),
}

const EntityIds = z.object({ ids: z.array(z.int()).min(1).max(25_000) })
const EntityChanges = EntityIds.extend({ properties: z.record(z.string(), Json) })
const ChangedCount = z.object({ count: z.int().describe('The number of those that still existed.') })

/** Lists of entities for verbs and the console, and changes of several; the interface has none. */
export const entityList: Route[] = [
  get('/__sandbox/entities', withQuery(read, respond), {
    description: 'Finds entities, with the values of every culture.',
    query: parameters,
    replies: { 200: reply('A page of entities.', EntityListPage) },
  }),
  get('/__sandbox/rows', withQuery(read, respondWithRows), {
    description: 'Finds entities as rows of a table, with the columns that are asked for.',
    query: rowParameters,
    replies: { 200: reply('A page of rows.', EntityRows) },
  }),
  post('/__sandbox/entities/change', changeSeveral, {
    description: 'Sets properties of several entities, in one change; if one is rejected, none is changed.',
    body: EntityChanges,
    replies: { 200: reply('They were changed.', ChangedCount) },
  }),
  post('/__sandbox/entities/delete', deleteSeveral, {
    description: 'Deletes several entities and the references to them, in one change.',
    body: EntityIds,
    replies: { 200: reply('They were deleted.', ChangedCount) },
  }),
]

function expressionIn({ data, query: { query } }: QueryCall<typeof parameters>): Filter {
  const expression = query?.trim()

  return expression ? parseExpression(expression, definedNamesOf(data)) : all
}

function read(call: QueryCall<typeof parameters>): RequestedQuery {
  const { definition } = call.query
  const ofDefinition = definition ? [definitionField.is('Equals', [definition])] : []
  const [first = all, ...others] = [...ofDefinition, expressionIn(call)].filter((filter) => filter !== all)
  const filter: Filter = others.length === 0 ? first : { kind: 'and', filters: [first, ...others] }

  return { filter, sort: sortOf(call), ...pageOf(call, pageLimits) }
}

/** The members of both lists besides their items. */
function listMembers(
  call: QueryCall<typeof parameters>,
  { entities, total }: QueryResult,
  query: RequestedQuery,
) {
  return {
    ...pageMembersOf(call, query, { total, returned: entities.length }),
    unknown: unknownNames(call.data, query.filter, { reportDefinitions: true }),
  }
}

function respond(call: QueryCall<typeof parameters>, result: QueryResult, query: RequestedQuery): Reply {
  const view = { data: call.data, links: call.links, loading: loadAll }

  return json({
    items: result.entities.map((entity) => entityResource(entity, view)),
    ...listMembers(call, result, query),
  })
}

function respondWithRows(
  call: QueryCall<typeof rowParameters>,
  result: QueryResult,
  query: RequestedQuery,
): Reply {
  const { facets, members = [] } = call.query
  const chosen = new Set(members)

  return json({
    items: result.entities.map((entity) => rowOf(call, entity, chosen)),
    ...listMembers(call, result, query),
    sequence: call.sandbox.history.sequence,
    ...(facets ? { definitions: countByDefinition(call) } : {}),
  })
}

/** The list's own column takes precedence over a property of that name. */
function sortOf({ data, query: { sort: name, order } }: QueryCall<typeof parameters>): SortKey[] {
  const isTitle = name === 'title'
  const [key] = sortedBy(definedNamesOf(data), isTitle ? 'id' : name, { direction: order })

  return key ? [isTitle ? { ...key, by: { column: name } } : key] : []
}

/** How many related entities a row names. */
const maxTitles = 3

function rowOf({ data }: Call, entity: Entity, members: ReadonlySet<string>): EntityRow {
  const { properties, relations } = compiledDefinitionOf(data, entity.definition)
  const { id, identifier, definition, version, modifiedOn } = entity
  const chosen = [...properties.values()].filter(({ name }) => members.has(name))

  return {
    id,
    identifier,
    definition,
    title: titleOf(data, entity),
    version,
    modified_on: modifiedOn,
    has_thumbnail: renditionsOf(data, entity).includes('thumbnail'),
    properties: Object.fromEntries(chosen.map((member) => [member.name, shownValue(data, entity, member)])),
    relations: Object.fromEntries(
      [...relations.keys()]
        .filter((name) => members.has(name))
        .map((name) => {
          const ids = sides.flatMap((side) => relatedIds(entity, name, side))
          const shown = ids.slice(0, maxTitles).map((related) => data.entities.get(related))

          return [
            name,
            {
              count: ids.length,
              titles: shown.flatMap((related) => (related ? [titleOf(data, related)] : [])),
            },
          ]
        }),
    ),
  }
}

/** A value by culture in English, or else in its first culture; others as they are stored. */
function shownValue(data: CommittedData, entity: Entity, { name, is_multilanguage }: PropertyMember): Json {
  const value = valueOf(data, entity, name)

  return is_multilanguage && isObject(value) ? (value['en-US'] ?? Object.values(value)[0] ?? null) : value
}

/** The number of hits of each definition, even if the list is limited to one. */
function countByDefinition(call: QueryCall<typeof parameters>) {
  const { data } = call
  const filter = expressionIn(call)
  const isUnfiltered = filter === all
  const counts = new Map<string, number>()

  if (!isUnfiltered) {
    for (const entity of queryEntities(data, { filter, sort: [], skip: 0, take: Infinity }).entities) {
      counts.set(entity.definition, (counts.get(entity.definition) ?? 0) + 1)
    }
  }

  return Array.from(data.definitions.all(), ({ name, labels }) => ({
    name,
    labels,
    count: isUnfiltered ? data.entities.group('definition', name).size : (counts.get(name) ?? 0),
  }))
}

const all: Filter = { kind: 'all' }

function changeSeveral(call: BodyCall<typeof EntityChanges>): Reply {
  const { ids, properties } = call.body
  const count = call.change((draft, author) => {
    const entities = ids.map((id) => draft.entities.get(id)).filter((entity) => entity !== undefined)

    for (const entity of entities) updateEntity(draft, entity, { properties }, author)

    return entities.length
  })

  return json({ count })
}

function deleteSeveral(call: BodyCall<typeof EntityIds>): Reply {
  const { ids } = call.body
  const count = call.change((draft) => {
    const entities = ids.map((id) => draft.entities.get(id)).filter((entity) => entity !== undefined)

    deleteEntities(draft, entities)

    return entities.length
  })

  return json({ count })
}

const MandatoryValues = z.object({ properties: z.record(z.string(), Json) })

const mandatoryParameters = {
  given: names('Properties that already have a value.'),
  offset: count('Offset from the next entity to be created; each gets different values.'),
}

export const mandatoryValues: Route[] = [
  get('/__sandbox/mandatory-values/:definition', readMandatoryValues, {
    description: 'Returns generated values for the mandatory properties of a new entity. Nothing is changed.',
    query: mandatoryParameters,
    replies: {
      200: reply('The values.', MandatoryValues),
      404: reply('There is no such definition.', ErrorBody),
    },
  }),
]

async function readMandatoryValues(
  call: QueryCall<typeof mandatoryParameters, { definition: string }>,
): Promise<Reply> {
  const { data, sandbox } = call
  const name = call.params.definition
  const given = new Set(call.query.given)
  const definition = definitionNamed(data, name)

  if (!definition) throw new NotFound(unknownDefinitionMessage(data, name))

  const members = propertyMembersOf(definition).filter(
    (member) => member.is_mandatory && !given.has(member.name),
  )
  const index = (call.stateForRequest.data.sequences.get('entity') ?? 0) + (call.query.offset ?? 0)
  const { seed } = call.control
  const properties =
    members.length === 0
      ? {}
      : await sandbox.generator.values(members, { data, definition: definition.name, seed, index })

  return json({ properties } satisfies z.infer<typeof MandatoryValues>)
}
