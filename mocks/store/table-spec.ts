import type { z } from 'zod'

export type Key = string | number

/**
 * The values under which an index finds a record. (A method's type, so that a table of entities can be used where
 * a table of any records is asked for.)
 */
type ValuesOf<T> = { of(record: T): readonly string[] }['of']

/** Describes a table: what a record looks like, what identifies it, and what it can be found by. */
export interface TableSpec<
  T extends object = object,
  K extends Key = Key,
  Unique extends string = string,
  Group extends string = string,
> {
  readonly schema: z.ZodType<T>
  key(record: T): K
  /** Indexes in which no two records share a value. */
  readonly unique?: Readonly<Record<Unique, ValuesOf<T>>>
  /** Indexes that gather the records sharing a value. */
  readonly groups?: Readonly<Record<Group, ValuesOf<T>>>
}

/** Declares a table, with its types inferred. */
export function defineTable<
  T extends object,
  K extends Key,
  U extends string = never,
  G extends string = never,
>(spec: TableSpec<T, K, U, G>): TableSpec<T, K, U, G> {
  return spec
}

/** A read-only view of a table: of a published version, or of a change in progress. */
export interface TableReader<
  T extends object = object,
  K extends Key = Key,
  U extends string = string,
  G extends string = string,
> {
  readonly size: number
  get(key: K): T | undefined
  has(key: K): boolean
  /** Every key, in ascending order. */
  keys(): IterableIterator<K>
  /** Every record, in key order. */
  all(): Generator<T>
  /** The record whose value in a unique index is `value`. */
  find(index: U, value: string): T | undefined
  /** Keys of the records that have `value` in a group index, in ascending order. */
  group(index: G, value: string): KeySet<K>
  /** The values of a group index, in ascending order. */
  values(index: G): IterableIterator<string>
}

export interface KeySet<K> {
  readonly size: number
  has(key: K): boolean
  keys(firstKey?: K): IterableIterator<K>
}
