import { z } from 'zod'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { pageLimits } from '../../http/replies/paging.ts'
import { nameOrNamed, searchedText, orEmpty, wireEnum } from '../query/wire.ts'
import { SearchFilter } from './search-filter.ts'
import { searchLimits } from './search-state.ts'

const list = <T extends z.ZodType>(item: T, max = 1000) =>
  orEmpty(z.array(item).max(max, `Expected at most ${max}.`))
const number = (fallback: number) =>
  z
    .int()
    .nonnegative()
    .nullish()
    .transform((value) => value ?? fallback)

/** Texts of a full-text search, all of which an entity must contain. */
const fulltext = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  list(searchedText, searchLimits.texts),
)

const Order = z.object({ field: z.string(), asc: z.boolean().default(true) })

/** Counts hits by the values of a field. Only Term is implemented, also nested; the other types have no buckets. */
export interface Aggregation {
  name: string
  field: string
  size: number
  type: 'Term' | 'Metric' | 'Date'
  children: Aggregation[]
}
const AggregationObject: z.ZodType<Aggregation> = withIgnored(
  z.object({
    name: z.string(),
    field: z.string().optional(),
    size: number(10),
    type: wireEnum(['Term', 'Metric', 'Date']).default('Term'),
    get children() {
      return list(AggregationObject)
    },
  }),
  ['datasource', 'format'],
  ['include_missing', 'interval', 'metric_option'],
).transform(({ field, ...rest }) => ({ ...rest, field: field ?? rest.name }))
z.globalRegistry.add(AggregationObject, { id: 'AggregationInput' })
const Aggregation = z.union([
  z.string().transform((name): Aggregation => ({ name, field: name, size: 10, type: 'Term', children: [] })),
  AggregationObject,
])

/** Members that clients send for their own use. */
const clientMembers = ['component', 'l10n', 'take_user_settings']

/** Every member is optional. */
export const SearchBody = z.object({
  /** The state of the search, from a previous response (`addQuery`, `removeQuery`). */
  query: z.string().nullish(),
  culture: z.string().nullish(),
  skip: number(0),
  take: number(pageLimits.take).pipe(
    z.int().max(pageLimits.maxTake, `Expected at most ${pageLimits.maxTake} entities in a page.`),
  ),
  fulltext,
  filters: list(SearchFilter, searchLimits.filters),
  /** Properties of the items; all by default. */
  fields: list(nameOrNamed),
  aggregations: list(Aggregation),
  /** One sort order; existing clients of an earlier version send a list with one. */
  sorting: z.preprocess((value): unknown => (Array.isArray(value) ? value[0] : value), Order.nullish()),
  /** Relations that are returned in full. */
  nested_relations: list(
    withIgnored(z.object({ relation: z.string() }), ['limit', 'properties', 'renditions', 'role']),
  ),
})
withIgnored(
  SearchBody,
  [
    ...clientMembers,
    'configuration_category',
    'defaults',
    'details_entity_id',
    'is_initial_request',
    'logical_grouping_template',
    'view',
  ],
  ['calendarStartDate', 'calendarStopDate', 'group', 'saved_selection', 'selection_pool', 'visualSearch'],
)
export type SearchBody = z.infer<typeof SearchBody>

export const AllFacetsBody = z.object({
  /** The only facet to count, by the name of its filter. */
  facetField: z.string().nullish(),
  query: z.string().nullish(),
  fulltext,
  filters: list(SearchFilter, searchLimits.filters),
})
withIgnored(AllFacetsBody, [...clientMembers, 'culture', 'searchConfigurationName'])
export type AllFacetsBody = z.infer<typeof AllFacetsBody>
