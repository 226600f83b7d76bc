import { z } from 'zod'
import { queryEntities } from '../../model/query/query.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import { withIgnored } from '../../model/shared/ignored-members.ts'
import { Link } from '../../model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { withPreparedQuery } from '../../http/with-prepared-query.ts'
import type { Filter, SortKey } from '../../model/query/filter.ts'
import { definedNamesOf } from '../../model/query/names.ts'
import { sortKeys } from '../../model/query/sorting.ts'
import { takeOf } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { eitherBody } from '../../http/declaration/body.ts'
import { flag } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { decision, observed } from '../../http/declaration/source.ts'
import { entityResource } from '../../api/entities/entity-resource.ts'
import { loadOptionsFor, LoadConfiguration } from './load-configuration.ts'
import { MinimalSchema, minimalSchemas } from './minimal-schema.ts'
import { QueryFilter } from './query-filter.ts'
import { Sorting } from './sorting.ts'

/** Entities in a page when the request names no number, and at most. */
export const queryLimits = { take: 50, maxTake: 10_000 }

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

const QueryResult = z.object({
  items: z.array(z.object({ link: Link, entity: EntityResource.optional() })),
  total_items: z.int(),
  returned_items: z.int(),
  offset: z.int(),
  scroll_id: z.null(),
  minimal_schema_list: z.array(MinimalSchema).optional(),
})

/** The query by which existing clients read everything: entities by id, identifier or definition, single properties ... */
export const entityQuery: Route[] = [
  post(
    '/api/entities/query',
    withPreparedQuery(filterOf, query, ({ body }) => [...body.path, 'filter'], orderOf),
    {
      description: 'Finds entities by a filter and returns what the load configuration selects.',
      source: observed('existing clients'),
      decisions: [
        decision(
          'Enums are accepted as numbers or names. The load option Default selects the default culture, all properties and no relations.',
        ),
      ],
      access: 'read',
      headers: { minimalSchema: flag('Whether to include the schema of the loaded members.') },
      body: eitherBody('query', QueryBody, PlainQuery),
      replies: { 200: reply('A page of results.', QueryResult) },
    },
  ),
]

function filterOf({ body }: Call<unknown, QueryBody>): Filter {
  return body.query.filter ?? { kind: 'all' }
}

function orderOf({ data, body }: Call<unknown, QueryBody>): SortKey[] {
  return sortKeys(definedNamesOf(data), body.query.sorting, 'sorting')
}

function query(call: Call<unknown, QueryBody>): Reply {
  const { query, load_configuration, path } = call.body
  const skip = query.skip ?? 0
  const { entities, total } = queryEntities(call.data, {
    filter: filterOf(call),
    sort: orderOf(call),
    skip,
    take: takeOf(call, query.take, queryLimits, [...path, 'take']),
  })
  const loadOptionsOf = loadOptionsFor(call.data, load_configuration)

  return json({
    items: entities.map((entity) => ({
      link: call.links.entity(entity.id),
      ...(load_configuration.load_entities && {
        entity: entityResource(entity, {
          data: call.data,
          links: call.links,
          loading: loadOptionsOf(entity),
        }),
      }),
    })),
    total_items: total,
    returned_items: entities.length,
    offset: skip,
    scroll_id: null,
    ...(call.request.header('minimalschema')?.toLowerCase() === 'true' && {
      minimal_schema_list: minimalSchemas(call.data, entities, loadOptionsOf),
    }),
  })
}
