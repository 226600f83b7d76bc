import type { z } from 'zod'

export type Key = string | number

/**
 * The values under which an index finds a record. The type is that of a method, whose parameter is bivariant, so that a
 * table of entities is assignable to a table of any records.
 */
type ValuesOf<T> = { of(record: T): readonly string[] }['of']

/** Describes a table: the schema of its records, their key and indexes. */
export interface TableSpec<
  T extends object = object,
  K extends Key = Key,
  Unique extends string = string,
  Group extends string = string,
> {
  readonly schema: z.ZodType<T>
  key(record: T): K
  /** Indexes in which each value belongs to one record. */
  readonly unique?: Readonly<Record<Unique, ValuesOf<T>>>
  /** Indexes in which several records can share a value. */
  readonly groups?: Readonly<Record<Group, ValuesOf<T>>>
}

/** Declares a table with inferred types. */
export function defineTable<
  T extends object,
  K extends Key,
  U extends string = never,
  G extends string = never,
>(spec: TableSpec<T, K, U, G>): TableSpec<T, K, U, G> {
  return spec
}

/** A read-only view of a published table or of a draft. */
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
