import type { Data } from '../tables.ts'
import { allEntities, intersectionOf, unionOf, complementOf, type Candidates } from './candidates.ts'
import type { PlainFilter } from './filter.ts'
import { byCondition } from './indexes.ts'

/** The candidates for a filter, as few as the indexes allow. */
export function candidatesFor(data: Data, filter: PlainFilter): Candidates {
  switch (filter.kind) {
    case 'all':
      return { ...allEntities(data), isExact: true }
    case 'and':
      return intersectionOf(data, candidatesOfEach(data, filter.filters))
    case 'or':
      return unionOf(data, candidatesOfEach(data, filter.filters))
    case 'not':
      return complementOf(data, candidatesFor(data, filter.filter))
    case 'system':
    case 'property':
    case 'relation':
    case 'text':
    case 'word':
    case 'phrase':
      return byCondition(data, filter) ?? allEntities(data)
  }
}

function candidatesOfEach(data: Data, filters: readonly PlainFilter[]): Candidates[] {
  return filters.map((filter) => candidatesFor(data, filter))
}
