import { compileDefinition, type RelationEnd } from '../definitions/compiled-definition.ts'
import { uniqueValueKey } from '../entities/properties.ts'
import { relatedIds } from '../relations/relations.ts'
import type { Data } from '../tables.ts'
import type { AncestorFilter, UserFilter } from './filter.ts'
import { definedNamesOf } from './names.ts'

/** Users by id or name, user groups by id, and the members of the groups. */
export function usersOf(data: Data, { ids, names, isDirect }: UserFilter): Set<number> {
  const named = names.map(
    (name) => data.entities.find('propertyValue', uniqueValueKey('User', 'Username', name))?.id,
  )
  const users = [...ids, ...named.filter((id) => id !== undefined)]
  const members = isDirect ? [] : users.flatMap((id) => related(data, id, 'UserGroupToUser'))

  return new Set([...users, ...members])
}

/** The descendants of some entities, in one relation or in all that inherit security. */
export function descendantsOf(data: Data, { relation, ids, isDirect }: AncestorFilter): Set<number> {
  const relations = relation === undefined ? undefined : definedNamesOf(data).relations(relation)
  const childrenOf = (id: number) =>
    relations ? relations.flatMap((name) => related(data, id, name)) : childrenIn(data, id, inheritsSecurity)

  return reachable(ids, childrenOf, isDirect)
}

/** The entities related to one of the taxonomy items, or to a descendant of one. */
export function classifiedAs(data: Data, ids: readonly number[]): Set<number> {
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
function childrenIn(data: Data, id: number, isIncluded: (end: RelationEnd) => boolean): number[] {
  const entity = data.entities.get(id)
  const definition = entity && data.definitions.get(entity.definition)

  if (!definition) return []

  return [...compileDefinition(definition).relations.values()]
    .flat()
    .filter((end) => end.side === 'children' && isIncluded(end))
    .flatMap(({ member }) => related(data, id, member.name))
}

function related(data: Data, id: number, relation: string): readonly number[] {
  const entity = data.entities.get(id)

  return entity ? relatedIds(entity, relation, 'children') : []
}
