import {
  membersOf,
  compileDefinition,
  type CompiledDefinition,
  isInHierarchy,
  leadsToParents,
  type RelationEnd,
} from '../definitions/compiled-definition.ts'
import type { PropertyType, EntityDefinition } from '../definitions/definition.ts'
import { computedOnce } from '../shared/maps.ts'
import { NameMap } from '../shared/letter-case.ts'
import type { CommittedData } from '../data-tables.ts'
import { systemFieldNamed, systemField } from './fields.ts'
import {
  type NamedField,
  type Filter,
  fieldIn,
  maxConditions,
  allOf,
  anyOf,
  noneOf,
  type AncestorFilter,
  type PlainFilter,
  type UserFilter,
} from './filter.ts'
import { definitionNamed, unknownDefinitionMessage, definitionNames } from '../definitions/by-name.ts'
import { enumeration, shortened, suggestion } from '../shared/suggestion.ts'
import { uniqueValueKey } from '../entities/properties.ts'
import { relatedIdsOf } from '../relations/relations.ts'
import { InvalidRequest } from '../shared/errors.ts'
import { fullTextFilter } from './text/full-text.ts'

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

/**
 * Replaces conditions that depend on other records (users by name, ancestors, names in another letter case ...) by ids
 * and exact names, so that the filter can use indexes and its result can be cached.
 *
 * @throws {InvalidRequest} 400 when the query has too many conditions
 */
export function resolve(data: CommittedData, filter: Filter): PlainFilter {
  checkSize(filter)

  return resolved(data, filter)
}

/** @throws {InvalidRequest} 400 when a query has too many conditions */
export function checkSize(filter: Filter): void {
  const conditions = countOf(filter)

  if (conditions > maxConditions) {
    throw new InvalidRequest({
      query: `Expected at most ${maxConditions} conditions in a query, not ${conditions}.`,
    })
  }
}

function countOf(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.filters.reduce((sum, inner) => sum + countOf(inner), 0)
  }

  return filter.kind === 'not' ? countOf(filter.filter) : 1
}

function resolved(data: CommittedData, filter: Filter): PlainFilter {
  const { properties, relations } = definedNamesOf(data)

  switch (filter.kind) {
    case 'and':
      return allOf(filter.filters.map((inner) => resolved(data, inner)))
    case 'or':
      return anyOf(filter.filters.map((inner) => resolved(data, inner)))
    case 'not':
      return noneOf(resolved(data, filter.filter))
    case 'property': {
      const keys = properties.keysOf(filter.property)
      // Programs ask for system fields by conditions on properties, such as DateTime('CreatedOn').
      const system = keys.length === 0 ? systemFieldNamed(filter.property) : undefined

      return system
        ? resolved(data, systemField(system).is(filter.operator, filter.values))
        : anyOf(keys.map((property) => ({ ...filter, property })))
    }
    case 'relation':
      return anyOf(relations.keysOf(filter.relation).map((relation) => ({ ...filter, relation })))
    case 'fulltext':
      return fullTextFilter(filter.text)
    case 'definition':
      return fieldIn(
        'definition',
        filter.names.flatMap((name) =>
          definitionNames(data, name).concat(data.definitions.find('id', name)?.name ?? []),
        ),
      )
    case 'user':
      return fieldIn(filter.field, [...usersOf(data, filter)])
    case 'exists':
      return anyOf(relations.keysOf(filter.relation).map((name) => exists(data, name)))
    case 'ancestor':
      return fieldIn('id', [...descendantsOf(data, filter)])
    case 'taxonomy':
      return fieldIn('id', [...classifiedAs(data, filter.ids)])
    case 'module':
      return ofDefinitions(data, ({ usage_type }) =>
        Boolean(usage_type && filter.modules.includes(usage_type)),
      )
    case 'root':
      return isRoot(data, filter.of)
    case 'all':
    case 'system':
      return filter
  }
}

function ofDefinitions(
  data: CommittedData,
  isIncluded: (definition: EntityDefinition) => boolean,
): PlainFilter {
  const names = Array.from(data.definitions.all())
    .filter(isIncluded)
    .map(({ name }) => name)

  return fieldIn('definition', names)
}

/** Has a parent in the relation; an entity that can only be a parent in it: has a child. */
function exists(data: CommittedData, relation: string): PlainFilter {
  const isParentOnly = ofDefinitions(data, (definition) => {
    const ends = compileDefinition(definition).relations.get(relation) ?? []

    return ends.length > 0 && ends.every(({ side }) => side === 'children')
  })

  return anyOf([
    { kind: 'relation', relation, side: 'parents' },
    allOf([isParentOnly, { kind: 'relation', relation, side: 'children' }]),
  ])
}

function isRoot(data: CommittedData, of: 'taxonomy' | 'path'): PlainFilter {
  const roots = Array.from(data.definitions.all())
    .filter(isInHierarchy[of])
    .map((definition) => {
      const hasParent = compileDefinition(definition)
        .ends.filter(leadsToParents[of])
        .map(({ member }) => ({ kind: 'relation', relation: member.name, side: 'parents' }) as const)

      return allOf([fieldIn('definition', [definition.name]), noneOf(anyOf(hasParent))])
    })

  return anyOf(roots)
}

/** Users by id or name, user groups by id, and the members of the groups. */
function usersOf(data: CommittedData, { users: given, isDirect }: UserFilter): Set<number> {
  const users = given
    .map((each) =>
      typeof each === 'number'
        ? each
        : data.entities.find('propertyValue', uniqueValueKey('User', 'Username', each))?.id,
    )
    .filter((id) => id !== undefined)
  const members = isDirect ? [] : users.flatMap((id) => relatedIdsOf(data, id, 'UserGroupToUser', 'children'))

  return new Set([...users, ...members])
}

/** The descendants of some entities, in one relation or in all that inherit security. */
function descendantsOf(data: CommittedData, { relation, ids, isDirect }: AncestorFilter): Set<number> {
  const relations = relation === undefined ? undefined : definedNamesOf(data).relations.keysOf(relation)
  const childrenOf = (id: number) =>
    relations?.flatMap((name) => relatedIdsOf(data, id, name, 'children')) ??
    childrenIn(data, id, inheritsSecurity)

  return reachable(ids, childrenOf, isDirect)
}

/** The entities related to one of the taxonomy items, or to a descendant of one. */
function classifiedAs(data: CommittedData, ids: readonly number[]): Set<number> {
  const items = reachable(ids, (id) => childrenIn(data, id, isHierarchy))

  return new Set([...ids, ...items].flatMap((id) => childrenIn(data, id, (end) => !isHierarchy(end))))
}

/** The ids that can be reached from others, in one step or any number of steps. */
function reachable(
  from: readonly number[],
  step: (id: number) => readonly number[],
  isDirect = false,
): Set<number> {
  const found = new Set<number>()
  let level: readonly number[] = from

  while (level.length > 0) {
    const next: number[] = []

    for (const id of level.flatMap(step)) {
      if (!found.has(id)) next.push(id)
      found.add(id)
    }
    level = isDirect ? [] : next
  }

  return found
}

const inheritsSecurity = ({ member }: RelationEnd) => member.inherits_security
const isHierarchy = ({ member }: RelationEnd) => member.is_taxonomy_hierarchy_relation

/** The children of an entity in some of its relations. */
function childrenIn(data: CommittedData, id: number, isIncluded: (end: RelationEnd) => boolean): number[] {
  const entity = data.entities.get(id)
  const definition = entity && data.definitions.get(entity.definition)

  if (!definition) return []

  return compileDefinition(definition)
    .ends.filter((end) => end.side === 'children' && isIncluded(end))
    .flatMap(({ member }) => relatedIdsOf(data, id, member.name, 'children'))
}
