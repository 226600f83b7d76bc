import { z } from 'zod'
import { maxConditions } from '../../../data/model/query/filter.ts'
import { type QueryResult, sortKeys } from '../../../data/model/query/query.ts'
import { entityResource } from '../../api/entities/entity-reply.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import { isObject, Link } from '../../../data/model/shared/json.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import type { Call } from '../../http/call.ts'
import { withQuery, type RequestedQuery } from '../../http/with-query.ts'
import { definedNamesOf } from '../../../data/model/query/defined-names.ts'
import { takeOf } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { eitherBody, flag } from '../../http/declare-request.ts'
import { reply, post, decision, observed, queryBodyLimit, type Route } from '../../http/declare-route.ts'
import { loadOptionsFor, LoadConfiguration, MinimalSchema, minimalSchemas } from './load-configuration.ts'
import { QueryFilter } from './query-filter.ts'
import { Sorting } from './wire.ts'

/** Entities in a page when the request names no number, and at most; values in the conditions, together. */
export const queryLimits = { take: 50, maxTake: 10_000, values: 5000 }

export const optionalCount = z.int().nonnegative().nullish()

const Query = z.object({
  filter: QueryFilter.nullish(),
  sorting: Sorting,
  skip: optionalCount,
  take: optionalCount,
})
// one client sends it there too, with every option off
withIgnored(Query, ['load_configuration'])

const QueryBody = z
  .object({ query: Query, load_configuration: LoadConfiguration })
  .transform((body) => ({ ...body, path: ['query'] }))
/** `path`: where the query's members are in the body. */
type QueryBody = z.infer<typeof QueryBody>

/** The members of the query may also be at the top level of the body. */
const PlainQuery = Query.extend({ load_configuration: LoadConfiguration }).transform(
  ({ load_configuration, ...query }): QueryBody => ({ query, load_configuration, path: [] }),
)

const FoundEntities = z.object({
  items: z.array(z.object({ link: Link, entity: EntityResource.optional() })),
  total_items: z.int(),
  returned_items: z.int(),
  offset: z.int(),
  scroll_id: z.null(),
  minimal_schema_list: z.array(MinimalSchema).optional(),
})

/** The query by which existing clients read everything: entities by id, identifier or definition, single properties ... */
export const entityQuery: Route[] = [
  post('/api/entities/query', withQuery(read, respond), {
    description: 'Finds entities by a filter and returns what the load configuration selects.',
    source: observed('existing clients'),
    decisions: [
      decision(
        'Enums are accepted as numbers or names. The load option Default selects the default culture, all properties and no relations.',
      ),
      decision(
        'A query with more than 1,000 conditions or 5,000 values in them is rejected with 400, and one larger than 1 MiB with 413, as are larger searches.',
      ),
    ],
    access: 'read',
    bodyLimit: queryBodyLimit,
    headers: { minimalSchema: flag('Whether to include the schema of the loaded members.') },
    body: eitherBody('query', QueryBody, PlainQuery, rejectLarge),
    replies: { 200: reply('A page of results.', FoundEntities) },
  }),
]

/** Rejects a query before its names and values are read, which takes some 50 µs for each filter. */
function rejectLarge(body: object): void {
  const found = [body]
  let values = 0

  for (const outer of found) {
    for (const value of Object.values(outer)) {
      if (typeof value === 'object' && value !== null) found.push(value)
      else if (Array.isArray(outer)) values++
    }
  }

  const objects = found.filter(isObject).length

  // Of groups, each of several filters, there are fewer than conditions.
  if (objects <= 2 * maxConditions && values <= queryLimits.values) return

  throw new InvalidRequest({
    query: `Expected at most ${maxConditions} conditions with ${queryLimits.values} values in a query, not ${objects} objects with ${values}.`,
  })
}

function read(call: Call<unknown, QueryBody>): RequestedQuery {
  const { query, path } = call.body

  return {
    filter: query.filter ?? { kind: 'all' },
    sort: sortKeys(definedNamesOf(call.data), query.sorting, 'sorting'),
    skip: query.skip ?? 0,
    take: takeOf(call, query.take, queryLimits, [...path, 'take']),
    place: [...path, 'filter'],
  }
}

function respond(
  call: Call<unknown, QueryBody>,
  { entities, total }: QueryResult,
  { skip }: RequestedQuery,
): Reply {
  const { data, links, body, request } = call
  const loadOptionsOf = loadOptionsFor(data, body.load_configuration)

  return json({
    items: entities.map((entity) => ({
      link: links.entity(entity.id),
      ...(body.load_configuration.load_entities && {
        entity: entityResource(entity, { data, links, loading: loadOptionsOf(entity) }),
      }),
    })),
    total_items: total,
    returned_items: entities.length,
    offset: skip,
    scroll_id: null,
    ...(request.header('minimalschema')?.toLowerCase() === 'true' && {
      minimal_schema_list: minimalSchemas(data, entities, loadOptionsOf),
    }),
  })
}
