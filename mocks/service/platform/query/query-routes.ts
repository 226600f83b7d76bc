import { z } from 'zod'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { definitionField, fullTextField } from '../../../data/model/query/fields.ts'
import type { Filter, SortKey } from '../../../data/model/query/filter.ts'
import { parseExpression } from '../../../data/model/query/language/parser.ts'
import { definedNamesOf } from '../../../data/model/query/defined-names.ts'
import {
  type QueryResult,
  directions,
  sortedBy,
  positionOf,
  sortKeys,
  type Position,
} from '../../../data/model/query/query.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import type { QueryCall, BodyCall } from '../../http/call.ts'
import { withQuery, type RequestedQuery } from '../../http/with-query.ts'
import { pageLimits, pageMembersOf, pageMembers, pageOf, list, takeOf } from '../../http/replies/paging.ts'
import { type Reply, json } from '../../http/replies/reply.ts'
import { names, oneOf, paging, text, texts } from '../../http/declare-request.ts'
import { reply, getAndHead, decision, observed, type Route, post } from '../../http/declare-route.ts'
import { definitionByNameOrId } from '../definitions/entity-definitions.ts'
import { entityReplies, entityReplyParameters, entityResource } from '../../api/entities/entity-reply.ts'
import { Json, Link } from '../../../data/model/shared/json.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { readValidJson } from '../../../data/model/shared/read-json.ts'
import { pathWithin } from '../../http/access/address.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { optionalCount, queryLimits } from './entity-query.ts'
import { loadOptionsFor, LoadConfiguration, MinimalSchema, minimalSchemas } from './load-configuration.ts'
import { SearchAfterFilter } from './search-after-filter.ts'
import { Sorting } from './wire.ts'

const EntityPage = z.object({ items: z.array(EntityResource), ...pageMembers }).meta({ id: 'EntityPage' })

export const expressionParameters = { query: text("An expression, such as Definition.Name=='M.Asset'.") }

export const listParameters = {
  ...paging,
  sort: text('A property or a system field; descending with a leading "-".'),
  order: oneOf(directions, 'Sort direction: ascending or descending.'),
  sortCulture: text('The culture of the values to sort by.'),
  ...entityReplyParameters,
  pageSize: text('Has no effect; some programs send it.'),
}

/** Lists of entities, as in the public documentation; the interface has none. */
export const queries: Route[] = [
  getAndHead('/api/entities/query', withQuery(readExpression, page), {
    description: 'Finds entities by an expression.',
    source: observed('the public documentation'),
    decisions: [
      decision(
        'Equals and NotEquals compare exactly; Contains, StartsWith and EndsWith are case-insensitive. A value of an option list is compared by its identifier; if a property has several values, one match suffices.',
      ),
      decision(
        'An invalid expression is rejected with 400 and the position of the error. An unknown name in sort, a name without an operator, and a page of more than 1,000 entities are rejected with 400, too. An unknown definition matches nothing, and neither does an unknown property in a typed test.',
      ),
    ],
    query: { ...expressionParameters, ...listParameters },
    replies: { 200: reply('A page of results.', EntityPage) },
  }),
  getAndHead('/api/entities/search', withQuery(readWords, page), {
    description: 'Finds entities by words, of some definitions or all.',
    source: observed('programs that search'),
    query: {
      query: text('Words that occur in the entity; all entities if omitted.'),
      definitionNames: names('Names of definitions.'),
      ...listParameters,
    },
    replies: { 200: reply('A page of results.', EntityPage) },
  }),
  getAndHead('/api/entitydefinitions/:name/entities', withQuery(readOfDefinition, page), {
    description: 'Lists the entities of a definition.',
    source: observed('the public documentation'),
    params: { name: text('Name of a definition, or its id.') },
    query: listParameters,
    replies: { 200: reply('A page of entities.', EntityPage) },
  }),
]

function readWords(
  call: QueryCall<
    typeof listParameters & typeof expressionParameters & { definitionNames: ReturnType<typeof names> }
  >,
): RequestedQuery {
  const { query, definitionNames = [] } = call.query
  const filters = [
    ...(query?.trim() ? [fullTextField.is('Equals', [query])] : []),
    ...(definitionNames.length > 0 ? [definitionField.is('Equals', definitionNames)] : []),
  ]

  return readPage(call, { kind: 'and', filters }, 'definitionNames')
}

function readOfDefinition(call: QueryCall<typeof listParameters, { name: string }>): RequestedQuery {
  const { name } = definitionByNameOrId(call.data, call.params.name)

  return readPage(call, definitionField.is('Equals', [name]))
}

function readExpression(
  call: QueryCall<typeof listParameters & typeof expressionParameters>,
): RequestedQuery {
  return readPage(call, expressionOf(call), 'query')
}

/** @throws {InvalidRequest} when the expression is missing or invalid */
export function expressionOf({ data, query }: QueryCall<typeof expressionParameters>): Filter {
  const text = query.query?.trim()

  if (!text) {
    throw new InvalidRequest({ query: "Expected an expression, such as Definition.Name=='M.Asset'." })
  }

  return parseExpression(text, definedNamesOf(data))
}

function readPage(call: QueryCall<typeof listParameters>, filter: Filter, place?: string): RequestedQuery {
  if ((call.query.take ?? 0) > pageLimits.maxTake) {
    throw new InvalidRequest({ take: `Expected at most ${pageLimits.maxTake} entities in a page.` })
  }

  return { filter, sort: sortOf(call), ...pageOf(call), place }
}

function page(
  call: QueryCall<typeof listParameters>,
  { entities, total }: QueryResult,
  query: RequestedQuery,
): Reply {
  return list(entityReplies(call, entities), pageMembersOf(call, query, { total, returned: entities.length }))
}

/** The order that `sort`, `order` and `sortCulture` ask for. */
export function sortOf({ data, query }: QueryCall<typeof listParameters>): SortKey[] {
  return sortedBy(definedNamesOf(data), query.sort, { direction: query.order, culture: query.sortCulture })
}

const SearchAfterBody = z.object({
  filter: SearchAfterFilter.nullish(),
  take: optionalCount,
  sorting: Sorting,
  /** `last_hit_data` of the page before. */
  search_after: z.array(z.string()).nullish(),
  load_configuration: LoadConfiguration,
})
withIgnored(SearchAfterBody, ['nested_relations', 'renditions'])

const FoundPage = z.object({
  items: z.array(EntityResource),
  total_items: z.int(),
  returned_items: z.int(),
  last_hit_data: z.array(z.string()),
})
const SearchAfterResult = FoundPage.extend({ minimal_schema_list: z.array(MinimalSchema) })

/** A page starts behind the last hit, not after a number of items. */
const { skip: _, ...unskipped } = listParameters

const parameters = {
  ...expressionParameters,
  searchAfter: texts(
    'The last_hit_data of the page before: as JSON, separated by commas, or one parameter each.',
  ),
  ...unskipped,
}

const scrollParameters = {
  ...expressionParameters,
  identifier: text('The place of the page in the scroll: follow `next`.'),
  ...unskipped,
}

const ScrollPage = FoundPage.omit({ last_hit_data: true }).extend({
  identifier: z.string().optional(),
  next: Link.optional(),
  self: Link,
})

/** Goes through any number of entities: each page starts behind the last hit of the one before. */
export const searchAfter: Route[] = [
  post('/api/entities/searchAfter', withQuery(read, respond), {
    description:
      'Finds any number of entities, page by page: each starts behind the last hit of the one before.',
    source: observed('existing clients'),
    access: 'read',
    body: SearchAfterBody,
    replies: { 200: reply('A page of results.', SearchAfterResult) },
  }),
  getAndHead(
    '/api/entities/searchAfter',
    withQuery((call) => readAfter(call, call.query.searchAfter ?? [], 'searchAfter'), respondToExpression),
    {
      description: 'Finds any number of entities by an expression, page by page.',
      source: observed('the public documentation'),
      query: parameters,
      replies: { 200: reply('A page of results.', FoundPage) },
    },
  ),
  getAndHead('/api/entities/scroll', withQuery(readScroll, respondToScroll), {
    description: 'Scrolls through all entities of a query: each page links to the next one.',
    source: observed('the public documentation'),
    decisions: [
      decision(
        'A scroll does not expire. It goes on after the last entity of a page, whatever was changed or deleted in between; the last page has no `next`.',
      ),
    ],
    query: scrollParameters,
    replies: { 200: reply('A page of results.', ScrollPage) },
  }),
]

function read(call: BodyCall<typeof SearchAfterBody>): RequestedQuery {
  const { data, body } = call
  const sort = newestFirstOr(sortKeys(definedNamesOf(data), body.sorting, 'sorting'))

  return {
    filter: body.filter ?? { kind: 'all' },
    sort,
    skip: 0,
    take: takeOf(call, body.take, queryLimits, ['take']),
    after: positionIn(body.search_after ?? [], sort, 'search_after'),
    place: ['filter'],
  }
}

function respond(call: BodyCall<typeof SearchAfterBody>, result: QueryResult, query: RequestedQuery): Reply {
  const { data, links, body } = call
  const loadOptionsOf = loadOptionsFor(data, body.load_configuration)

  return json({
    items: result.entities.map((entity) =>
      entityResource(entity, { data, links, loading: loadOptionsOf(entity) }),
    ),
    ...pageCounts(data, result, query),
    minimal_schema_list: minimalSchemas(data, result.entities, loadOptionsOf),
  })
}

function readScroll(call: QueryCall<typeof scrollParameters>): RequestedQuery {
  const { identifier } = call.query

  return readAfter(call, identifier === undefined ? [] : [identifier], 'identifier')
}

function readAfter(
  call: QueryCall<typeof expressionParameters & typeof listParameters>,
  cursor: readonly string[],
  member: string,
): RequestedQuery {
  const sort = newestFirstOr(sortOf(call))

  return {
    filter: expressionOf(call),
    sort,
    skip: 0,
    take: takeOf(call, call.query.take, pageLimits),
    after: positionIn(cursor, sort, member),
    place: 'query',
  }
}

function respondToScroll(
  call: QueryCall<typeof scrollParameters>,
  result: QueryResult,
  query: RequestedQuery,
): Reply {
  const path = pathWithin(call.request.path)
  const { last_hit_data, ...counts } = pageCounts(call.data, result, query)
  const isLast = result.entities.length < query.take || (!query.after && result.total === query.take)
  const identifier = JSON.stringify(last_hit_data)
  const next = new URLSearchParams(call.rawQuery)

  next.set('identifier', identifier)

  return list(entityReplies(call, result.entities), {
    ...counts,
    ...(!isLast && last_hit_data.length > 0 && { identifier, next: call.links.to(`${path}?${next}`) }),
    self: call.links.to(`${path}?${call.request.search}`),
  })
}

function respondToExpression(
  call: QueryCall<typeof parameters>,
  result: QueryResult,
  query: RequestedQuery,
): Reply {
  return list(entityReplies(call, result.entities), pageCounts(call.data, result, query))
}

function newestFirstOr(sort: readonly SortKey[]): readonly SortKey[] {
  return sort.length > 0 ? sort : [{ by: { system: 'created_on' }, descending: true }]
}

function pageCounts(data: Data, { entities, total }: QueryResult, { sort }: RequestedQuery) {
  const last = entities.at(-1)

  return {
    total_items: total,
    returned_items: entities.length,
    // The JSON of each sort value, then the id.
    last_hit_data: last
      ? [...positionOf(data, sort, last).values, last.id].map((each) => JSON.stringify(each))
      : [],
  }
}

/**
 * The position in a cursor; in an address, the cursor may be one text: its JSON, or its items separated by commas.
 *
 * @throws {InvalidRequest} 400 when it is malformed, or of another order: it has a value for each sort key
 */
function positionIn(
  texts: readonly string[],
  sort: readonly SortKey[],
  member: string,
): Position | undefined {
  if (texts.length === 0) return undefined

  try {
    const parts = z.array(Json).parse(readValidJson(`[${texts.join()}]`))
    const [list] = parts

    if (parts.length === 1 && Array.isArray(list)) return positionIn(list.map(String), sort, member)
    const [values, id] = [parts.slice(0, -1), z.int().parse(parts.at(-1))]

    if (values.length === sort.length) return { values, id }
  } catch {
    // malformed
  }

  throw new InvalidRequest({ [member]: 'Expected the last_hit_data of the previous page, unchanged.' })
}
