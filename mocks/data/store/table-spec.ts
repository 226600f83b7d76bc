import type { z } from 'zod'

export type Key = string | number

/**
 * The values under which an index finds a record. The type is that of a method, whose parameter is bivariant, so that a
 * table of entities is assignable to a table of any records.
 */
export type ValuesOf<T> = { of(record: T): readonly string[] }['of']

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

/** The unique or the group indexes of a table, by name. */
export function declaredIndexes<T, Name extends string>(
  indexes: Readonly<Record<Name, ValuesOf<T>>> | undefined,
): [Name, ValuesOf<T>][] {
  return Object.entries<ValuesOf<T>>(indexes ?? {}) as [Name, ValuesOf<T>][] // names are typed as any string
}
