import { runSync, inSlices, type Sliced } from '../../model/shared/slices.ts'
import type { Data } from '../../model/tables.ts'
import type { FacetField } from './facet-fields.ts'
import type { Facet } from './search-response.ts'
import { withFilter, type SearchState } from './search-state.ts'

/** The hits by a field: the field itself, with its values in a tree, the most frequent first. */
export function facetOf(data: Data, field: FacetField, hits: readonly number[], state: SearchState): Facet {
  const counts = knownCounts(data, field, hits)
  const below = new Map<string | undefined, string[]>()

  for (const value of counts.keys()) {
    const parent = field.parentOf(value)
    const siblings = below.get(parent)

    if (siblings) siblings.push(value)
    else below.set(parent, [value])
  }

  const facetsBelow = (parent: string | undefined): Facet[] =>
    (below.get(parent) ?? [])
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
      .map((value, position) =>
        facet(field, state, {
          value,
          position,
          matchCount: counts.get(value) ?? 0,
          children: facetsBelow(value),
        }),
      )
  const children = facetsBelow(undefined)

  return {
    ...facet(field, state, { value: field.name, position: 0, matchCount: hits.length, children }),
    addQuery: '',
    checked: false,
    labels: field.labels,
  }
}

/** Counts by the list of hits and the field, and the option lists that their trees follow from. */
const known = new WeakMap<readonly number[], Map<string, { options: object; counts: Counts }>>()

type Counts = ReadonlyMap<string, number>

/** Fewer hits are counted at once. */
const few = 5000

/** Counts hits by every field, and yields to the event loop meanwhile. Undefined where that takes no time. */
export function countInSlices(
  data: Data,
  fields: readonly FacetField[],
  hits: readonly number[],
): Promise<void> | undefined {
  const isKnown = known.get(hits)?.size === fields.length

  return hits.length <= few || isKnown ? undefined : inSlices(countAll(data, fields, hits))
}

function* countAll(data: Data, fields: readonly FacetField[], hits: readonly number[]): Sliced<void> {
  for (const field of fields) keep(data, field, hits, yield* countsOf(data, field, hits))
}

function knownCounts(data: Data, field: FacetField, hits: readonly number[]): Counts {
  const before = known.get(hits)?.get(field.name)

  if (before?.options === data.optionLists) return before.counts
  const counts = runSync(countsOf(data, field, hits))

  keep(data, field, hits, counts)

  return counts
}

function keep(data: Data, field: FacetField, hits: readonly number[], counts: Counts): void {
  const byField = known.get(hits) ?? new Map<string, { options: object; counts: Counts }>()

  byField.set(field.name, { options: data.optionLists, counts })
  known.set(hits, byField)
}

/** How many hits have each value, or one below it. */
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
    for (
      let each: string | undefined = value;
      each !== undefined && !all.has(each);
      each = field.parentOf(each)
    ) {
      all.add(each)
    }
  }

  return all
}

function facet(
  field: FacetField,
  state: SearchState,
  { value, position, matchCount, children }: Pick<Facet, 'value' | 'position' | 'matchCount' | 'children'>,
): Facet {
  const isTaken = state.filters.some(
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
    checked: isTaken,
    multi_select_empty_query: '',
    has_descendants: children.length > 0,
    data: null,
  }
}
