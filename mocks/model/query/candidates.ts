import type { Data } from '../tables.ts'
import { includes, union, type Ids } from './ids.ts'

/** A superset of the entities that a filter finds. */
export interface Candidates {
  /** In ascending order. */
  readonly keys: Iterable<number>
  /** How many there are at most; sets with fewer are looked through first. */
  readonly atMost: number
  /** How many there are, where that is known without looking. */
  readonly size?: number
  has(id: number): boolean
  /** Whether the filter finds every one of them. */
  readonly isExact: boolean
  /** Whether any entity is one. */
  readonly isEveryone?: boolean
}

export function allEntities(data: Data): Candidates {
  return {
    keys: { [Symbol.iterator]: () => data.entities.keys() },
    atMost: data.entities.size,
    size: data.entities.size,
    has: (id) => data.entities.has(id),
    isExact: false,
    isEveryone: true,
  }
}

/** Candidates by a list of ids. */
export function fromIds(ids: Ids, isExact: boolean): Candidates {
  return { keys: ids, atMost: ids.length, size: ids.length, has: (id) => includes(ids, id), isExact }
}

/** Candidates by several lists, which are put together only where that is needed. */
export function fromIdLists(lists: readonly Ids[], isExact: boolean): Candidates {
  const [only = []] = lists

  if (lists.length <= 1) return fromIds(only, isExact)

  return {
    keys: { [Symbol.iterator]: () => union(lists)[Symbol.iterator]() },
    atMost: lists.reduce((sum, { length }) => sum + length, 0),
    has: (id) => lists.some((ids) => includes(ids, id)),
    isExact,
  }
}

/** All entities but some. Any entity is a candidate where those are a superset only. */
export function complementOf(data: Data, some: Candidates): Candidates {
  if (!some.isExact) return allEntities(data)

  return {
    keys: { [Symbol.iterator]: () => without(data.entities.keys(), some) },
    atMost: data.entities.size - (some.size ?? 0),
    has: (id) => data.entities.has(id) && !some.has(id),
    isExact: true,
  }
}

/** Candidates of all the sets. */
export function intersectionOf(data: Data, sets: readonly Candidates[]): Candidates {
  const isExact = sets.every((one) => one.isExact)
  const [smallest, ...rest] = sets.filter(({ isEveryone }) => !isEveryone).sort((a, b) => a.atMost - b.atMost)

  if (!smallest) return { ...allEntities(data), isExact }
  if (rest.length === 0) return { ...smallest, isExact }

  return fromIds(
    Array.from(smallest.keys).filter((id) => rest.every((one) => one.has(id))),
    isExact,
  )
}

/** Candidates of any of the sets. */
export function unionOf(data: Data, sets: readonly Candidates[]): Candidates {
  const [only] = sets

  if (only && sets.length === 1) return only
  if (sets.some(({ isExact, isEveryone }) => isEveryone && !isExact)) return allEntities(data)

  return fromIdLists(
    sets.map(({ keys }) => Array.from(keys)),
    sets.every(({ isExact }) => isExact),
  )
}

function* without(ids: Iterable<number>, some: Candidates): Generator<number> {
  for (const id of ids) if (!some.has(id)) yield id
}
