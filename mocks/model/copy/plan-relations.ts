import { opposite, type RelationEnd } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import type { FailureSink } from '../shared/errors.ts'
import { type EntityAccess, idsOf, relatedIds, setRelated } from '../relations/relations.ts'
import type { Data } from '../tables.ts'
import { endKey } from './resolved-options.ts'
import {
  type RelationMethod,
  relationReasons,
  type RelationResult,
  relationResult,
} from './relation-rules.ts'
import { endsOf, type Pair, type Pairs, relatedThere } from './pairs.ts'

/** The result for one end of a relation of a target. */
export interface RelationStep {
  readonly end: RelationEnd
  readonly method: RelationMethod
  /** Whether an option names the relation. */
  readonly isNamed: boolean
  readonly reason: string
  /** Whether the source has references here that lead neither to the same nor to a copy at the target. */
  readonly isSkipped: boolean
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** One end of a relation of a target, decided. */
interface Decision {
  readonly pair: Pair
  readonly end: RelationEnd
  readonly result: RelationResult
  readonly isWayBack: boolean
  /** The references this end asks for; undefined leaves it as it is. */
  readonly wanted: readonly number[] | undefined
}

/** Entities in memory over those that are stored. */
class Scratch implements EntityAccess {
  readonly changed = new Map<number, Entity>()
  readonly ownLists = new WeakMap<readonly number[], number[]>()
  readonly #data: Data

  constructor(data: Data) {
    this.#data = data
  }

  get entities(): EntityAccess['entities'] {
    return {
      get: (id) => this.changed.get(id) ?? this.#data.entities.get(id),
      put: (entity) => this.changed.set(entity.id, entity),
    }
  }
}

export interface PlannedRelations {
  /** Every entity whose record changes, by id: targets, and what stands at the other ends. */
  readonly records: ReadonlyMap<number, Entity>
  stepsOf(pair: Pair): RelationStep[]
}

/** Relates the targets, and brings the other ends into agreement. */
export function planRelations(
  data: Data,
  pairs: Pairs,
  targets: ReadonlyMap<Pair, Entity>,
  failures: FailureSink,
): PlannedRelations {
  const scratch = new Scratch(data)
  const decisionsOf = new Map(
    Array.from(pairs.values(), (pair) => [pair, endsOf(pair).map((end) => decide(data, pairs, pair, end))]),
  )
  const decisions = Array.from(decisionsOf.values()).flat()
  const claims = claimsOf(decisions)

  for (const target of targets.values()) scratch.entities.put(target)
  for (const decision of decisions) {
    const problem = problemOf(data, decision)

    if (problem !== undefined) {
      const { name } = decision.end.member
      const option = decision.pair.options.relations.get(endKey(name, decision.end.side))

      failures.add(`${option?.path ?? name}.method`, problem)
    } else if (decision.wanted) {
      const ids = settled(decision, claims)
      const { member, side } = decision.end

      if (ids.length > 0 || idsOf(scratch, decision.pair.id, member.name, side).length > 0) {
        setRelated(scratch, decision.pair.id, decision.end, ids)
      }
    }
  }

  return {
    records: scratch.changed,
    stepsOf: (pair) =>
      (decisionsOf.get(pair) ?? [])
        .map((decision) => stepOf(data, pairs, decision, scratch))
        .filter((step) => step.isNamed || step.isSkipped || step.before.length > 0 || step.after.length > 0),
  }
}

function decide(data: Data, pairs: Pairs, pair: Pair, end: RelationEnd): Decision {
  const key = endKey(end.member.name, end.side)
  const method = pair.options.relations.get(key)?.method
  const rule = relationResult(method ?? 'not named', pair.existing ? 'existing' : 'new', end)
  const waysBack = pair.waysBack.get(key)
  const own = relatedThere(data, pair.existing, end)
  // The way back leads to the target, never also to the source (it is claimed from the other side).
  const given = relatedThere(data, pair.source, end).filter((id) => !waysBack?.has(id))
  const joined = [...own, ...given.filter((id) => !own.includes(id))]
  const wantedBy: Record<RelationResult, () => readonly number[] | undefined> = {
    same: () => given,
    'same?': () => given,
    copies: () => relatedThere(data, pair.source, end).flatMap((id) => pairs.get(id)?.id ?? []),
    join: () => joined,
    'join?': () => joined,
    'join one': () => joined,
    none: () => [],
    own: () => undefined,
    share: () => (waysBack ? [] : given.flatMap((id) => shared(pairs, end, id))),
  }

  const decision = { pair, end, result: rule, isWayBack: waysBack !== undefined, wanted: wantedBy[rule]() }

  // Relations without an option are shared, but the source must not lose its own.
  return rule === 'share' && leavesSource(data, decision)
    ? { ...decision, result: 'own', wanted: undefined }
    : decision
}

/** Whether the destination is related to the source itself, which would lose it. */
function leavesSource(data: Data, { pair, end, isWayBack, wanted }: Decision): boolean {
  const { id } = pair.source

  return (
    !isWayBack &&
    wanted !== undefined &&
    !wanted.includes(id) &&
    relatedThere(data, pair.existing, end).includes(id)
  )
}

/** Between two copied entities, an option for the other end decides; without one the copies are related. */
function shared(pairs: Pairs, end: RelationEnd, id: number): number[] {
  const other = pairs.get(id)

  if (!other) return [id]

  return other.options.relations.has(endKey(end.member.name, opposite(end.side))) ? [] : [other.id]
}

/** Targets that ask for an entity, by the entity and its end of the relation. */
function claimsOf(decisions: readonly Decision[]): Map<string, number[]> {
  const claims = new Map<string, number[]>()

  for (const { pair, end, wanted } of decisions) {
    for (const id of wanted ?? []) {
      const key = claimKey(id, end.member.name, opposite(end.side))

      const claiming = claims.get(key)

      if (claiming) claiming.push(pair.id)
      else claims.set(key, [pair.id])
    }
  }

  return claims
}

/** The related ids of an end: its own choice, and the targets that choose it from the other side. */
function settled({ pair, end, wanted = [] }: Decision, claims: Map<string, number[]>): readonly number[] {
  const claimed = claims.get(claimKey(pair.id, end.member.name, end.side)) ?? []

  if (end.isSingle && claimed.length > 0) return claimed.slice(0, 1)

  return [...wanted, ...claimed.filter((id) => !wanted.includes(id))]
}

function claimKey(id: number, relation: string, side: RelationEnd['side']): string {
  return `${id} ${endKey(relation, side)}`
}

/** Why an end can't be what an option asks for. */
function problemOf(data: Data, decision: Decision): string | undefined {
  const { pair, end, result, wanted = [], isWayBack } = decision
  const { name } = end.member
  const own = relatedThere(data, pair.existing, end)
  const taken = wanted.filter((id) => !own.includes(id))

  if ((result === 'same?' || result === 'join?') && taken.length > 0) {
    return `"${name}" of entity ${pair.source.id} can't be shared: an entity at its other end can have only one reference, so the source would lose ${taken.length === 1 ? `entity ${taken[0]}` : `${taken.length} entities`}. Use Copy, Remove or Ignore.`
  }
  if ((result === 'same' || result === 'same?') && leavesSource(data, decision)) {
    return `"${name}" relates the destination, entity ${pair.id}, to the source, which would lose it. Use Ignore to leave it; Copy or Remove to change it.`
  }
  if (result === 'join one' && !isWayBack && wanted.length > 1) {
    return `"${name}" holds one entity, and entity ${pair.id} has entity ${wanted[0]} there already. Use Keep to replace it, or Ignore.`
  }

  return undefined
}

const wayBackReason = 'Inverse of the relation through which this entity is copied.'
const heldOnceReason =
  'The related entities can have only one reference, so they stay with the source. To copy them, use Copy.'

function stepOf(data: Data, pairs: Pairs, decision: Decision, scratch: Scratch): RelationStep {
  const { pair, end, result } = decision
  const { name } = end.member
  const option = pair.options.relations.get(endKey(name, end.side))
  const target = scratch.entities.get(pair.id)
  const after = target ? relatedIds(target, name, end.side) : []
  const isSkipped = relatedThere(data, pair.source, end).some(
    (id) => !after.includes(id) && !after.includes(pairs.get(id)?.id ?? id),
  )

  return {
    end,
    method: option?.method ?? (result === 'share' ? 'Keep' : 'Ignore'),
    isNamed: option !== undefined,
    reason: option ? relationReasons[result] : defaultReason(decision, isSkipped),
    isSkipped,
    before: relatedThere(data, pair.existing, end),
    after,
  }
}

function defaultReason({ result, isWayBack }: Decision, isSkipped: boolean): string {
  if (isWayBack) return wayBackReason
  if (isSkipped) return heldOnceReason

  return relationReasons[result]
}
