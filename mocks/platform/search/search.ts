import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { anyObject, reply } from '../../http/declaration/reply.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { culturesOf } from '../../model/definitions/cultures.ts'
import type { Filter, SortKey } from '../../model/query/filter.ts'
import { queryEntities } from '../../model/query/query.ts'
import { entityResource } from '../../api/entities/entity-resource.ts'
import { count } from '../query/entity-query.ts'
import { facetNames, facetsOf } from '../query/facets.ts'
import { hasWords } from '../query/search-after-filter.ts'
import { SearchFilter, searchFilter } from '../query/search-filter.ts'

const named = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((given) => given ?? [])

const SearchBody = z.object({
  culture: z.string().nullish(),
  skip: count,
  take: count,
  /** Words that all have to be in some value. */
  fulltext: z.union([z.string().transform((text) => [text]), list(z.string())]),
  filters: list(SearchFilter),
  /** Properties that the items have; all of them when left out. */
  fields: list(named),
  /** Facets that are counted. */
  aggregations: list(named),
  sorting: list(z.object({ field: z.string(), asc: z.boolean().default(true) })),
})
type SearchBody = z.infer<typeof SearchBody>

/** Full search, with the numbers of hits by facet. Its members are in camel case, unlike all others. */
export const search: Route[] = [
  post('/api/search', runSearch, {
    does: 'Searches entities by words and filters, and counts hits by facet.',
    source: observed('existing clients'),
    access: 'read',
    body: SearchBody,
    replies: { 200: reply('A page of what was found.', anyObject) },
  }),
  post('/api/search/allfacets', countFacets, {
    does: 'Counts hits by every facet there is.',
    source: observed('existing clients'),
    access: 'read',
    body: SearchBody,
    replies: { 200: reply('The numbers of hits.', anyObject) },
  }),
]

/** Entities in an answer when the request names no number, and at most. */
const limits = { take: 25, most: 1000 }

/** What every list of hits can be sorted by. */
const sortingOptions = ['created_on', 'modified_on', 'id'] as const

function runSearch(call: Call<unknown, SearchBody>): Reply {
  const { body, data, links } = call
  const filter = filterOf(call, body)
  const [skip, take] = [body.skip ?? 0, Math.min(body.take ?? limits.take, limits.most)]
  const { entities, total } = queryEntities(data, { filter, sort: body.sorting.map(sortKey), skip, take })
  const [fields, cultures] = [new Set(body.fields), culturesIn(call, body)]
  const loading = {
    cultures,
    hasMember: (name: string) => fields.size === 0 || fields.has(name),
    isNested: () => false,
  }

  return json({
    skip,
    take,
    totalItemCount: total,
    returnedItemCount: entities.length,
    items: entities.map((entity) => entityResource(entity, { data, links, loading })),
    facets: facetsOf(data, filter, body.aggregations),
    filters: body.filters,
    fulltext: body.fulltext,
    sortingOptions: sortingOptions.map((field) => ({ field })),
  })
}

function countFacets(call: Call<unknown, SearchBody>): Reply {
  return json({ facets: facetsOf(call.data, filterOf(call, call.body), facetNames(call.data)) })
}

function filterOf(call: Call, { fulltext, filters }: SearchBody): Filter {
  return {
    kind: 'and',
    filters: [...fulltext.map(hasWords), ...filters.map((filter) => searchFilter(call.data, filter))],
  }
}

/** "Invariant" is no culture: it stands for the default one. */
function culturesIn(call: Call, { culture }: SearchBody): string[] {
  return culture && culture.toLowerCase() !== 'invariant' ? [culture] : culturesOf(call.data).slice(0, 1)
}

function sortKey({ field, asc }: { field: string; asc: boolean }): SortKey {
  const system = sortingOptions.find((name) => name === field.toLowerCase())

  return { by: system ? { system } : { property: field }, descending: !asc }
}
