import { definitionNamed, unknownDefinitionMessage } from '../definitions/by-name.ts'
import { compileDefinition, type CompiledDefinition } from '../definitions/compiled-definition.ts'
import { suggestion } from '../shared/suggestion.ts'
import type { Data } from '../tables.ts'
import type { Filter } from './filter.ts'
import { namesOf, type Names } from './names.ts'

/**
 * Says of each property and relation in a filter that it finds nothing: no definition has it, or none of those that
 * are named with it. Programs name definitions that not every sandbox has; those are reported only on request.
 */
export function unknownNames(data: Data, filter: Filter, { definitions = false } = {}): string[] {
  return [...new Set(inFilter({ data, names: namesOf(data), definitions }, filter))]
}

interface Known {
  readonly data: Data
  readonly names: Names
  /** Whether unknown definitions are reported. */
  readonly definitions: boolean
  /** The definitions whose entities alone can be found. */
  readonly named?: readonly CompiledDefinition[]
}

function inFilter(known: Known, filter: Filter): string[] {
  switch (filter.kind) {
    case 'and': {
      const named = filter.filters.flatMap((inner) => definitionsIn(known.data, inner))
      const narrowed = named.length > 0 ? { ...known, named } : known

      return filter.filters.flatMap((inner) => inFilter(narrowed, inner))
    }
    case 'or':
      return filter.filters.flatMap((inner) => inFilter(known, inner))
    case 'not':
      return inFilter(known, filter.filter)
    case 'definition':
      return filter.names.flatMap((name) =>
        !known.definitions || definitionNamed(known.data, name)
          ? []
          : unknownDefinitionMessage(known.data, name),
      )
    case 'property':
      return unknownMember('property', filter.property, known)
    case 'relation':
    case 'exists':
    case 'ancestor':
      return filter.relation === undefined ? [] : unknownMember('relation', filter.relation, known)
    case 'all':
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

function definitionsIn(data: Data, filter: Filter): CompiledDefinition[] {
  if (filter.kind !== 'definition' || filter.ids.length > 0) return []

  return filter.names.flatMap((name) => {
    const definition = definitionNamed(data, name)

    return definition ? [compileDefinition(definition)] : []
  })
}

const members = { property: 'properties', relation: 'relations' } as const

function unknownMember(kind: 'property' | 'relation', name: string, { names, named }: Known): string[] {
  if (named?.some((definition) => definition[members[kind]].has(name))) return []
  const isKnown = names[members[kind]](name).length > 0

  if (isKnown && !named) return []

  const all = kind === 'property' ? names.propertyNames() : names.relationNames()
  const theirs = named?.flatMap((definition) => [...definition[members[kind]].keys()])
  const whose = named && isKnown ? named.map(({ definition }) => definition.name).join(', ') : 'No definition'
  const has = whose === 'No definition' ? 'has a' : 'has no'

  return [`${whose} ${has} ${kind} "${name.slice(0, 60)}". ${suggestion(name, theirs ?? all)}`.trimEnd()]
}
