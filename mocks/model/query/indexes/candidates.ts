import type { Data } from '../../tables.ts'
import { includes, sorted, union, type Ids } from './key-index.ts'

/** A superset of the entities that a filter finds. */
export interface Candidates {
  /** In ascending order. */
  readonly ids: Iterable<number>
  /** The maximum number of candidates; smaller sets are examined first. */
  readonly maxSize: number
  /** The number of candidates, where it is known without counting. */
  readonly size?: number
  has(id: number): boolean
  /** Whether the filter finds all of them. */
  readonly isExact: boolean
  /** Whether every entity is a candidate. */
  readonly isAll?: boolean
}

export function allEntities(data: Data): Candidates {
  return {
    ids: { [Symbol.iterator]: () => data.entities.keys() },
    maxSize: data.entities.size,
    size: data.entities.size,
    has: (id) => data.entities.has(id),
    isExact: false,
    isAll: true,
  }
}

/** Candidates from a list of ids. */
export function fromIds(ids: Ids, isExact: boolean): Candidates {
  return { ids, maxSize: ids.length, size: ids.length, has: (id) => includes(ids, id), isExact }
}

/** Candidates that the filter finds, in any order. */
export function exactCandidates(ids: readonly (number | undefined)[]): Candidates {
  return fromIds(sorted(ids.filter((id) => id !== undefined)), true)
}

/** Candidates from several lists, which are combined only when needed. */
export function fromIdLists(lists: readonly Ids[], isExact: boolean): Candidates {
  const [only = []] = lists

  if (lists.length <= 1) return fromIds(only, isExact)

  return {
    ids: { [Symbol.iterator]: () => union(lists)[Symbol.iterator]() },
    maxSize: lists.reduce((sum, { length }) => sum + length, 0),
    has: (id) => lists.some((ids) => includes(ids, id)),
    isExact,
  }
}

/** All entities except the given ones; all entities if the given ones are not exact. */
export function complementOf(data: Data, excluded: Candidates): Candidates {
  if (!excluded.isExact) return allEntities(data)

  return {
    ids: { [Symbol.iterator]: () => without(data.entities.keys(), excluded) },
    maxSize: data.entities.size - (excluded.size ?? 0),
    has: (id) => data.entities.has(id) && !excluded.has(id),
    isExact: true,
  }
}

/** The candidates in all of the sets. */
export function intersectionOf(data: Data, sets: readonly Candidates[]): Candidates {
  const isExact = sets.every((set) => set.isExact)
  const [smallest, ...rest] = sets.filter(({ isAll }) => !isAll).sort((a, b) => a.maxSize - b.maxSize)

  if (!smallest) return { ...allEntities(data), isExact }
  if (rest.length === 0) return { ...smallest, isExact }

  return fromIds(
    Array.from(smallest.ids).filter((id) => rest.every((set) => set.has(id))),
    isExact,
  )
}

/** The candidates in any of the sets. */
export function unionOf(data: Data, sets: readonly Candidates[]): Candidates {
  const [only] = sets

  if (only && sets.length === 1) return only
  if (sets.some(({ isExact, isAll }) => isAll && !isExact)) return allEntities(data)

  return fromIdLists(
    sets.map(({ ids }) => Array.from(ids)),
    sets.every(({ isExact }) => isExact),
  )
}

function* without(ids: Iterable<number>, excluded: Candidates): Generator<number> {
  for (const id of ids) if (!excluded.has(id)) yield id
}
