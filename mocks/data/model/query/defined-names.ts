import { membersOf, compileDefinition, type CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { PropertyType, EntityDefinition } from '../definitions/definition.ts'
import { NameMap, computedOnce } from '../shared/maps.ts'
import type { CommittedData } from '../data-tables.ts'
import { systemFieldNamed } from './fields.ts'
import type { NamedField, Filter } from './filter.ts'
import { definitionNamed, unknownDefinitionMessage } from '../definitions/by-name.ts'
import { enumeration, shortened, suggestion } from '../shared/suggestion.ts'

/** The names of members of definitions: the exact match, or else all that differ only in letter case. */
export interface DefinedNames {
  /** The type of each property; where definitions differ, that of the last one. */
  readonly properties: NameMap<PropertyType>
  readonly relations: NameMap<'Relation'>
}

export function definedNamesOf({ definitions }: CommittedData): DefinedNames {
  return namesIn(definitions)
}

const namesIn = computedOnce((definitions: CommittedData['definitions']): DefinedNames => {
  const properties = new NameMap<PropertyType>()
  const relations = new NameMap<'Relation'>()

  for (const { type, name } of Array.from(definitions.all()).flatMap(membersOf)) {
    if (type === 'Relation') relations.set(name, type)
    else properties.set(name, type)
  }

  return { properties, relations }
})

/** A system field (`CreatedOn`, `created_on`), or else a property; undefined when there is none of this name. */
export function fieldNamed(
  names: DefinedNames,
  name: string,
  culture?: string | null,
): NamedField | undefined {
  const system = systemFieldNamed(name)
  const property = names.properties.keyOf(name)

  if (system) return { system }

  return property === undefined ? undefined : { property, ...(culture ? { culture } : {}) }
}

/**
 * Messages about properties and relations in a filter that no definition has, or none of those that it requires.
 *
 * @param reportDefinitions whether unknown definitions are reported as well; programs query some that not every sandbox has
 */
export function unknownNames(
  data: CommittedData,
  filter: Filter,
  { reportDefinitions = false } = {},
): string[] {
  return [...new Set(messagesIn({ data, names: definedNamesOf(data), reportDefinitions }, filter))]
}

interface Context {
  readonly data: CommittedData
  readonly names: DefinedNames
  readonly reportDefinitions: boolean
  /** The definitions that the filter requires. */
  readonly required?: readonly CompiledDefinition[]
}

function messagesIn(context: Context, filter: Filter): string[] {
  switch (filter.kind) {
    case 'and': {
      const required = filter.filters.flatMap((inner) => definitionsIn(context.data, inner))
      const narrowed = required.length > 0 ? { ...context, required } : context

      return filter.filters.flatMap((inner) => messagesIn(narrowed, inner))
    }
    case 'or':
      return filter.filters.flatMap((inner) => messagesIn(context, inner))
    case 'not':
      return messagesIn(context, filter.filter)
    case 'definition':
      return filter.names.flatMap((name) =>
        !context.reportDefinitions || definitionWith(context.data, name)
          ? []
          : unknownDefinitionMessage(context.data, name),
      )
    case 'property':
      return unknownMember('property', filter.property, context)
    case 'relation':
    case 'exists':
    case 'ancestor':
      return filter.relation === undefined ? [] : unknownMember('relation', filter.relation, context)
    case 'all':
    case 'fulltext':
    case 'module':
    case 'root':
    case 'system':
    case 'taxonomy':
    case 'user':
      return []
  }
}

function definitionsIn(data: CommittedData, filter: Filter): CompiledDefinition[] {
  if (filter.kind !== 'definition') return []

  return filter.names.flatMap((name) => {
    const definition = definitionWith(data, name)

    return definition ? [compileDefinition(definition)] : []
  })
}

function definitionWith(data: CommittedData, nameOrId: string): EntityDefinition | undefined {
  return definitionNamed(data, nameOrId) ?? data.definitions.find('id', nameOrId)
}

const members = { property: 'properties', relation: 'relations' } as const

function unknownMember(kind: 'property' | 'relation', name: string, { names, required }: Context): string[] {
  if (required?.some((definition) => definition[members[kind]].has(name))) return []
  const isKnown = names[members[kind]].has(name)

  if (isKnown ? !required : kind === 'property' && systemFieldNamed(name)) return []

  const candidates = required?.flatMap((definition) => [...definition[members[kind]].keys()])
  const subjects = required?.map(({ definition }) => definition.name) ?? []
  const subject =
    subjects.length > 1 ? `None of ${enumeration(subjects, 'and')} has a` : `${subjects[0]} has no`

  return [
    `${isKnown ? subject : 'No definition has a'} ${kind} "${shortened(name)}". ${suggestion(name, candidates ?? names[members[kind]].keys())}`.trimEnd(),
  ]
}
