import { z } from 'zod'
import { entityResource } from '../../api/entities/entity-resource.ts'
import { loadAll } from '../../api/entities/entity-schema.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import { Labels, Json } from '../../../data/model/shared/json.ts'
import type { QueryCall, Call } from '../../http/call.ts'
import { withQuery, type RequestedQuery } from '../../http/with-query.ts'
import { pageMembersOf, pageMembers, pageOf } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { oneOf, paging, text, count, names } from '../../http/declaration/parameters.ts'
import { reply, ErrorBody, type Route } from '../../http/declaration/declare-route.ts'
import { get } from '../control-route.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { definitionField } from '../../../data/model/query/fields.ts'
import { computedColumns, type Filter, type SortKey } from '../../../data/model/query/filter.ts'
import { parseFilterText } from '../../../data/model/query/filter-text.ts'
import { parseExpression } from '../../../data/model/query/language/parser.ts'
import { definedNamesOf, unknownNames } from '../../../data/model/query/defined-names.ts'
import { queryEntities, type QueryResult } from '../../../data/model/query/query.ts'
import { sortedBy } from '../../../data/model/query/sorting.ts'
import { titleOf } from '../../../data/model/entities/title.ts'
import { definitionNamed, unknownDefinitionMessage } from '../../../data/model/definitions/by-name.ts'
import { propertyMembersOf } from '../../../data/model/definitions/compiled-definition.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'

const pageLimits = { take: 100, maxTake: 1000 }

/** An entity in every culture, with the additional columns of a list. */
const EntityListItem = EntityResource.extend({
  title: z.string(),
  relation_counts: z.record(z.string(), z.int()),
})
type EntityListItem = z.infer<typeof EntityListItem>

const EntityListPage = z.object({
  items: z.array(EntityListItem),
  ...pageMembers,
  terms: z
    .array(z.object({ text: z.string(), problem: z.string().optional() }))
    .readonly()
    .describe('How each term of `q` was interpreted.'),
  unknown: z.array(z.string()).describe('Unknown names in `query`, each with a suggestion.'),
  definitions: z
    .array(z.object({ name: z.string(), labels: Labels, count: z.int() }))
    .optional()
    .describe('Number of hits of each definition.'),
})

const parameters = {
  ...paging,
  q: text('Search text as typed by a user.'),
  query: text('An expression in the language of GET /api/entities/query.'),
  definition: text('Only entities of this definition.'),
  sort: text('A property, a system field, `title` or `relation_counts`, by their sum.'),
  order: oneOf(['asc', 'desc'], 'Sort direction: ascending or descending.'),
  facets: oneOf(['definition'], 'Field to count hits by.'),
}

/** A list of entities for the console; the interface has none. */
export const entityList: Route[] = [
  get('/__sandbox/entities', withQuery(read, respond), {
    description: 'Searches and lists entities.',
    query: parameters,
    replies: { 200: reply('A page of entities.', EntityListPage) },
  }),
]

/** The filter of the search text and the query expression. */
function searchOf({ data, query }: QueryCall<typeof parameters>) {
  const { filter: typed, terms } = parseFilterText(query.q ?? '', data)
  const expression = query.query?.trim()
  const parsed = expression ? parseExpression(expression, definedNamesOf(data)) : all

  return {
    filter: allOf(parsed, typed),
    terms,
    unknown: unknownNames(data, parsed, { reportDefinitions: true }),
  }
}

function read(call: QueryCall<typeof parameters>): RequestedQuery {
  const { definition } = call.query
  const ofDefinition = definition ? definitionField.is('Equals', [definition]) : all
  const filter = allOf(ofDefinition, searchOf(call).filter)

  return { filter, sort: sortOf(call), ...pageOf(call, pageLimits) }
}

function respond(
  call: QueryCall<typeof parameters>,
  { entities, total }: QueryResult,
  query: RequestedQuery,
): Reply {
  const { filter, terms, unknown } = searchOf(call)

  return json({
    items: entities.map((entity) => listItem(call, entity)),
    ...pageMembersOf(call, query, { total, returned: entities.length }),
    terms,
    unknown,
    ...(call.query.facets ? { definitions: countByDefinition(call, filter) } : {}),
  })
}

/** The list's own columns take precedence over properties of the same names. */
function sortOf({ data, query: { sort: name, order } }: QueryCall<typeof parameters>): SortKey[] {
  const column = computedColumns.find((each) => each === name)
  const [key] = sortedBy(definedNamesOf(data), column ? 'id' : name, { direction: order })

  return key ? [column ? { ...key, by: { column } } : key] : []
}

function listItem(call: Call, entity: Entity): EntityListItem {
  const resource = entityResource(entity, {
    data: call.data,
    links: call.links,
    loading: loadAll,
  })

  return { ...resource, title: titleOf(call.data, entity), relation_counts: relationCounts(entity) }
}

function relationCounts(entity: Entity): Record<string, number> {
  return Object.fromEntries(
    Object.entries(entity.relations).map(([name, { parents = [], children = [] }]) => [
      name,
      parents.length + children.length,
    ]),
  )
}

/** The number of hits of each definition, even if the list is limited to one. */
function countByDefinition(call: Call, filter: Filter) {
  const { data } = call
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

/** What fits every filter; those that everything fits are omitted. */
function allOf(...filters: readonly Filter[]): Filter {
  const isEmpty = (filter: Filter) => filter === all || (filter.kind === 'and' && filter.filters.length === 0)
  const [first = all, ...others] = filters.filter((filter) => !isEmpty(filter))

  return others.length === 0 ? first : { kind: 'and', filters: [first, ...others] }
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
  const index = (call.state.data.sequences.get('entity') ?? 0) + (call.query.offset ?? 0)
  const { seed } = call.control
  const properties =
    members.length === 0
      ? {}
      : await sandbox.generator.values(members, { data, definition: definition.name, seed, index })

  return json({ properties } satisfies z.infer<typeof MandatoryValues>)
}
