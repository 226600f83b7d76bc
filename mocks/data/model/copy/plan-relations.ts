import { opposite, type RelationEnd } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import type { FailureSink } from '../shared/errors.ts'
import { type EntityRecords, relatedIdsOf, setRelated } from '../relations/relations.ts'
import type { Data } from '../data-tables.ts'
import { endKey, type ResolvedRelation } from './options-reader.ts'
import { relationReasons, relationResult, type RelationResult } from './copy-options.ts'
import { type Pair, type Pairs, existingRelatedIds } from './pairs.ts'
import { appendTo } from '../shared/maps.ts'

/** What a copy does to one end of a relation of a target. */
export type RelationPlan = ReturnType<typeof planOf>

interface PlannedEnd {
  readonly pair: Pair
  readonly end: RelationEnd
  readonly result: RelationResult
  /** Whether the Copy method reached the source through this relation, from its other end. */
  readonly isReachedThrough: boolean
  /** The references that this end wants; undefined if it sets none, though ends of other targets may. */
  readonly wanted: readonly number[] | undefined
}

interface PlannedRelations {
  /** Every planned record by id, also of related entities that end up unchanged. */
  readonly plannedEntities: ReadonlyMap<number, Entity>
  readonly plansOf: (pair: Pair) => RelationPlan[]
}

/** Plans the references of all targets, and updates their other ends. */
export function planRelations(
  data: Data,
  pairs: Pairs,
  targets: readonly { readonly unstamped: Entity }[],
  failures: FailureSink,
): PlannedRelations {
  const plannedEntities = new Map<number, Entity>()
  /** The planned records on top of those of the store. */
  const overlay: EntityRecords = {
    entities: {
      get: (id) => plannedEntities.get(id) ?? data.entities.get(id),
      put: (entity) => plannedEntities.set(entity.id, entity),
    },
    unsharedLists: new WeakMap(),
  }
  const endsByPair = new Map(
    Array.from(pairs.values(), (pair) => [
      pair,
      pair.compiled.ends.map((end) => planEnd(data, pairs, pair, end)),
    ]),
  )
  const plannedEnds = Array.from(endsByPair.values()).flat()
  const wantedAtOtherEnds = wantedAtOtherEndsOf(plannedEnds)

  for (const { unstamped } of targets) overlay.entities.put(unstamped)
  for (const plannedEnd of plannedEnds) {
    const problem = problemOf(data, plannedEnd)

    if (problem !== undefined) {
      failures.add(`${optionOf(plannedEnd)?.path ?? plannedEnd.end.member.name}.method`, problem)
    } else if (plannedEnd.wanted) {
      const ids = resolvedIds(plannedEnd, wantedAtOtherEnds)
      const { member, side } = plannedEnd.end

      if (ids.length > 0 || relatedIdsOf(overlay, plannedEnd.pair.targetId, member.name, side).length > 0) {
        setRelated(overlay, plannedEnd.pair.targetId, plannedEnd.end, ids)
      }
    }
  }

  return {
    plannedEntities,
    plansOf: (pair) =>
      (endsByPair.get(pair) ?? [])
        .map((plannedEnd) => planOf(data, pairs, plannedEnd, overlay))
        .filter(
          (step) => step.hasOption || step.isSkipped || step.before.length > 0 || step.after.length > 0,
        ),
  }
}

function planEnd(data: Data, pairs: Pairs, pair: Pair, end: RelationEnd): PlannedEnd {
  const method = optionOf({ pair, end })?.method ?? 'unlisted'
  const result = relationResult(method, end)
  const isReachedThrough = pair.reachedFrom.has(endKey(end.member.name, end.side))
  const wanted = wantedIds(data, pairs, { pair, end, result })
  const plannedEnd = { pair, end, result, isReachedThrough, wanted }

  // Relations without an option are shared, unless the source and the destination would lose their reference to each other.
  return result === 'share' && wouldDetachDestination(data, plannedEnd)
    ? { ...plannedEnd, result: 'not set', wanted: undefined }
    : plannedEnd
}

function optionOf({ pair, end }: Pick<PlannedEnd, 'pair' | 'end'>): ResolvedRelation | undefined {
  return pair.options.relations.get(endKey(end.member.name, end.side))
}

function wantedIds(
  data: Data,
  pairs: Pairs,
  { pair, end, result }: Pick<PlannedEnd, 'pair' | 'end' | 'result'>,
): PlannedEnd['wanted'] {
  const sourcesReachedFrom = pair.reachedFrom.get(endKey(end.member.name, end.side))
  const own = existingRelatedIds(data, pair.destination, end)
  const ofSource = existingRelatedIds(data, pair.source, end)
  // Sources from which the Copy method reached this one are skipped, since their copies want the target.
  const notReachedFrom = ofSource.filter((id) => !sourcesReachedFrom?.has(id))

  switch (result) {
    case 'same':
    case 'same or rejected':
      return notReachedFrom
    case 'append':
    case 'append or rejected':
    case 'append one':
      return [...new Set([...own, ...notReachedFrom])]
    case 'copies':
      return ofSource.flatMap((id) => pairs.get(id)?.targetId ?? [])
    case 'share':
      return sourcesReachedFrom ? [] : notReachedFrom.flatMap((id) => shared(pairs, end, id))
    case 'none':
      return []
    case 'not set':
      return undefined
  }
}

/** Whether the destination is related to the source, and would lose that reference. */
function wouldDetachDestination(data: Data, { pair, end, isReachedThrough, wanted }: PlannedEnd): boolean {
  return (
    !isReachedThrough &&
    wanted !== undefined &&
    !wanted.includes(pair.source.id) &&
    existingRelatedIds(data, pair.destination, end).includes(pair.source.id)
  )
}

/**
 * The reference to share: to the entity, or to its copy if it is copied too; none if the copy's own option for the other
 * end decides.
 */
function shared(pairs: Pairs, end: RelationEnd, id: number): number[] {
  const other = pairs.get(id)

  if (!other) return [id]

  return other.options.relations.has(endKey(end.member.name, opposite(end.side))) ? [] : [other.targetId]
}

/** The targets that want a reference from the other end, by that entity and its end of the relation. */
function wantedAtOtherEndsOf(plannedEnds: readonly PlannedEnd[]): Map<string, number[]> {
  const wantedAtOtherEnds = new Map<string, number[]>()

  for (const { pair, end, wanted } of plannedEnds) {
    for (const id of wanted ?? []) {
      appendTo(wantedAtOtherEnds, `${id} ${endKey(end.member.name, opposite(end.side))}`, pair.targetId)
    }
  }

  return wantedAtOtherEnds
}

/** The references of an end: those it wants, and the targets that want it from the other end. */
function resolvedIds(
  { pair, end, wanted = [] }: PlannedEnd,
  wantedAtOtherEnds: ReadonlyMap<string, number[]>,
): readonly number[] {
  const others = wantedAtOtherEnds.get(`${pair.targetId} ${endKey(end.member.name, end.side)}`) ?? []

  if (end.isSingle && others.length > 0) return others.slice(0, 1)

  return [...new Set([...wanted, ...others])]
}

/** Why the option of an end can't be applied. */
function problemOf(data: Data, plannedEnd: PlannedEnd): string | undefined {
  const { pair, end, result, wanted = [], isReachedThrough } = plannedEnd
  const { name } = end.member
  const own = new Set(existingRelatedIds(data, pair.destination, end))
  const lost = wanted.filter((id) => !own.has(id))

  if ((result === 'same or rejected' || result === 'append or rejected') && lost.length > 0) {
    return `"${name}" of entity ${pair.source.id} can't be shared: an entity at its other end can have only one reference, so the source would lose ${lost.length === 1 ? `entity ${lost[0]}` : `${lost.length} entities`}. Use Copy, Remove or Ignore.`
  }
  if ((result === 'same' || result === 'same or rejected') && wouldDetachDestination(data, plannedEnd)) {
    return `"${name}" relates the destination, entity ${pair.targetId}, to the source, which would lose it. Use Ignore to leave it; Copy or Remove to change it.`
  }
  if (result === 'append one' && !isReachedThrough && wanted.length > 1) {
    return `"${name}" allows one entity, and entity ${pair.targetId} already has entity ${wanted[0]}. Use Keep to replace it, or Ignore.`
  }

  return undefined
}

const exclusiveReason =
  'The related entities can have only one reference, so they stay with the source. To copy them, use Copy.'

function planOf(data: Data, pairs: Pairs, plannedEnd: PlannedEnd, overlay: EntityRecords) {
  const { pair, end, result } = plannedEnd
  const option = optionOf(plannedEnd)
  const after = relatedIdsOf(overlay, pair.targetId, end.member.name, end.side)
  const copied = new Set(after)
  /** Whether the source has references of which the target has neither the same nor one to a copy. */
  const isSkipped = existingRelatedIds(data, pair.source, end).some(
    (id) => !copied.has(id) && !copied.has(pairs.get(id)?.targetId ?? id),
  )

  return {
    end,
    method: option?.method ?? (result === 'share' ? 'Keep' : 'Ignore'),
    hasOption: option !== undefined,
    reason: reasonOf(plannedEnd, option !== undefined, isSkipped),
    isSkipped,
    before: existingRelatedIds(data, pair.destination, end),
    after,
  }
}

function reasonOf({ result, isReachedThrough }: PlannedEnd, hasOption: boolean, isSkipped: boolean): string {
  if (!hasOption && isReachedThrough) return 'Inverse of the relation through which this entity is copied.'
  if (!hasOption && isSkipped) return exclusiveReason

  return `${relationReasons[result]}${isReachedThrough ? ' Of the entities through which it is copied, it refers to the copies.' : ''}`
}
