import { compileDefinition, type RelationEnd } from '../definitions/compiled-definition.ts'
import type { EntityDefinition } from '../definitions/definition.ts'
import { uniqueValueKey } from '../entities/properties.ts'
import { relatedIds } from '../relations/relations.ts'
import type { Data } from '../tables.ts'
import { isOneOf, type Filter, type PlainFilter, type UserFilter } from './filter.ts'

type Resolve<K extends Filter['kind']> = (data: Data, filter: Extract<Filter, { kind: K }>) => PlainFilter

/**
 * Replaces the conditions that depend on other entities (users by name, ancestors ...) by the ids or names they
 * come to now, so that what is left can be answered from an index and kept.
 */
export function resolve(data: Data, filter: Filter): PlainFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, filters: filter.filters.map((inner) => resolve(data, inner)) }
    case 'not':
      return { kind: 'not', filter: resolve(data, filter.filter) }
    case 'definition':
      return byDefinition(data, filter)
    case 'user':
      return isOneOf(filter.field, [...usersOf(data, filter)])
    case 'ancestor':
      return isOneOf('id', [...descendantsOf(data, filter.ids, filter.isDirect)])
    case 'module':
      return byModule(data, filter)
    case 'root':
      return isRoot(data, filter)
    case 'all':
    case 'system':
    case 'property':
    case 'relation':
    case 'text':
      return filter
  }
}

/** Whether an end leads up to where a taxonomy or a path begins. */
export const leadsUp: Record<'taxonomy' | 'path', (end: RelationEnd) => boolean> = {
  taxonomy: ({ side, member }) => side === 'parents' && member.is_taxonomy_hierarchy_relation,
  path: ({ side, member }) =>
    side === 'parents' && (member.is_path_relation || member.is_path_hierarchy_relation),
}

/** Whether entities of a definition have a place in a taxonomy or in a path. */
export const hasPlace: Record<'taxonomy' | 'path', (definition: EntityDefinition) => boolean> = {
  taxonomy: (definition) => definition.is_taxonomy_item_definition,
  path: (definition) => definition.is_path_enabled_definition,
}

const byDefinition: Resolve<'definition'> = (data, { names, ids }) =>
  isOneOf('definition', [
    ...names,
    ...ids.map((id) => data.definitions.find('id', String(id))?.name).filter((name) => name !== undefined),
  ])

const byModule: Resolve<'module'> = (data, { modules }) =>
  isOneOf(
    'definition',
    definitionsOf(data)
      .filter(({ usage_type }) => usage_type && modules.includes(usage_type))
      .map(({ name }) => name),
  )

const isRoot: Resolve<'root'> = (data, { of }) => ({
  kind: 'or',
  filters: definitionsOf(data)
    .filter(hasPlace[of])
    .map((definition) => {
      const ends = [...compileDefinition(definition).relations.values()].flat().filter(leadsUp[of])
      const aboveIt = ends.map(
        ({ member }) => ({ kind: 'relation', relation: member.name, side: 'parents' }) as const,
      )

      return {
        kind: 'and',
        filters: [
          isOneOf('definition', [definition.name]),
          { kind: 'not', filter: { kind: 'or', filters: aboveIt } },
        ],
      }
    }),
})

function usersOf(data: Data, { ids, names, isDirect }: UserFilter): Set<number> {
  const named = names.map(
    (name) => data.entities.find('propertyValue', uniqueValueKey('User', 'Username', name))?.id,
  )
  const users = [...ids, ...named.filter((id) => id !== undefined)]
  const members = isDirect ? [] : users.flatMap((id) => related(data, id, 'UserGroupToUser'))

  return new Set([...users, ...members])
}

function descendantsOf(data: Data, ids: readonly number[], isDirect: boolean): Set<number> {
  const found = new Set<number>()
  let level: readonly number[] = ids

  while (level.length > 0) {
    const below = level.flatMap((id) => securedBy(data, id)).filter((id) => !found.has(id))

    for (const id of below) found.add(id)
    level = isDirect ? [] : below
  }

  return found
}

function securedBy(data: Data, id: number): number[] {
  const entity = data.entities.get(id)
  const definition = entity && data.definitions.get(entity.definition)

  if (!definition) return []

  return [...compileDefinition(definition).relations.values()]
    .flat()
    .filter(({ side, member }) => side === 'children' && member.inherits_security)
    .flatMap(({ member }) => related(data, id, member.name))
}

function related(data: Data, id: number, relation: string): readonly number[] {
  const entity = data.entities.get(id)

  return entity ? relatedIds(entity, relation, 'children') : []
}

function definitionsOf(data: Data): EntityDefinition[] {
  return Array.from(data.definitions.all())
}
