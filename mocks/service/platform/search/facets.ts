import { inSlices, type Sliced } from '../../../data/model/shared/slices.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import type { FacetField } from './search-filter.ts'
import type { Facet } from './search-result.ts'
import { writeState, type SearchState } from './search-state.ts'
import { appendTo } from '../../../data/model/shared/maps.ts'

/** The numbers of hits, by the name of a field and its values. */
type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The counts of a list of hits, with the option lists that the trees of values follow from. */
const cache = new WeakMap<readonly number[], { readonly options: object; readonly counts: FacetCounts }>()

/** Counts hits by every field, in slices. The counts of a list are cached. */
export async function countFacets(
  data: Data,
  fields: readonly FacetField[],
  hits: readonly number[],
): Promise<FacetCounts> {
  const cached = cache.get(hits)

  if (cached?.options === data.optionLists) return cached.counts
  const counts = await inSlices(countsOf(data, fields, hits))

  cache.set(hits, { options: data.optionLists, counts })

  return counts
}

/** A hit with a value counts for the value and those above it. */
function* countsOf(data: Data, fields: readonly FacetField[], hits: readonly number[]): Sliced<FacetCounts> {
  const counted = fields.map((field) => ({ field, counts: new Map<string, number>() }))
  const byDefinition = new Map(
    Array.from(data.definitions.all(), (definition) => [
      definition.name,
      counted.filter(({ field }) => field.isOf(definition)),
    ]),
  )

  for (const id of hits) {
    const entity = data.entities.get(id)

    yield
    if (!entity) continue

    for (const { field, counts } of byDefinition.get(entity.definition) ?? []) {
      const values = new Set(field.valuesOf(entity))

      // Values that are added are visited, too.
      for (const value of values) {
        const parent = field.parentOf(value)

        counts.set(value, (counts.get(value) ?? 0) + 1)
        if (parent !== undefined) values.add(parent)
      }
    }
  }

  return new Map(counted.map(({ field, counts }) => [field.name, counts]))
}

/** The facet of a field: its values as a tree, with the number of hits of each, the most frequent first. */
export function facetOf(
  field: FacetField,
  { counts, hits, state }: { counts: FacetCounts; hits: readonly number[]; state: SearchState },
): Facet {
  const ofField = counts.get(field.name) ?? new Map<string, number>()
  const byParent = new Map<string | undefined, string[]>()

  for (const value of ofField.keys()) appendTo(byParent, field.parentOf(value), value)

  const childrenOf = (parent: string | undefined): Facet[] =>
    (byParent.get(parent) ?? [])
      .sort((a, b) => (ofField.get(b) ?? 0) - (ofField.get(a) ?? 0) || (a < b ? -1 : 1))
      .map((value, position) =>
        facetNode(field, state, {
          value,
          position,
          matchCount: ofField.get(value) ?? 0,
          children: childrenOf(value),
        }),
      )
  const children = childrenOf(undefined)

  return {
    ...facetNode(field, state, { value: field.name, position: 0, matchCount: hits.length, children }),
    addQuery: '',
    checked: false,
    labels: field.labels,
  }
}

function facetNode(
  field: FacetField,
  state: SearchState,
  { value, position, matchCount, children }: Pick<Facet, 'value' | 'position' | 'matchCount' | 'children'>,
): Facet {
  const isSelected = state.filters.some(
    ({ name, values }) => name === field.name && values.map(String).includes(value),
  )

  return {
    id: field.type === 'InFilter' ? Number(value) || 0 : position,
    value,
    labels: field.labelsOf(value),
    name: field.name,
    addQuery: writeState({
      ...state,
      filters: [...state.filters, { name: field.name, type: field.type, operator: 'AnyOf', values: [value] }],
    }),
    childCount: children.length,
    ispartial: false,
    limit: children.length,
    matchCount,
    children,
    definition: null,
    position,
    multi_select_enabled: true,
    checked: isSelected,
    multi_select_empty_query: '',
    has_descendants: children.length > 0,
    data: null,
  }
}
