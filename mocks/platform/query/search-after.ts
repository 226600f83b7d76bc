import { z } from 'zod'
import { withIgnored } from '../../model/shared/ignored-members.ts'
import { readValidJson } from '../../model/shared/json-problems.ts'
import { Json } from '../../model/shared/json.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import type { QueryCall, Call } from '../../http/call.ts'
import { withPreparedQuery } from '../../http/with-prepared-query.ts'
import { pageLimits, takeOf } from '../../http/replies/paging.ts'
import { list } from '../../http/replies/list.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { reply } from '../../http/declaration/reply.ts'
import { post, getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import type { Filter, SortKey } from '../../model/query/filter.ts'
import { queryEntities, type QueryResult } from '../../model/query/query.ts'
import { definedNamesOf } from '../../model/query/names.ts'
import { positionOf, sortKeys, type Position } from '../../model/query/sorting.ts'
import { texts } from '../../http/declaration/parameters.ts'
import { checked } from '../../model/shared/checked.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import type { Data } from '../../model/tables.ts'
import { entityReplies } from '../../api/entities/entity-reply.ts'
import { entityResource } from '../../api/entities/entity-resource.ts'
import { optionalCount, queryLimits } from './entity-query.ts'
import { expressionParameters, expressionOf, listParameters, sortOf } from './query.ts'
import { loadOptionsFor, LoadConfiguration } from './load-configuration.ts'
import { MinimalSchema, minimalSchemas } from './minimal-schema.ts'
import { SearchAfterFilter } from './search-after-filter.ts'
import { Sorting } from './sorting.ts'

const SearchAfterBody = z.object({
  filter: SearchAfterFilter.nullish(),
  take: optionalCount,
  sorting: Sorting,
  /** `last_hit_data` of the page before. */
  search_after: z.array(z.string()).nullish().transform(readCursor),
  load_configuration: LoadConfiguration,
})

type SearchAfterBody = z.infer<typeof SearchAfterBody>
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
  searchAfter: texts('The last_hit_data of the page before, as JSON or one parameter each.'),
  ...unskipped,
}

/** Goes through any number of entities: each page starts behind the last hit of the one before. */
export const searchAfter: Route[] = [
  post('/api/entities/searchAfter', withPreparedQuery(filterOf, search, ['filter'], bodyOrder), {
    description:
      'Finds any number of entities, page by page: each starts behind the last hit of the one before.',
    source: observed('existing clients'),
    access: 'read',
    body: SearchAfterBody,
    replies: { 200: reply('A page of results.', SearchAfterResult) },
  }),
  getAndHead(
    '/api/entities/searchAfter',
    withPreparedQuery(expressionOf, searchByExpression, 'query', queryOrder),
    {
      description: 'Finds any number of entities by an expression, page by page.',
      source: observed('the public documentation'),
      query: parameters,
      replies: { 200: reply('A page of results.', FoundPage) },
    },
  ),
]

const newestFirst: SortKey = { by: { system: 'created_on' }, descending: true }

function filterOf({ body }: Call<unknown, SearchAfterBody>): Filter {
  return body.filter ?? { kind: 'all' }
}

function bodyOrder({ data, body }: Call<unknown, SearchAfterBody>): readonly SortKey[] {
  const keys = sortKeys(definedNamesOf(data), body.sorting, 'sorting')

  return keys.length > 0 ? keys : [newestFirst]
}

function search(call: Call<unknown, SearchAfterBody>): Reply {
  const { body } = call
  const sort = bodyOrder(call)
  const { entities, total } = queryEntities(call.data, {
    filter: filterOf(call),
    sort,
    skip: 0,
    take: takeOf(call, body.take, queryLimits, ['take']),
    after: fitting(body.search_after, sort, 'search_after'),
  })
  const loadOptionsOf = loadOptionsFor(call.data, body.load_configuration)

  return json({
    items: entities.map((entity) =>
      entityResource(entity, { data: call.data, links: call.links, loading: loadOptionsOf(entity) }),
    ),
    ...pageCounts(call.data, sort, { entities, total }),
    minimal_schema_list: minimalSchemas(call.data, entities, loadOptionsOf),
  })
}

function pageCounts(data: Data, sort: readonly SortKey[], { entities, total }: QueryResult) {
  const last = entities.at(-1)

  return {
    total_items: total,
    returned_items: entities.length,
    last_hit_data: last ? cursorOf(positionOf(data, sort, last)) : [],
  }
}

/** The JSON of each sort value, then the id. */
function cursorOf({ values, id }: Position): string[] {
  return [...values.map((value) => JSON.stringify(value)), String(id)]
}

/** @throws {InvalidRequest} 400 when a cursor is one of another order: it has a value for each key of its own */
function fitting(cursor: Position | undefined, sort: readonly SortKey[], name: string): Position | undefined {
  if (cursor && cursor.values.length !== sort.length) throw new InvalidRequest({ [name]: unfit })

  return cursor
}

function queryOrder(call: QueryCall<typeof unskipped>): readonly SortKey[] {
  const keys = sortOf(call)

  return keys.length > 0 ? keys : [newestFirst]
}

function searchByExpression(call: QueryCall<typeof parameters>): Reply {
  const { data } = call
  const sort = queryOrder(call)
  const { entities, total } = queryEntities(data, {
    filter: expressionOf(call),
    sort,
    skip: 0,
    take: takeOf(call, call.query.take, pageLimits),
    after: fitting(checked(Cursor, call.query.searchAfter, 'searchAfter'), sort, 'searchAfter'),
  })

  return list(entityReplies(call, entities), pageCounts(data, sort, { entities, total }))
}

const unfit = 'Expected the last_hit_data of the previous page, unchanged.'

/** `last_hit_data` of the page before; in an address it may be one text of JSON. */
const Cursor = z
  .array(z.string())
  .nullish()
  .transform((texts) => (texts?.length === 1 ? (parseList(texts[0] ?? '') ?? texts) : texts))
  .transform(readCursor)

function parseList(text: string): string[] | undefined {
  try {
    const parsed = z.array(z.string()).safeParse(readValidJson(text))

    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function readCursor(texts: string[] | null | undefined, context: z.RefinementCtx): Position | undefined {
  if (!texts || texts.length === 0) return undefined

  try {
    const parts = texts.map((text) => Json.parse(readValidJson(text)))

    return { values: parts.slice(0, -1), id: z.int().parse(parts.at(-1)) }
  } catch {
    context.addIssue(unfit)

    return z.NEVER
  }
}
