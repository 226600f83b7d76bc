import { z } from 'zod'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import { Labels, Link } from '../../../data/model/shared/json.ts'

const FacetResponse = z
  .object({
    id: z.int(),
    value: z.string(),
    labels: Labels,
    name: z.string(),
    /** The `query` of a search that is also narrowed to this value. */
    addQuery: z.string(),
    childCount: z.int(),
    ispartial: z.boolean(),
    limit: z.int(),
    /** The number of hits with the value or a descendant of it. */
    matchCount: z.int(),
    get children() {
      return z.array(FacetResponse).readonly()
    },
    definition: z.null(),
    position: z.int(),
    multi_select_enabled: z.boolean(),
    checked: z.boolean(),
    multi_select_empty_query: z.string(),
    has_descendants: z.boolean(),
    data: z.null(),
  })
  .meta({ id: 'Facet' })
export type Facet = z.infer<typeof FacetResponse>

const AppliedFilter = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  values: z.array(z.object({ value: z.string(), label: z.string() })),
  nested_values: z.array(z.never()),
  definition: z.null(),
  /** The name of the operator, although existing clients send numbers. */
  operator: z.string(),
  /** The `query` of a search without this filter. */
  removeQuery: z.string(),
  dynamic: z.boolean(),
  nested: z.boolean(),
  group: z.null(),
  visible: z.boolean(),
  multi_select: z.boolean(),
})
export type AppliedFilter = z.infer<typeof AppliedFilter>

const AggregationResponse = z
  .object({
    /** The number of counted hits. */
    number_count: z.int(),
    buckets: z.array(
      z.object({
        key: z.string(),
        original_key: z.string(),
        count: z.int(),
        metric: z.null(),
        get buckets() {
          return z.record(z.string(), AggregationResponse)
        },
      }),
    ),
    aggregation_type: z.enum(['Term', 'Metric', 'Date']),
    metric_option: z.null(),
  })
  .meta({ id: 'Aggregation' })
export type AggregationResponse = z.infer<typeof AggregationResponse>

export const SearchResponse = z
  .object({
    /** The `query` of the request. */
    query: z.string(),
    skip: z.int(),
    take: z.int(),
    totalItemCount: z.int(),
    returnedItemCount: z.int(),
    sorting: z.object({ name: z.string(), labels: Labels, asc: z.boolean() }),
    sortingOptions: z.array(z.never()),
    filters: z.array(AppliedFilter),
    fulltext: z.array(z.object({ value: z.string(), removeQuery: z.string() })),
    facets: z.array(FacetResponse),
    clearFilters: z.string(),
    items: z.array(EntityResource),
    superfacet: z.int(),
    aggregations: z.record(z.string(), AggregationResponse).nullable(),
    grouped_view: z.null(),
    grouped_items: z.array(z.never()),
    visualSearch: z.null(),
    self: Link,
  })
  .meta({ id: 'SearchResponse' })

export const AllFacetsResponse = z.object({
  query: z.string(),
  /** The facet that was requested. */
  facet: FacetResponse.nullable(),
  /** The values of each facet, by its name. */
  children: z.record(z.string(), z.array(FacetResponse).readonly()),
  self: Link,
})
