import type { Call } from '../../http/call.ts'
import { post, getAndHead, type Operation, type Route } from '../../http/declaration/route.ts'
import { reply } from '../../http/declaration/reply.ts'
import { observed } from '../../http/declaration/source.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { entityResource } from '../../api/entities/entity-resource.ts'
import type { LoadOptions } from '../../api/entities/loading.ts'
import type { Filter, SortKey } from '../../model/query/filter.ts'
import { foldCase } from '../../model/shared/letter-case.ts'
import { definedNamesOf, fieldNamed } from '../../model/query/names.ts'
import { idsFoundInSlices, prepareQuery } from '../../model/query/prepare.ts'
import { idsFound, queryEntities } from '../../model/query/query.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { entitiesWithIds } from '../../model/entities/references.ts'
import { aggregationsOf } from './aggregations.ts'
import { appliedFilter } from './applied-filter.ts'
import { facetFields } from './facet-fields.ts'
import { countInSlices, facetOf } from './facets.ts'
import { reasonIgnored, searchFilter } from './search-filter.ts'
import { AllFacetsBody, SearchBody } from './search-body.ts'
import { AllFacetsResponse, SearchResponse } from './search-response.ts'
import { readState, without, writeState, type SearchState } from './search-state.ts'

const searchDeclaration = {
  source: observed('existing clients'),
  access: 'read',
  body: SearchBody,
  replies: { 200: reply('A page of results.', SearchResponse) },
} as const

const searchAll = withCounts(respond, () => SearchBody.parse({}))

/** Full search, with the number of hits by facet. Some members are in camel case, unlike those of other resources. */
export const search: Route[] = [
  getAndHead('/api/search', searchAll, {
    description: 'Returns the first page of a search for all entities.',
    source: observed('the public documentation'),
    replies: searchDeclaration.replies,
  }),
  getAndHead('/api/search/initsearch', searchAll, {
    description: 'Starts a search for all entities, as browser extensions do.',
    source: observed('browser extensions'),
    replies: searchDeclaration.replies,
  }),
  post('/api/search', withCounts(respond, requestBody), {
    description: 'Searches entities by words and filters.',
    ...searchDeclaration,
  }),
  post('/api/search/initsearch', withCounts(respond, requestBody), {
    description: 'Starts a search, as a search page does.',
    ...searchDeclaration,
  }),
  post('/api/search/remove', withCounts(respond, requestBody), {
    description: 'Searches again without a filter.',
    ...searchDeclaration,
  }),
  post('/api/search/allfacets', withCounts(countFacets, requestBody), {
    description: 'Counts hits by every facet, or by one.',
    source: observed('existing clients'),
    access: 'read',
    body: AllFacetsBody,
    replies: { 200: reply('The numbers of hits.', AllFacetsResponse) },
  }),
]

/** The operation of a search. The result and the counts, which may take long, are computed in slices before `respond`. */
function withCounts<RequestBody, B extends Pick<SearchBody, 'query' | 'fulltext' | 'filters'> & WithSorting>(
  respond: (call: Call, body: B) => Reply,
  bodyOf: (call: Call<unknown, RequestBody>) => B,
): Operation<unknown, RequestBody> {
  return async (call) => {
    const { data } = call
    const body = bodyOf(call)
    const filter = filterOf(call, stateOf(body))

    for (const [index, bodyFilter] of body.filters.entries()) {
      const text = reasonIgnored(data, bodyFilter)

      if (text !== undefined) call.warn(['filters', index, 'name'], () => text)
    }
    call.enforce()

    await prepareQuery(data, filter, orderOf(call, body).keys)
    await countInSlices(data, facetFields(data), await idsFoundInSlices(data, filter))

    return respond(call, body)
  }
}

function requestBody<B>({ body }: Call<unknown, B>): B {
  return body
}

function respond(call: Call, body: SearchBody): Reply {
  const { data, links } = call
  const state = stateOf(body)
  const filter = filterOf(call, state)
  const order = orderOf(call, body)
  const { entities, total } = queryEntities(data, {
    filter,
    sort: order.keys,
    skip: body.skip,
    take: body.take,
  })
  const hits = idsFound(data, filter)
  const loading = loadingOf(body)
  const fields = facetFields(data)

  return json({
    query: body.query ?? '',
    skip: body.skip,
    take: body.take,
    totalItemCount: total,
    returnedItemCount: entities.length,
    sorting: order.sorting,
    sortingOptions: [],
    filters: state.filters.map((each) => appliedFilter(data, fields, each, without(state, each))),
    fulltext: state.fulltext.map((value) => ({ value, removeQuery: without(state, value) })),
    facets: fields.map((field) => facetOf(data, field, hits, state)),
    clearFilters: writeState({ ...state, filters: [] }),
    items: entities.map((entity) => item(call, entity, loading, body.fields)),
    superfacet: 0,
    aggregations:
      body.aggregations.length > 0
        ? aggregationsOf(data, entitiesWithIds(data, hits), body.aggregations)
        : null,
    grouped_view: null,
    grouped_items: [],
    visualSearch: null,
    self: links.to('/api/search'),
  })
}

/** The number of hits by every facet, or by one. */
function countFacets(call: Call, body: AllFacetsBody): Reply {
  const { data, links } = call
  const state = stateOf(body)
  const hits = idsFound(data, filterOf(call, state))
  const facet = body.facetField?.toLowerCase()
  const facets = facetFields(data)
    .filter(({ name }) => facet === undefined || name.toLowerCase() === facet)
    .map((field) => facetOf(data, field, hits, state))

  return json({
    query: body.query ?? '',
    facet: (facet !== undefined && facets[0]) || null,
    children: Object.fromEntries(facets.map(({ name, children }) => [name, children])),
    self: links.to('/api/search/allfacets'),
  })
}

/** The state in `query`, with the filters and texts of the body added. */
function stateOf({
  query,
  fulltext,
  filters,
}: Pick<SearchBody, 'query' | 'fulltext' | 'filters'>): SearchState {
  const state = readState(query)
  const known = new Set(state.filters.map((filter) => JSON.stringify(filter)))

  return {
    fulltext: [...new Set([...state.fulltext, ...fulltext])],
    filters: [...state.filters, ...filters.filter((filter) => !known.has(JSON.stringify(filter)))],
  }
}

/** Unsupported filters are ignored: existing clients send some that only the real service supports. */
function filterOf({ data }: Call, { fulltext, filters }: SearchState): Filter {
  return {
    kind: 'and',
    filters: [
      ...fulltext.map((text): Filter => ({ kind: 'fulltext', text })),
      ...filters.map((filter) => searchFilter(data, filter)).filter((filter) => filter !== undefined),
    ],
  }
}

type WithSorting = Partial<Pick<SearchBody, 'sorting' | 'culture'>>

/** Without an order, or with an order by an unknown field, hits are sorted by id. */
function orderOf({ data }: Call, { sorting, culture }: WithSorting) {
  const by = sorting ? fieldNamed(definedNamesOf(data), sorting.field, cultureOf(culture)) : undefined
  const keys: SortKey[] = by && sorting ? [{ by, descending: !sorting.asc }] : []
  const applied = by && sorting ? { name: sorting.field, asc: sorting.asc } : { name: 'id', asc: true }

  return { keys, sorting: { ...applied, labels: {} } }
}

/** The culture "Invariant" means all cultures. */
function cultureOf(culture: string | null | undefined): string | undefined {
  return culture && culture.toLowerCase() !== 'invariant' ? culture : undefined
}

function loadingOf({ culture: requested, fields, nested_relations }: SearchBody): LoadOptions {
  const culture = cultureOf(requested)
  const names = new Set(fields.map(foldCase))
  const nested = new Set(nested_relations.map(({ relation }) => foldCase(relation)))

  return {
    cultures: culture === undefined ? 'all' : [culture],
    hasMember: (name) => names.size === 0 || names.has(foldCase(name)),
    isNested: (relation) => nested.has(foldCase(relation)),
  }
}

function item({ data, links }: Call, entity: Entity, loading: LoadOptions, fields: readonly string[]) {
  const resource = entityResource(entity, { data, links, loading })

  if (fields.length === 0) return resource
  const self = { href: `${resource.self.href}?members=${fields.map(encodeURIComponent).join(',')}` }

  return { ...resource, full: resource.self, self }
}
