import {
  nothing,
  type PlainFilter,
  type PropertyFilter,
  type RelationFilter,
  type SystemFilter,
} from './filter.ts'

/**
 * An equivalent filter with fewer conditions: nested groups of the same kind are merged, conditions that match everything
 * or nothing are removed, and alternatives that differ only in their values (`Id==1 OR Id==2 ...`) are merged into one.
 */
export function simplified(filter: PlainFilter): PlainFilter {
  switch (filter.kind) {
    case 'and': {
      const filters = flatten('and', filter.filters).filter(({ kind }) => kind !== 'all')

      return filters.some(isNothing) ? nothing : group('and', filters)
    }
    case 'or': {
      const filters = flatten('or', filter.filters)

      return filters.some(({ kind }) => kind === 'all') ? { kind: 'all' } : group('or', merged(filters))
    }
    case 'not': {
      const inner = simplified(filter.filter)

      if (inner.kind === 'all') return nothing
      if (inner.kind === 'not') return inner.filter

      return isNothing(inner) ? { kind: 'all' } : { kind: 'not', filter: inner }
    }
    case 'all':
    case 'system':
    case 'property':
    case 'relation':
    case 'text':
    case 'word':
    case 'phrase':
      return filter
  }
}

function flatten(kind: 'and' | 'or', filters: readonly PlainFilter[]): PlainFilter[] {
  return filters.map(simplified).flatMap((inner) => (inner.kind === kind ? inner.filters : [inner]))
}

function group(kind: 'and' | 'or', filters: readonly PlainFilter[]): PlainFilter {
  const [only] = filters

  if (only && filters.length === 1) return only

  return kind === 'and' && filters.length === 0 ? { kind: 'all' } : { kind, filters }
}

function isNothing(filter: PlainFilter): boolean {
  return filter.kind === 'or' && filter.filters.length === 0
}

type MergeableFilter = SystemFilter | PropertyFilter | RelationFilter

function merged(filters: readonly PlainFilter[]): PlainFilter[] {
  const groups = new Map<string, MergeableFilter[]>()
  const others: PlainFilter[] = []

  for (const filter of filters) {
    const mergeable = mergeableOf(filter)
    const similar = mergeable && groups.get(mergeable.key)

    if (!mergeable) others.push(filter)
    else if (similar) similar.push(mergeable.filter)
    else groups.set(mergeable.key, [mergeable.filter])
  }

  return [...Array.from(groups.values(), join), ...others]
}

/** The filter, with a key that is the same for alternatives that differ only in their values. */
function mergeableOf(filter: PlainFilter): { key: string; filter: MergeableFilter } | undefined {
  if ((filter.kind === 'system' || filter.kind === 'property') && filter.operator === 'Equals') {
    return { key: JSON.stringify({ ...filter, values: null }), filter }
  }

  return filter.kind === 'relation' && filter.ids
    ? { key: JSON.stringify({ ...filter, ids: null }), filter }
    : undefined
}

function join(group: readonly MergeableFilter[]): PlainFilter {
  const [first = nothing] = group

  if (first.kind === 'or' || group.length === 1) return first
  if (first.kind === 'relation') {
    return { ...first, ids: group.flatMap((each) => (each.kind === 'relation' ? (each.ids ?? []) : [])) }
  }

  return { ...first, values: group.flatMap((each) => (each.kind === 'relation' ? [] : each.values)) }
}
