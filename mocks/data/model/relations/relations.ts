import type { Entity, RelatedIds } from '../entities/entity.ts'
import { entitiesWithIds } from '../entities/references.ts'
import {
  compiledDefinitionOf,
  compileDefinition,
  leadsToParents,
  type RelationEnd,
  opposite,
  sides,
  type Side,
} from '../definitions/compiled-definition.ts'
import { InvalidRequest } from '../shared/errors.ts'
import type { Data, DataDraft } from '../data-tables.ts'

/** The entities from the root of a taxonomy or path down to an entity. */
export type Path = readonly Entity[]

/** The path to each parent in taxonomy and path relations, by the name of the relation. */
export function relatedPaths(data: Data, entity: Entity): Map<string, Path[]> {
  const paths = new Map<string, Path[]>()

  for (const { member, side } of endsOf(data, entity)) {
    if (side === 'children' || !(member.is_taxonomy_relation || member.is_path_relation)) continue
    const related = entitiesWithIds(data, relatedIds(entity, member.name, 'parents'))

    if (related.length > 0)
      paths.set(
        member.name,
        related.map((each) => pathTo(data, each)),
      )
  }

  return paths
}

/** The path to an entity, through the first parent of each. Stops at a cycle. */
export function pathTo(data: Data, entity: Entity): Path {
  const path = [entity]
  let parent = firstParent(data, entity)

  while (parent && !path.includes(parent)) {
    path.unshift(parent)
    parent = firstParent(data, parent)
  }

  return path
}

function firstParent(data: Data, entity: Entity): Entity | undefined {
  for (const end of endsOf(data, entity)) {
    if (!leadsToParents.taxonomy(end) && !leadsToParents.path(end)) continue
    const [id] = relatedIds(entity, end.member.name, 'parents')

    if (id !== undefined) return data.entities.get(id)
  }

  return undefined
}

function endsOf(data: Data, entity: Entity): readonly RelationEnd[] {
  const definition = data.definitions.get(entity.definition)

  return definition ? compileDefinition(definition).ends : []
}

/** Entities to read and write: those of a draft, or a temporary copy. */
export interface EntityRecords {
  readonly entities: { get(id: number): Entity | undefined; put(entity: Entity): void }
  /** The lists that only these records have, each with itself as the value. They are appended to in place: some are very long. */
  readonly unsharedLists?: WeakMap<readonly number[], number[]>
}

/** The ids of the entities related by one relation, in their order. */
export function relatedIds(
  entity: Pick<Entity, 'relations'>,
  relation: string,
  side: Side,
): readonly number[] {
  return ownEnds(entity, relation)?.[side] ?? []
}

/** Like `relatedIds()`, for the id of an entity; empty if the entity does not exist. */
export function relatedIdsOf(
  data: { readonly entities: Pick<EntityRecords['entities'], 'get'> },
  id: number,
  relation: string,
  side: Side,
): readonly number[] {
  const entity = data.entities.get(id)

  return entity ? relatedIds(entity, relation, side) : []
}

/**
 * Replaces the related entities, and updates the other ends. A child with a single parent is moved to the new parent.
 *
 * The ids must exist and be of the associated definition (`relatingProblem()`).
 */
export function setRelated(
  draft: EntityRecords,
  entityId: number,
  end: RelationEnd,
  ids: readonly number[],
): void {
  const relation = end.member.name
  const next = new Set(ids)
  const current = new Set(relatedIdsOf(draft, entityId, relation, end.side))
  const itself = new Set([entityId])
  /** The ids that other entities lose, by those entities: each is written only once. */
  const lost = new Map<number, Set<number>>()

  for (const id of current) {
    if (!next.has(id)) detach(draft, id, relation, opposite(end.side), itself)
  }

  for (const id of next) {
    if (current.has(id)) continue
    const others = relatedIdsOf(draft, id, relation, opposite(end.side))

    if (end.isExclusive) {
      for (const other of others) lost.set(other, (lost.get(other) ?? new Set()).add(id))
    }
    write(
      draft,
      id,
      relation,
      opposite(end.side),
      end.isExclusive ? [entityId] : appended(draft, others, entityId),
    )
  }

  for (const [other, removed] of lost) detach(draft, other, relation, end.side, removed)
  write(draft, entityId, relation, end.side, [...next])
}

/**
 * Replaces the entities that a relation of an entity leads to.
 *
 * @throws {InvalidRequest} when it has no such relation, or they can't be related
 */
export function relate(
  draft: DataDraft,
  { id, definition }: Pick<Entity, 'id' | 'definition'>,
  relation: string,
  ids: readonly number[],
): void {
  const [end] = compiledDefinitionOf(draft, definition).relations.get(relation) ?? []
  const problem = end
    ? relatingProblem(draft, end, ids)
    : `${definition} has no relation "${relation.slice(0, 100)}".`

  if (end && problem === undefined) setRelated(draft, id, end, ids)
  else throw new InvalidRequest({ [relation.slice(0, 100)]: problem ?? '' })
}

/** Removes the references to some entities from all others. Each of the others is written only once. */
export function detachEverywhere(draft: EntityRecords, removed: readonly Entity[]): void {
  const ids = new Set(removed.map(({ id }) => id))
  const ends = removed.flatMap(({ relations }) => Object.values(relations))
  const neighbours = new Set(ends.flatMap(({ parents = [], children = [] }) => [...parents, ...children]))

  for (const id of neighbours) {
    const entity = ids.has(id) ? undefined : draft.entities.get(id)

    if (entity) draft.entities.put({ ...entity, relations: withoutIds(entity.relations, ids) })
  }
}

/** Whether two entities have the same related entities, in the same order. */
export function hasSameRelations(one: Entity, other: Entity): boolean {
  const names = Object.keys(one.relations)

  return (
    names.join() === Object.keys(other.relations).join() &&
    names.every((name) =>
      sides.every((side) => isSameList(relatedIds(one, name, side), relatedIds(other, name, side))),
    )
  )
}

function isSameList(one: readonly number[], other: readonly number[]): boolean {
  return one === other || (one.length === other.length && one.every((id, index) => id === other[index]))
}

/** Why the entities can't be related; undefined when they can. */
export function relatingProblem(data: Data, end: RelationEnd, ids: readonly number[]): string | undefined {
  const { name, associated_entitydefinition: required } = end.member
  const count = new Set(ids).size

  if (end.isSingle && count > 1) {
    return `The relation "${name}" allows one ${end.side === 'parents' ? 'parent' : 'child'}, not ${count}.`
  }

  for (const id of ids) {
    const other = data.entities.get(id)

    if (!other) return `Entity ${id} does not exist.`
    if (other.definition !== required) {
      return `Entity ${id} is of definition "${other.definition}"; the relation "${name}" requires "${required}".`
    }
  }

  return undefined
}

function withoutIds(relations: Entity['relations'], removed: ReadonlySet<number>): Entity['relations'] {
  return Object.fromEntries(
    Object.entries(relations).flatMap(([relation, ends]) => {
      const kept = sides.flatMap((side) => {
        const ids = ends[side]?.filter((id) => !removed.has(id)) ?? []

        return ids.length > 0 ? [[side, ids] as const] : []
      })

      return kept.length > 0 ? [[relation, Object.fromEntries(kept)]] : []
    }),
  )
}

function appended(draft: EntityRecords, ids: readonly number[], id: number): number[] {
  const unshared = draft.unsharedLists?.get(ids)
  if (!unshared) return ids.concat(id)

  unshared.push(id)
  return unshared
}

function detach(
  draft: EntityRecords,
  entityId: number,
  relation: string,
  side: Side,
  removed: ReadonlySet<number>,
): void {
  const ids = relatedIdsOf(draft, entityId, relation, side)

  write(
    draft,
    entityId,
    relation,
    side,
    ids.filter((id) => !removed.has(id)),
  )
}

function write(draft: EntityRecords, entityId: number, relation: string, side: Side, ids: number[]): void {
  const entity = draft.entities.get(entityId)

  if (!entity) return

  draft.unsharedLists?.set(ids, ids)

  const nextEnds = { ...ownEnds(entity, relation), [side]: ids }
  // Always in the same order, so that equal data is exported as equal text.
  const ends = Object.fromEntries(
    sides.flatMap((each) => (nextEnds[each]?.length ? [[each, nextEnds[each]]] : [])),
  )
  const { [relation]: _, ...relations } = entity.relations

  draft.entities.put({
    ...entity,
    relations: Object.keys(ends).length > 0 ? { ...relations, [relation]: ends } : relations,
  })
}

function ownEnds(entity: Pick<Entity, 'relations'>, relation: string): RelatedIds | undefined {
  return Object.hasOwn(entity.relations, relation) ? entity.relations[relation] : undefined
}
