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
export type RelationStep = ReturnType<typeof stepOf>

interface PlannedEnd {
  readonly pair: Pair
  readonly end: RelationEnd
  readonly result: RelationResult
  readonly isInverse: boolean
  /** The references that this end wants; undefined leaves it unchanged. */
  readonly wanted: readonly number[] | undefined
}

interface PlannedRelations {
  /** Every planned record by id, also of related entities that end up unchanged. */
  readonly planned: ReadonlyMap<number, Entity>
  readonly stepsOf: (pair: Pair) => RelationStep[]
}

/** Plans the references of all targets, and updates their other ends. */
export function planRelations(
  data: Data,
  pairs: Pairs,
  targets: readonly { readonly unstamped: Entity }[],
  failures: FailureSink,
): PlannedRelations {
  const planned = new Map<number, Entity>()
  /** The planned records on top of those of the store. */
  const overlay: EntityRecords = {
    entities: {
      get: (id) => planned.get(id) ?? data.entities.get(id),
      put: (entity) => planned.set(entity.id, entity),
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
  for (const planned of plannedEnds) {
    const problem = problemOf(data, planned)

    if (problem !== undefined) {
      failures.add(`${optionOf(planned)?.path ?? planned.end.member.name}.method`, problem)
    } else if (planned.wanted) {
      const ids = resolvedIds(planned, wantedAtOtherEnds)
      const { member, side } = planned.end

      if (ids.length > 0 || relatedIdsOf(overlay, planned.pair.targetId, member.name, side).length > 0) {
        setRelated(overlay, planned.pair.targetId, planned.end, ids)
      }
    }
  }

  return {
    planned,
    stepsOf: (pair) =>
      (endsByPair.get(pair) ?? [])
        .map((planned) => stepOf(data, pairs, planned, overlay))
        .filter(
          (step) => step.hasOption || step.isSkipped || step.before.length > 0 || step.after.length > 0,
        ),
  }
}

function planEnd(data: Data, pairs: Pairs, pair: Pair, end: RelationEnd): PlannedEnd {
  const method = optionOf({ pair, end })?.method ?? 'unlisted'
  const result = relationResult(method, end)
  const isInverse = pair.reachedFrom.has(endKey(end.member.name, end.side))
  const planned = { pair, end, result, isInverse, wanted: wantedIds(data, pairs, { pair, end, result }) }

  // Relations without an option are shared, unless the source would lose a reference.
  return result === 'share' && wouldDetachSource(data, planned)
    ? { ...planned, result: 'own', wanted: undefined }
    : planned
}

function optionOf({ pair, end }: Pick<PlannedEnd, 'pair' | 'end'>): ResolvedRelation | undefined {
  return pair.options.relations.get(endKey(end.member.name, end.side))
}

function wantedIds(
  data: Data,
  pairs: Pairs,
  { pair, end, result }: Pick<PlannedEnd, 'pair' | 'end' | 'result'>,
): PlannedEnd['wanted'] {
  const inverse = pair.reachedFrom.get(endKey(end.member.name, end.side))
  const own = existingRelatedIds(data, pair.destination, end)
  const ofSource = existingRelatedIds(data, pair.source, end)
  // Sources from which the Copy method reached this one are skipped, since their copies want the target.
  const references = ofSource.filter((id) => !inverse?.has(id))

  switch (result) {
    case 'same':
    case 'same unless lost':
      return references
    case 'join':
    case 'join unless lost':
    case 'join one':
      return [...new Set([...own, ...references])]
    case 'copies':
      return ofSource.flatMap((id) => pairs.get(id)?.targetId ?? [])
    case 'share':
      return inverse ? [] : references.flatMap((id) => shared(pairs, end, id))
    case 'none':
      return []
    case 'own':
      return undefined
  }
}

/** Whether the source is related to the destination, and would lose that reference. */
function wouldDetachSource(data: Data, { pair, end, isInverse, wanted }: PlannedEnd): boolean {
  return (
    !isInverse &&
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
function problemOf(data: Data, planned: PlannedEnd): string | undefined {
  const { pair, end, result, wanted = [], isInverse } = planned
  const { name } = end.member
  const own = new Set(existingRelatedIds(data, pair.destination, end))
  const lost = wanted.filter((id) => !own.has(id))

  if ((result === 'same unless lost' || result === 'join unless lost') && lost.length > 0) {
    return `"${name}" of entity ${pair.source.id} can't be shared: an entity at its other end can have only one reference, so the source would lose ${lost.length === 1 ? `entity ${lost[0]}` : `${lost.length} entities`}. Use Copy, Remove or Ignore.`
  }
  if ((result === 'same' || result === 'same unless lost') && wouldDetachSource(data, planned)) {
    return `"${name}" relates the destination, entity ${pair.targetId}, to the source, which would lose it. Use Ignore to leave it; Copy or Remove to change it.`
  }
  if (result === 'join one' && !isInverse && wanted.length > 1) {
    return `"${name}" allows one entity, and entity ${pair.targetId} already has entity ${wanted[0]}. Use Keep to replace it, or Ignore.`
  }

  return undefined
}

const exclusiveReason =
  'The related entities can have only one reference, so they stay with the source. To copy them, use Copy.'

function stepOf(data: Data, pairs: Pairs, planned: PlannedEnd, overlay: EntityRecords) {
  const { pair, end, result } = planned
  const option = optionOf(planned)
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
    reason: reasonOf(planned, option !== undefined, isSkipped),
    isSkipped,
    before: existingRelatedIds(data, pair.destination, end),
    after,
  }
}

function reasonOf({ result, isInverse }: PlannedEnd, hasOption: boolean, isSkipped: boolean): string {
  if (!hasOption && isInverse) return 'Inverse of the relation through which this entity is copied.'
  if (!hasOption && isSkipped) return exclusiveReason
  const reason = relationReasons[result]

  return isInverse ? `${reason} Of the entities through which it is copied, it refers to the copies.` : reason
}
