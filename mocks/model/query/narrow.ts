import type { Data } from '../tables.ts'
import { everything, inAll, inAny, others, type Candidates } from './candidates.ts'
import type { PlainFilter } from './filter.ts'
import { byCondition } from './indexes.ts'

/** The fewest entities that the indexes narrow a filter down to. */
export function candidatesFor(data: Data, filter: PlainFilter): Candidates {
  switch (filter.kind) {
    case 'all':
      return { ...everything(data), isExact: true }
    case 'and':
      return inAll(data, each(data, filter.filters))
    case 'or':
      return inAny(data, each(data, filter.filters))
    case 'not':
      return others(data, candidatesFor(data, filter.filter))
    case 'system':
    case 'property':
    case 'relation':
    case 'text':
    case 'word':
    case 'phrase':
      return byCondition(data, filter) ?? everything(data)
  }
}

function each(data: Data, filters: readonly PlainFilter[]): Candidates[] {
  return filters.map((filter) => candidatesFor(data, filter))
}
