import {
  compileDefinition,
  isInHierarchy,
  leadsToParents,
  type RelationEnd,
} from '../definitions/compiled-definition.ts'
import { definitionNames } from '../definitions/by-name.ts'
import type { EntityDefinition } from '../definitions/definition.ts'
import { uniqueValueKey } from '../entities/properties.ts'
import { relatedIds } from '../relations/relations.ts'
import { InvalidRequest } from '../shared/errors.ts'
import type { CommittedData } from '../data-tables.ts'
import {
  fieldIn,
  maxConditions,
  allOf,
  anyOf,
  noneOf,
  type AncestorFilter,
  type Filter,
  type PlainFilter,
  type UserFilter,
} from './filter.ts'
import { systemField, systemFieldNamed } from './fields.ts'
import { definedNamesOf } from './defined-names.ts'
import { fullTextFilter } from './text/full-text.ts'

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
        filter.names.flatMap((name) => definitionsNamed(data, name)),
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

function definitionsNamed(data: CommittedData, nameOrId: string): readonly string[] {
  const byId = data.definitions.find('id', nameOrId)

  return [...definitionNames(data, nameOrId), ...(byId ? [byId.name] : [])]
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
  const members = isDirect ? [] : users.flatMap((id) => related(data, id, 'UserGroupToUser'))

  return new Set([...users, ...members])
}

/** The descendants of some entities, in one relation or in all that inherit security. */
function descendantsOf(data: CommittedData, { relation, ids, isDirect }: AncestorFilter): Set<number> {
  const relations = relation === undefined ? undefined : definedNamesOf(data).relations.keysOf(relation)
  const childrenOf = (id: number) =>
    relations ? relations.flatMap((name) => related(data, id, name)) : childrenIn(data, id, inheritsSecurity)

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
    .flatMap(({ member }) => related(data, id, member.name))
}

function related(data: CommittedData, id: number, relation: string): readonly number[] {
  const entity = data.entities.get(id)

  return entity ? relatedIds(entity, relation, 'children') : []
}
