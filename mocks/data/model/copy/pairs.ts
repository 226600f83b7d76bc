import {
  type CompiledDefinition,
  type RelationEnd,
  opposite,
  compiledDefinitionOf,
} from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import { entitiesWithIds } from '../entities/references.ts'
import type { FailureSink } from '../shared/errors.ts'
import { relatedIds } from '../relations/relations.ts'
import type { Data } from '../data-tables.ts'
import { type ResolvedOptions, endKey, type ResolvedRelation, within } from './options-reader.ts'

/** The maximum number of entities that one request copies. */
const copyLimit = 1000

/** A source and the target that it is copied to. */
export interface Pair {
  readonly source: Entity
  readonly compiled: CompiledDefinition
  /** The existing entity to copy to; undefined when the target is a new entity. */
  readonly destination: Entity | undefined
  /** The id of the target, which may not exist yet. */
  readonly targetId: number
  readonly options: ResolvedOptions
  /** By the key of an end of the source (`endKey()`): the ids of the sources that led here by Copy, through that relation. */
  readonly reachedFrom: Map<string, Set<number>>
}

/** Pairs by the id of the source, breadth first. */
export type Pairs = ReadonlyMap<number, Pair>

/** Returns the id of the new entity that a source is copied to. */
export type NewId = (source: Entity) => number

/** For a plan that is not executed: the id of the source with a minus sign. */
export const placeholderId: NewId = ({ id }) => -id

export function existingRelatedIds(data: Data, entity: Entity | undefined, end: RelationEnd): number[] {
  return entity ? relatedIds(entity, end.member.name, end.side).filter((id) => data.entities.has(id)) : []
}

/**
 * Finds what a request copies: the source, and the entities that the Copy method reaches from it. Each is copied once,
 * with the options of the shortest way to it.
 */
export function findPairs(
  data: Data,
  requestedSource: Entity,
  options: ResolvedOptions,
  { newId, failures }: { readonly newId: NewId; readonly failures: FailureSink },
): Pairs {
  const finder = new PairFinder(data, newId, failures)

  finder.add({ source: requestedSource, options })

  // Iterating a map includes entries that are added meanwhile.
  for (const pair of finder.pairs.values()) {
    for (const end of pair.compiled.ends) {
      const option = pair.options.relations.get(endKey(end.member.name, end.side))

      if (option?.method === 'Copy' && !finder.follow(pair, end, option)) return finder.pairs
    }
  }

  return finder.pairs
}

class PairFinder {
  readonly pairs = new Map<number, Pair>()
  readonly #data: Data
  readonly #newId: NewId
  readonly #failures: FailureSink
  /** The id of the source that is copied to a destination, by the destination's. */
  readonly #sourceByDestination = new Map<number, number>()

  constructor(data: Data, newId: NewId, failures: FailureSink) {
    this.#data = data
    this.#newId = newId
    this.#failures = failures
  }

  add(found: Pick<Pair, 'source' | 'options'>): Pair {
    const { source } = found
    const destination = this.#destinationOf(found)
    const pair: Pair = {
      ...found,
      compiled: compiledDefinitionOf(this.#data, source.definition),
      destination,
      targetId: destination?.id ?? this.#newId(source),
      reachedFrom: new Map(),
    }

    this.pairs.set(source.id, pair)

    return pair
  }

  /** Adds the entities that a Copy relation leads to. Returns false when there are too many. */
  follow(pair: Pair, end: RelationEnd, { related, path }: ResolvedRelation): boolean {
    const back = endKey(end.member.name, opposite(end.side))

    for (const source of entitiesWithIds(this.#data, relatedIds(pair.source, end.member.name, end.side))) {
      const earlierPair = this.pairs.get(source.id)

      if (!earlierPair && this.pairs.size === copyLimit) {
        this.#failures.add(
          path,
          `One request can copy at most ${copyLimit} entities; this one would copy more.`,
        )

        return false
      }
      if (earlierPair) this.#checkSameTarget(earlierPair, related)

      const { reachedFrom } = earlierPair ?? this.add({ source, options: related })

      reachedFrom.set(back, (reachedFrom.get(back) ?? new Set()).add(pair.source.id))
    }

    return true
  }

  #checkSameTarget({ source, destination }: Pair, { destinationId, path }: ResolvedOptions): void {
    if (destinationId === undefined || destinationId === destination?.id) return

    const target = destination ? `entity ${destination.id}` : 'a new entity'

    this.#failures.add(
      within(path, 'destination_entity_id'),
      `Entity ${source.id} is already copied to ${target}.`,
    )
  }

  #destinationOf({ source, options }: Pick<Pair, 'source' | 'options'>): Entity | undefined {
    if (options.destinationId === undefined) return undefined

    const destination = this.#data.entities.get(options.destinationId)
    const problem = this.#problemWith(destination, options.destinationId, source)

    if (problem !== undefined) {
      this.#failures.add(within(options.path, 'destination_entity_id'), problem)

      return undefined
    }

    this.#sourceByDestination.set(options.destinationId, source.id)

    return destination
  }

  #problemWith(destination: Entity | undefined, id: number, source: Entity): string | undefined {
    const other = this.#sourceByDestination.get(id)

    if (!destination) return `Entity ${id} does not exist.`
    if (id === source.id) {
      return `Entity ${id} is the source itself. Omit destination_entity_id to copy it to a new entity.`
    }
    if (destination.definition !== source.definition) {
      return `Entity ${id} is of definition "${destination.definition}", but the source is of "${source.definition}".`
    }

    return other === undefined
      ? undefined
      : `Entity ${id} would be the destination of ${other} and ${source.id}.`
  }
}
