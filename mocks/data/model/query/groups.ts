import { nothing, type PlainFilter } from './filter.ts'
import { appendTo } from '../shared/maps.ts'

/** All of the filters: nested groups are merged, and conditions that everything matches left out. */
export function allOf(filters: readonly PlainFilter[]): PlainFilter {
  const inner = filters
    .flatMap((filter) => (filter.kind === 'and' ? filter.filters : filter))
    .filter(({ kind }) => kind !== 'all')

  if (inner.some(isNothing)) return nothing

  return inner.length === 0 ? { kind: 'all' } : single(inner, 'and')
}

/** Any of the filters: nested groups are merged, and those that differ only in their values (`Id==1 OR Id==2 ...`). */
export function anyOf(filters: readonly PlainFilter[]): PlainFilter {
  const inner = filters.flatMap((filter) => (filter.kind === 'or' ? filter.filters : filter))

  if (inner.some(({ kind }) => kind === 'all')) return { kind: 'all' }
  const similar = new Map<string | PlainFilter, PlainFilter[]>()

  for (const filter of inner) appendTo(similar, mergeKey(filter) ?? filter, filter)

  return single(Array.from(similar.values(), merged), 'or')
}

export function noneOf(filter: PlainFilter): PlainFilter {
  if (filter.kind === 'all') return nothing
  if (filter.kind === 'not') return filter.filter

  return isNothing(filter) ? { kind: 'all' } : { kind: 'not', filter }
}

function single(filters: readonly PlainFilter[], kind: 'and' | 'or'): PlainFilter {
  const [only] = filters

  return only && filters.length === 1 ? only : { kind, filters }
}

function isNothing(filter: PlainFilter): boolean {
  return filter.kind === 'or' && filter.filters.length === 0
}

/** The same for alternatives that differ only in their values. */
function mergeKey(filter: PlainFilter): string | undefined {
  if (filter.kind === 'relation') return filter.ids && JSON.stringify({ ...filter, ids: [] })

  return 'values' in filter && filter.operator === 'Equals'
    ? JSON.stringify({ ...filter, values: [] })
    : undefined
}

function merged(filters: readonly PlainFilter[]): PlainFilter {
  const [first = nothing] = filters

  if (filters.length <= 1) return first
  if (first.kind === 'relation')
    return { ...first, ids: filters.flatMap((each) => ('ids' in each ? (each.ids ?? []) : [])) }

  return 'values' in first
    ? { ...first, values: filters.flatMap((each) => ('values' in each ? each.values : [])) }
    : first
}
