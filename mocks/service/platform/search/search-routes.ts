import type { Call } from '../../http/call.ts'
import { post, getAndHead, reply, observed, queryBodyLimit, type Route } from '../../http/declare-route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { entityResource } from '../../api/entities/entity-reply.ts'
import type { LoadOptions } from '../../api/entities/entity-schema.ts'
import { fullTextField } from '../../../data/model/query/fields.ts'
import type { Filter, SortKey, NamedField } from '../../../data/model/query/filter.ts'
import { appendTo } from '../../../data/model/shared/maps.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import { definedNamesOf, fieldNamed } from '../../../data/model/query/defined-names.ts'
import {
  idsFound,
  prepareQuery,
  queryEntities,
  unknownFieldMessage,
} from '../../../data/model/query/query.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { inSlices, sortedInBatches, type Sliced } from '../../../data/model/shared/slices.ts'
import type { CommittedData } from '../../../data/model/data-tables.ts'
import { appliedFilter, reasonIgnored, searchFilter, facetFields } from './search-filter.ts'
import { countFacets, facetOf } from './facets.ts'
import { AllFacetsBody, SearchBody, type Aggregation } from './search-body.ts'
import { AllFacetsResponse, SearchResponse, type AggregationResponse } from './search-result.ts'
import { stateOf, without, writeState, type SearchState } from './search-state.ts'
import { propertyReader, systemValue } from '../../../data/model/query/matches.ts'
import { textOf } from '../../../data/model/query/values.ts'
import type { Json } from '../../../data/model/shared/json.ts'

const searchDeclaration = {
  source: observed('existing clients'),
  access: 'read',
  bodyLimit: queryBodyLimit,
  body: SearchBody,
  replies: { 200: reply('A page of results.', SearchResponse) },
} as const

const everything = (call: Call) => search(call, SearchBody.parse({}))
const asRequested = (call: Call<unknown, SearchBody>) => search(call, call.body)

/** Full search, with the number of hits by facet. Some members are in camel case, unlike those of other resources. */
export const searches: Route[] = [
  getAndHead('/api/search', everything, {
    description: 'Returns the first page of a search for all entities.',
    source: observed('the public documentation'),
    replies: searchDeclaration.replies,
  }),
  getAndHead('/api/search/initsearch', everything, {
    description: 'Starts a search for all entities, as browser extensions do.',
    source: observed('browser extensions'),
    replies: searchDeclaration.replies,
  }),
  post('/api/search', asRequested, {
    description: 'Searches entities by words and filters.',
    ...searchDeclaration,
  }),
  post('/api/search/initsearch', asRequested, {
    description: 'Starts a search, as a search page does.',
    ...searchDeclaration,
  }),
  post('/api/search/remove', asRequested, {
    description: 'Searches again without a filter.',
    ...searchDeclaration,
  }),
  post('/api/search/allfacets', allFacets, {
    description: 'Counts hits by every facet, or by one.',
    ...searchDeclaration,
    body: AllFacetsBody,
    replies: { 200: reply('The numbers of hits.', AllFacetsResponse) },
  }),
]

type AnyBody = Pick<SearchBody, 'query' | 'fulltext' | 'filters'> & Partial<SearchBody>

/** Finds the hits of a search and counts them by facets, which may take long, in slices. */
async function find(call: Call, body: AnyBody) {
  const { data } = call
  const state = stateOf(body.query, body)
  const filter = filterOf(data, state)

  for (const [place, text] of ignoredParts(data, body)) call.warn(place, () => text)
  call.enforce()

  const hits = await idsFound(data, filter)
  const fields = facetFields(data)
  const counts = await countFacets(data, fields, hits)

  return { state, filter, hits, fields, counts }
}

async function search(call: Call, body: SearchBody): Promise<Reply> {
  // Those when the search begins: a definition may be deleted meanwhile.
  const { data, links } = call
  const { skip, take } = body
  const sort = sortOf(data, body)
  const found = await find(call, body)
  const { state, filter, hits, fields } = found
  const aggregations = await inSlices(aggregationsOf(data, hits, body.aggregations))

  await prepareQuery(data, filter, sort)
  const { entities, total } = queryEntities(data, { filter, sort, skip, take })

  return json({
    query: body.query ?? '',
    skip,
    take,
    totalItemCount: total,
    returnedItemCount: entities.length,
    sorting: {
      ...(sort.length > 0 && body.sorting
        ? { name: body.sorting.field, asc: body.sorting.asc }
        : { name: 'id', asc: true }),
      labels: {},
    },
    sortingOptions: [],
    filters: state.filters.map((each) => appliedFilter(data, fields, each, without(state, each))),
    fulltext: state.fulltext.map((value) => ({ value, removeQuery: without(state, value) })),
    facets: fields.map((field) => facetOf(field, found)),
    clearFilters: writeState({ ...state, filters: [] }),
    items: itemsOf({ data, links }, entities, body),
    superfacet: 0,
    aggregations: body.aggregations.length > 0 ? aggregations : null,
    grouped_view: null,
    grouped_items: [],
    visualSearch: null,
    self: links.to('/api/search'),
  })
}

/** The number of hits by every facet, or by one. */
async function allFacets(call: Call<unknown, AllFacetsBody>): Promise<Reply> {
  const { body, links } = call
  const name = body.facetField?.toLowerCase()
  const found = await find(call, body)
  const facets = found.fields
    .filter((field) => name === undefined || field.name.toLowerCase() === name)
    .map((field) => facetOf(field, found))

  return json({
    query: body.query ?? '',
    facet: (name !== undefined && facets[0]) || null,
    children: Object.fromEntries(facets.map((facet) => [facet.name, facet.children])),
    self: links.to('/api/search/allfacets'),
  })
}

/** Unsupported filters are ignored: existing clients send some that only the real service supports. */
function filterOf(data: CommittedData, { fulltext, filters }: SearchState): Filter {
  return {
    kind: 'and',
    filters: [
      ...fulltext.map((text) => fullTextField.is('Equals', [text])),
      ...filters.flatMap((filter) => searchFilter(data, filter) ?? []),
    ],
  }
}

/** Without an order, or with an order by an unknown field, hits are sorted by id. */
function sortOf(data: CommittedData, { sorting, culture }: AnyBody): SortKey[] {
  const by = sorting && fieldNamed(definedNamesOf(data), sorting.field, cultureOf(culture))

  return by ? [{ by, descending: !sorting.asc }] : []
}

/** The culture "Invariant" means all cultures. */
function cultureOf(culture: string | null | undefined): string | undefined {
  return culture && culture.toLowerCase() !== 'invariant' ? culture : undefined
}

/** The parts of a search that have no effect, with their places. */
function* ignoredParts(
  data: CommittedData,
  body: AnyBody,
): Generator<[place: (string | number)[], text: string]> {
  const names = definedNamesOf(data)

  for (const [index, filter] of body.filters.entries()) {
    const reason = reasonIgnored(data, filter)

    if (reason !== undefined) yield [['filters', index, 'name'], reason]
  }

  const fields = [
    ...(body.sorting ? [{ place: ['sorting', 'field'], name: body.sorting.field }] : []),
    ...(body.fields ?? []).map((name, index) => ({ place: ['fields', index], name })),
    ...(body.aggregations ?? []).map(({ field }, index) => ({ place: ['aggregations', index], name: field })),
  ]

  for (const { place, name } of fields) {
    const isKnown = fieldNamed(names, name) !== undefined || names.relations.has(name)

    if (!isKnown) yield [place, unknownFieldMessage(names, name)]
  }
  for (const [index, { type }] of (body.aggregations ?? []).entries()) {
    if (type !== 'Term')
      yield [
        ['aggregations', index, 'type'],
        `Aggregations of type ${type} are not supported, and are empty.`,
      ]
  }
}

function itemsOf(
  { data, links }: Pick<Call, 'data' | 'links'>,
  entities: readonly Entity[],
  body: SearchBody,
) {
  const culture = cultureOf(body.culture)
  const names = new Set(body.fields.map(foldCase))
  const nested = new Set(body.nested_relations.map(({ relation }) => foldCase(relation)))
  const loading: LoadOptions = {
    cultures: culture === undefined ? 'all' : [culture],
    showsMember: (name) => names.size === 0 || names.has(foldCase(name)),
    showsInFull: (relation, isNestedByDefinition) => isNestedByDefinition || nested.has(foldCase(relation)),
  }

  return entities.map((entity) => {
    const resource = entityResource(entity, { data, links, loading })

    if (names.size === 0) return resource
    const members = body.fields.map(encodeURIComponent).join(',')

    return { ...resource, full: resource.self, self: { href: `${resource.self.href}?members=${members}` } }
  })
}

/** Counts hits by the values of fields. Aggregations by metric or date are not implemented and have no buckets. */
function* aggregationsOf(
  data: CommittedData,
  hits: readonly number[],
  aggregations: readonly Aggregation[],
): Sliced<Record<string, AggregationResponse>> {
  const responses: [string, AggregationResponse][] = []

  for (const each of aggregations) responses.push([each.name, yield* aggregationOf(data, hits, each)])

  return Object.fromEntries(responses)
}

function* aggregationOf(
  data: CommittedData,
  hits: readonly number[],
  { field, size, type, children }: Aggregation,
): Sliced<AggregationResponse> {
  const by = fieldNamed(definedNamesOf(data), field)
  const byValue = new Map<string, number[]>()
  const read = by && type === 'Term' ? valuesReader(data, by) : undefined

  for (const id of read ? hits : []) {
    const hit = data.entities.get(id)

    for (const value of hit && read ? distinctTexts(read(hit)) : []) appendTo(byValue, value, id)
    yield
  }

  const buckets: AggregationResponse['buckets'] = []

  const sorted = yield* sortedInBatches(
    [...byValue],
    ([a, these], [b, those]) => those.length - these.length || (a < b ? -1 : 1),
  )

  for (const [key, ids] of sorted.slice(0, size)) {
    buckets.push({
      key,
      original_key: key,
      count: ids.length,
      metric: null,
      buckets: yield* aggregationsOf(data, ids, children),
    })
  }

  return { number_count: hits.length, buckets, aggregation_type: type, metric_option: null }
}

function distinctTexts(values: readonly Json[]): Iterable<string> {
  const texts = values.filter((each) => each !== null).map(textOf)

  return texts.length > 1 ? new Set(texts) : texts
}

function valuesReader(data: CommittedData, by: NamedField): (hit: Entity) => Json[] {
  return 'system' in by ? (hit) => [systemValue(hit, by.system)] : propertyReader(data, by.property)
}
