import type { KeySet } from '../../../store/table.ts'
import { includes, sorted, type Ids } from './key-index.ts'

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
}

/** Candidates from a list of ids. */
export function fromIds(ids: Ids, isExact: boolean): Candidates {
  return { ids, maxSize: ids.length, size: ids.length, has: (id) => includes(ids, id), isExact }
}

/** Candidates that the filter finds, in any order. */
export function exactCandidates(ids: readonly (number | undefined)[]): Candidates {
  return fromIds(sorted(ids.filter((id) => id !== undefined)), true)
}

/** Candidates that the filter finds: the keys of a table or a group. */
export function fromKeys(keys: KeySet<number>): Candidates {
  return {
    ids: { [Symbol.iterator]: () => keys.keys() },
    maxSize: keys.size,
    size: keys.size,
    has: (id) => keys.has(id),
    isExact: true,
  }
}

/** The candidates in all of the sets; undefined stands for any entity. */
export function intersectionOf(sets: readonly (Candidates | undefined)[]): Candidates | undefined {
  const [smallest, ...rest] = sets
    .filter((set) => set !== undefined)
    .toSorted((a, b) => a.maxSize - b.maxSize)

  return (
    smallest &&
    fromIds(
      Array.from(smallest.ids).filter((id) => rest.every((set) => set.has(id))),
      sets.every((set) => set?.isExact),
    )
  )
}

/** The candidates in any of the sets, which are combined only when needed. */
export function unionOf(sets: readonly Candidates[]): Candidates {
  const [only] = sets
  let combined: Ids | undefined
  const all = () => (combined ??= sorted(sets.flatMap(({ ids }) => Array.from(ids))))

  if (only && sets.length === 1) return only

  return {
    ids: { [Symbol.iterator]: () => all().values() },
    maxSize: sets.reduce((sum, { maxSize }) => sum + maxSize, 0),
    has: (id) => includes(all(), id),
    isExact: sets.every(({ isExact }) => isExact),
  }
}
