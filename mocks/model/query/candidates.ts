import type { Data } from '../tables.ts'
import { includes, union, type Ids } from './ids.ts'

/** Entities among which all that a filter finds are. */
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
  readonly isAnyone?: boolean
}

export function everything(data: Data): Candidates {
  return {
    keys: { [Symbol.iterator]: () => data.entities.keys() },
    atMost: data.entities.size,
    size: data.entities.size,
    has: (id) => data.entities.has(id),
    isExact: false,
    isAnyone: true,
  }
}

/** Candidates by a list of ids. */
export function listed(ids: Ids, isExact: boolean): Candidates {
  return { keys: ids, atMost: ids.length, size: ids.length, has: (id) => includes(ids, id), isExact }
}

/** Candidates by several lists, which are put together only where that is needed. */
export function listedInAny(lists: readonly Ids[], isExact: boolean): Candidates {
  const [only = []] = lists

  if (lists.length <= 1) return listed(only, isExact)

  return {
    keys: { [Symbol.iterator]: () => union(lists)[Symbol.iterator]() },
    atMost: lists.reduce((sum, { length }) => sum + length, 0),
    has: (id) => lists.some((ids) => includes(ids, id)),
    isExact,
  }
}

/** All entities but some; a filter that finds but a part of those leaves any entity a candidate. */
export function others(data: Data, some: Candidates): Candidates {
  if (!some.isExact) return everything(data)

  return {
    keys: { [Symbol.iterator]: () => without(data.entities.keys(), some) },
    atMost: data.entities.size - (some.size ?? 0),
    has: (id) => data.entities.has(id) && !some.has(id),
    isExact: true,
  }
}

/** Candidates of all the sets. */
export function inAll(data: Data, sets: readonly Candidates[]): Candidates {
  const isExact = sets.every((one) => one.isExact)
  const [smallest, ...rest] = sets.filter(({ isAnyone }) => !isAnyone).sort((a, b) => a.atMost - b.atMost)

  if (!smallest) return { ...everything(data), isExact }
  if (rest.length === 0) return { ...smallest, isExact }

  return listed(
    Array.from(smallest.keys).filter((id) => rest.every((one) => one.has(id))),
    isExact,
  )
}

/** Candidates of any of the sets. */
export function inAny(data: Data, sets: readonly Candidates[]): Candidates {
  const [only] = sets

  if (only && sets.length === 1) return only
  if (sets.some(({ isExact, isAnyone }) => isAnyone && !isExact)) return everything(data)

  return listedInAny(
    sets.map(({ keys }) => Array.from(keys)),
    sets.every(({ isExact }) => isExact),
  )
}

function* without(ids: Iterable<number>, some: Candidates): Generator<number> {
  for (const id of ids) if (!some.has(id)) yield id
}
