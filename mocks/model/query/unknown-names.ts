import { suggestion } from '../shared/suggestion.ts'
import type { Data } from '../tables.ts'
import type { Filter } from './filter.ts'
import { namesOf, type Names } from './names.ts'

/** Says of each property and relation in a filter that no definition has that it finds nothing. */
export function unknownNames(data: Data, filter: Filter): string[] {
  return [...new Set(inFilter(namesOf(data), filter))]
}

function inFilter(names: Names, filter: Filter): string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap((inner) => inFilter(names, inner))
    case 'not':
      return inFilter(names, filter.filter)
    case 'property':
      return names.properties(filter.property).length > 0
        ? []
        : [unknown('property', filter.property, names.propertyNames())]
    case 'relation':
    case 'exists':
    case 'ancestor': {
      const { relation } = filter

      return relation === undefined || names.relations(relation).length > 0
        ? []
        : [unknown('relation', relation, names.relationNames())]
    }
    case 'all':
    case 'definition':
    case 'fulltext':
    case 'module':
    case 'root':
    case 'system':
    case 'taxonomy':
    case 'text':
    case 'user':
      return []
  }
}

function unknown(kind: string, name: string, known: Iterable<string>): string {
  return `No definition has a ${kind} "${name.slice(0, 60)}". ${suggestion(name, known)}`.trimEnd()
}
