import { z } from 'zod'
import { InvalidRequest } from '../../model/shared/errors.ts'
import type { Filter, SortKey } from '../../model/query/filter.ts'
import { parseExpression } from '../../model/query/language/filter-of.ts'
import { namesOf } from '../../model/query/names.ts'
import { queryEntities } from '../../model/query/query.ts'
import { orders, sortedBy } from '../../model/query/sort-name.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import type { QueryCall } from '../../http/call.ts'
import { indexed } from '../../http/indexed.ts'
import { pageLinks, pageMembers, pageOf } from '../../http/replies/paging.ts'
import { list } from '../../http/replies/list.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { oneOf, paging, text } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { getAndHead, type Route } from '../../http/declaration/route.ts'
import { decision, observed } from '../../http/declaration/source.ts'
import { byNameOrId } from '../definitions/select-definitions.ts'
import { entityReplies, loadParameters } from '../../api/entities/entity-reply.ts'

/** Entities in a page when the request names no number, and at most. */
export const pageLimits = { take: 25, maxTake: 1000 }

const EntityPage = z.object({ items: z.array(EntityResource), ...pageMembers }).meta({ id: 'EntityPage' })

export const expression = { query: text("An expression, such as Definition.Name=='M.Asset'.") }

/** Query parameters of every list of entities. */
export const listing = {
  ...paging,
  sort: text('A property or a system field; descending with a leading "-".'),
  order: oneOf(orders, 'Sort direction: ascending or descending.'),
  sortCulture: text('The culture whose values are sorted by.'),
  ...loadParameters,
  pageSize: text('Has no effect; some programs send it.'),
}

/** Lists of entities. The interface has none; these are the ones of the public documentation. */
export const queries: Route[] = [
  getAndHead('/api/entities/query', indexed(expressionOf, query, 'query', sortOf), {
    description: 'Finds entities by an expression.',
    source: observed('the public documentation'),
    decisions: [
      decision(
        'Equals and NotEquals compare exactly; Contains, StartsWith and EndsWith ignore letter case. A value of an option list is compared by its identifier, and one of several values suffices.',
      ),
      decision(
        'A broken expression is 400 with its position; so are an unknown name in sort and one without an operator, and more than 1,000 in a page. An unknown definition finds nothing, and so does an unknown member in a test of its type.',
      ),
    ],
    query: { ...expression, ...listing },
    replies: { 200: reply('A page of results.', EntityPage) },
  }),
  getAndHead(
    '/api/entitydefinitions/:name/entities',
    indexed(ofDefinition, entitiesOfDefinition, undefined, sortOf),
    {
      description: 'Lists the entities of a definition.',
      source: observed('the public documentation'),
      params: { name: text('Name of a definition, or its id.') },
      query: listing,
      replies: { 200: reply('A page of entities.', EntityPage) },
    },
  ),
]

function query(call: QueryCall<typeof listing & typeof expression>): Reply {
  return respond(call, expressionOf(call))
}

/** @throws {InvalidRequest} 400 when there is none, or it can't be read */
export function expressionOf(call: QueryCall<typeof expression>): Filter {
  const text = call.query.query?.trim()

  if (!text) {
    throw new InvalidRequest({ query: "Expected an expression, such as Definition.Name=='M.Asset'." })
  }

  return parseExpression(text, namesOf(call.data))
}

function ofDefinition({ data, params }: QueryCall<typeof listing, { name: string }>): Filter {
  return { kind: 'definition', names: [byNameOrId(data, params.name).name], ids: [] }
}

function entitiesOfDefinition(call: QueryCall<typeof listing, { name: string }>): Reply {
  return respond(call, ofDefinition(call))
}

function respond(call: QueryCall<typeof listing>, filter: Filter): Reply {
  const page = pageOf(call, pageLimits)

  if ((call.query.take ?? 0) > pageLimits.maxTake) {
    throw new InvalidRequest({ take: `Expected at most ${pageLimits.maxTake} entities in a page.` })
  }

  const { entities, total } = queryEntities(call.data, { filter, sort: sortOf(call), ...page })

  return list(entityReplies(call, entities), pageLinks(call, page, { total, returned: entities.length }))
}

/** The order that `sort`, `order` and `sortCulture` ask for. */
export function sortOf({ data, query }: QueryCall<typeof listing>): SortKey[] {
  return sortedBy(namesOf(data), { name: query.sort, order: query.order, culture: query.sortCulture })
}
