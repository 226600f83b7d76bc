import { InvalidRequest } from '../../model/shared/errors.ts'
import { parseExpression } from '../../model/query/expression.ts'
import { systemFields, type Filter, type SortKey } from '../../model/query/filter.ts'
import { queryEntities } from '../../model/query/query.ts'
import type { Call } from '../../http/call.ts'
import { pageLinks, pageOf } from '../../http/replies/paging.ts'
import { list, type Reply } from '../../http/replies/reply.ts'
import { oneOf, paging, text } from '../../http/declaration/parameters.ts'
import { anyObject, reply } from '../../http/declaration/reply.ts'
import { read, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { byNameOrId } from '../definitions/entity-definitions.ts'
import { entityReplies, loading } from '../../api/entities/entity-reply.ts'

/** Entities in a page when the request names no number, and at most. */
const pageLimits = { take: 50, most: 1000 }

/** Query parameters of every list of entities. */
const listing = {
  ...paging,
  sort: text('A property or a system field.'),
  order: oneOf(['asc', 'desc'], 'Whether the least or the greatest comes first.'),
  sortCulture: text('The culture whose values are sorted by.'),
  ...loading,
}

/** Lists of entities. The interface has none; these are the ones of the public documentation. */
export const queries: Route[] = [
  read('/api/entities/query', query, {
    does: 'Finds entities by an expression.',
    source: observed('the public documentation'),
    query: { query: text('The expression; all entities when left out.'), ...listing },
    replies: { 200: reply('A page of what was found.', anyObject) },
  }),
  read('/api/entitydefinitions/:name/entities', entitiesOfDefinition, {
    does: 'Lists the entities of a definition.',
    source: observed('the public documentation'),
    params: { name: text('Name of a definition, or its id.') },
    query: listing,
    replies: { 200: reply('A page of entities.', anyObject) },
  }),
]

function query(call: Call): Reply {
  const expression = call.query.get('query')?.trim()

  return answer(call, expression ? parseExpression(expression) : { kind: 'all' })
}

function entitiesOfDefinition(call: Call<{ name: string }>): Reply {
  const { name } = byNameOrId(call.data, call.params.name)

  return answer(call, { kind: 'system', field: 'definition', operator: 'Equals', values: [name] })
}

function answer(call: Call, filter: Filter): Reply {
  const page = pageOf(call, pageLimits)
  const { entities, total } = queryEntities(call.data, { filter, sort: sortOf(call), ...page })

  return list(entityReplies(call, entities), pageLinks(call, page, { total, returned: entities.length }))
}

/** `sort` is a property or a system field, `order` is `asc` or `desc`. */
function sortOf(call: Call): SortKey[] {
  const name = call.query.get('sort')
  const order = (call.query.get('order') || 'asc').toLowerCase()

  if (order !== 'asc' && order !== 'desc') {
    throw new InvalidRequest({ order: `Expected "asc" or "desc", not "${order}".` })
  }
  if (!name) return []

  const field = systemFields.find((system) => system === name.toLowerCase())
  const by = field
    ? { system: field }
    : { property: name, culture: call.query.get('sortCulture') ?? undefined }

  return [{ by, descending: order === 'desc' }]
}
