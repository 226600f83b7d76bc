import { type Blueprint, type RelationEnd, opposite } from '../blueprint.ts'
import { blueprintFor } from '../entities.ts'
import type { Entity } from '../entity.ts'
import type { FailureSink } from '../errors.ts'
import { relatedIds } from '../relations.ts'
import type { Data } from '../tables.ts'
import { type Choices, endKey, type RelationChoice } from './choices.ts'
import { within } from './profile.ts'

/** The most entities that one request copies. */
export const copyLimit = 1000

/** A source and the target that it is copied to. */
export interface Pair {
  readonly source: Entity
  readonly blueprint: Blueprint
  /** The destination; undefined when the target is a new entity. */
  readonly existing: Entity | undefined
  /** The target's id: while it does not exist, the source's with a minus sign. */
  readonly id: number
  readonly choices: Choices
  /** How the source was found first; undefined for the one that the request names. */
  readonly reachedBy: { readonly from: Entity; readonly end: RelationEnd } | undefined
  /** Sources that lead here by the Copy method, by the key of this entity's end of the relation. */
  readonly waysBack: Map<string, Set<number>>
}

/** Pairs by the id of the source, the nearest to the first source first. */
export type Pairs = ReadonlyMap<number, Pair>

/** The entity that a stand-in id is the copy of; undefined for the id of an entity that exists. */
export function copiedId(id: number): number | undefined {
  return id < 0 ? -id : undefined
}

/** Ids of the entities at one end, leaving out what does not exist. */
export function relatedThere(data: Data, entity: Entity | undefined, end: RelationEnd): number[] {
  return entity ? relatedIds(entity, end.member.name, end.side).filter((id) => data.entities.has(id)) : []
}

/**
 * Finds what a request copies: the source, and what the Copy method leads to. An entity is copied once, however
 * many ways lead to it, with the options of the shortest way.
 */
export function findPairs(data: Data, source: Entity, choices: Choices, failures: FailureSink): Pairs {
  const pairs = new Map<number, Pair>()
  const destinations = new Map<number, number>()

  const add = (from: Pick<Pair, 'source' | 'choices' | 'reachedBy'>): Pair => {
    const existing = findDestination(data, from.source, from.choices, failures)

    if (existing && destinations.has(existing.id)) {
      failures.add(
        within(from.choices.path, 'destination_entity_id'),
        `Entity ${existing.id} would be the destination of ${destinations.get(existing.id)} and ${from.source.id}.`,
      )
    }
    if (existing) destinations.set(existing.id, from.source.id)

    const pair: Pair = {
      ...from,
      blueprint: blueprintFor(data, from.source.definition),
      existing,
      id: existing?.id ?? -from.source.id,
      waysBack: new Map(),
    }

    pairs.set(from.source.id, pair)

    return pair
  }

  /** Follows one Copy relation. Returns false when that is one entity too many. */
  const follow = (pair: Pair, end: RelationEnd, { related, path }: RelationChoice): boolean => {
    const back = endKey(end.member.name, opposite(end.side))

    for (const id of relatedThere(data, pair.source, end)) {
      const entity = data.entities.get(id)
      const known = pairs.get(id)

      if (!entity) continue
      if (!known && pairs.size === copyLimit) {
        failures.add(path, `One request copies at most ${copyLimit} entities, and this leads to more.`)

        return false
      }
      if (known && related.destination !== undefined && known.existing?.id !== related.destination) {
        failures.add(
          within(related.path, 'destination_entity_id'),
          `Entity ${id} is copied already, to ${known.existing ? `entity ${known.existing.id}` : 'a new entity'}.`,
        )
      }

      const reached =
        known ?? add({ source: entity, choices: related, reachedBy: { from: pair.source, end } })

      reached.waysBack.set(back, (reached.waysBack.get(back) ?? new Set()).add(pair.source.id))
    }

    return true
  }

  add({ source, choices, reachedBy: undefined })

  // A map goes on to what is added while it is read.
  for (const pair of pairs.values()) {
    for (const end of endsOf(pair)) {
      const choice = pair.choices.relations.get(endKey(end.member.name, end.side))

      if (choice?.method === 'Copy' && !follow(pair, end, choice)) return pairs
    }
  }

  return pairs
}

/** Every end of every relation of a pair's definition. */
export function endsOf(pair: Pair): RelationEnd[] {
  return Array.from(pair.blueprint.relations.values()).flat()
}

function findDestination(
  data: Data,
  source: Entity,
  { destination, path }: Choices,
  failures: FailureSink,
): Entity | undefined {
  if (destination === undefined) return undefined

  const existing = data.entities.get(destination)
  const problem = !existing
    ? `Entity ${destination} does not exist.`
    : existing.id === source.id
      ? `Entity ${destination} is the source itself; leave destination_entity_id out to copy it to a new entity.`
      : existing.definition !== source.definition
        ? `Entity ${destination} is of definition "${existing.definition}", the source of "${source.definition}".`
        : undefined

  if (problem !== undefined) failures.add(within(path, 'destination_entity_id'), problem)

  return problem === undefined ? existing : undefined
}
