import { z } from 'zod'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { definitionField, fullTextField } from '../../../data/model/query/fields.ts'
import type { Filter, SortKey } from '../../../data/model/query/filter.ts'
import { parseExpression } from '../../../data/model/query/language/parser.ts'
import { definedNamesOf } from '../../../data/model/query/defined-names.ts'
import type { QueryResult } from '../../../data/model/query/query.ts'
import { directions, sortedBy } from '../../../data/model/query/sorting.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import type { QueryCall } from '../../http/call.ts'
import { withQuery, type RequestedQuery } from '../../http/with-query.ts'
import { pageLimits, pageMembersOf, pageMembers, pageOf, list } from '../../http/replies/paging.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { names, oneOf, paging, text } from '../../http/declare-request.ts'
import { reply, getAndHead, decision, observed, type Route } from '../../http/declare-route.ts'
import { definitionByNameOrId } from '../definitions/select-definitions.ts'
import { entityReplies, loadParameters } from '../../api/entities/entity-reply.ts'

const EntityPage = z.object({ items: z.array(EntityResource), ...pageMembers }).meta({ id: 'EntityPage' })

export const expressionParameters = { query: text("An expression, such as Definition.Name=='M.Asset'.") }

export const listParameters = {
  ...paging,
  sort: text('A property or a system field; descending with a leading "-".'),
  order: oneOf(directions, 'Sort direction: ascending or descending.'),
  sortCulture: text('The culture of the values to sort by.'),
  ...loadParameters,
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

function readExpression(
  call: QueryCall<typeof listParameters & typeof expressionParameters>,
): RequestedQuery {
  return readPage(call, expressionOf(call), 'query')
}

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
