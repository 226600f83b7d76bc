import { runSync, inSlices, type Sliced } from '../../model/shared/slices.ts'
import type { Data } from '../../model/tables.ts'
import type { FacetField } from './facet-fields.ts'
import type { Facet } from './search-response.ts'
import { withFilter, type SearchState } from './search-state.ts'

/** The facet of a field: its values as a tree, with the number of hits of each, the most frequent first. */
export function facetOf(data: Data, field: FacetField, hits: readonly number[], state: SearchState): Facet {
  const counts =
    cachedCounts(data, field, hits) ?? cacheCounts(data, field, hits, runSync(countsOf(data, field, hits)))
  const byParent = new Map<string | undefined, string[]>()

  for (const value of counts.keys()) {
    const parent = field.parentOf(value)
    const siblings = byParent.get(parent)

    if (siblings) siblings.push(value)
    else byParent.set(parent, [value])
  }

  const childrenOf = (parent: string | undefined): Facet[] =>
    (byParent.get(parent) ?? [])
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
      .map((value, position) =>
        facetNode(field, state, {
          value,
          position,
          matchCount: counts.get(value) ?? 0,
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

type Counts = ReadonlyMap<string, number>

interface CachedCounts {
  /** The option lists that the tree of values follows from. */
  readonly options: object
  readonly counts: Counts
}

/** Counts by the list of hits and the name of the field. */
const cache = new WeakMap<readonly number[], Map<string, CachedCounts>>()

/** Up to this many hits are counted synchronously. */
const synchronousLimit = 5000

/**
 * Counts hits by every field, and yields to the event loop meanwhile.
 *
 * @returns undefined when the hits are few, or already counted
 */
export function countInSlices(
  data: Data,
  fields: readonly FacetField[],
  hits: readonly number[],
): Promise<void> | undefined {
  const isCached = fields.every((field) => cachedCounts(data, field, hits))

  return hits.length <= synchronousLimit || isCached ? undefined : inSlices(countAll(data, fields, hits))
}

function* countAll(data: Data, fields: readonly FacetField[], hits: readonly number[]): Sliced<void> {
  for (const field of fields) cacheCounts(data, field, hits, yield* countsOf(data, field, hits))
}

function cachedCounts(data: Data, { name }: FacetField, hits: readonly number[]): Counts | undefined {
  const cached = cache.get(hits)?.get(name)

  return cached?.options === data.optionLists ? cached?.counts : undefined
}

function cacheCounts(data: Data, { name }: FacetField, hits: readonly number[], counts: Counts): Counts {
  const byField = cache.get(hits) ?? new Map<string, CachedCounts>()

  byField.set(name, { options: data.optionLists, counts })
  cache.set(hits, byField)

  return counts
}

/** The number of hits for each value, including those with a descendant of the value. */
function* countsOf(data: Data, field: FacetField, hits: readonly number[]): Sliced<Counts> {
  const counts = new Map<string, number>()

  for (const id of hits) {
    const entity = data.entities.get(id)

    yield
    if (!entity) continue
    for (const value of withParents(field, field.valuesOf(entity)))
      counts.set(value, (counts.get(value) ?? 0) + 1)
  }

  return counts
}

function withParents(field: FacetField, values: readonly string[]): Set<string> {
  const all = new Set<string>()

  for (const value of values) {
    let ancestor: string | undefined = value

    while (ancestor !== undefined && !all.has(ancestor)) {
      all.add(ancestor)
      ancestor = field.parentOf(ancestor)
    }
  }

  return all
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
    addQuery: withFilter(state, { name: field.name, type: field.type, operator: 'AnyOf', values: [value] }),
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
