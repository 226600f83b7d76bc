import { Collection as LibraryCollection, Query as LibraryQuery } from '@msw/data'

/**
 * A condition on a value: an equal one, a test of it, or conditions on members of an object. One on a list holds for each
 * item, so also for an empty list; tests of whole lists and objects are conditions of their own (`where((record) => ...)`).
 */
export type Condition<T> = [T] extends [readonly (infer Item)[]]
  ? Condition<Item>
  : [T] extends [object]
    ? { readonly [Name in keyof T]?: Condition<NonNullable<T[Name]>> | Extract<T[Name], null> }
    : T | Test<T>

export type Test<T> = (value: T) => unknown

/** A query of the library, which never changes: each method returns another one. */
export interface Query<T> {
  test(value: T): boolean
  where(condition: Condition<T> | Test<T>): Query<T>
  and(...conditions: (Query<T> | Condition<T> | Test<T>)[]): Query<T>
  or(...conditions: (Query<T> | Condition<T> | Test<T>)[]): Query<T>
}

/** Which records are meant: those of a query, or the ones that a function of an empty query returns. */
export type Where<T> = Query<T> | ((query: Query<T>) => Query<T>)

export interface StrictOptions {
  /** Whether it fails when there is no such record. Default no. */
  readonly strict?: boolean | undefined
}

interface HookEvents<T> {
  readonly create: { readonly record: T }
  readonly update: {
    readonly prevRecord: T
    readonly nextRecord: T
    readonly path: readonly (string | number)[]
    readonly prevValue: unknown
    readonly nextValue: unknown
  }
  readonly delete: { readonly deletedRecord: T }
}

/** The emitter of a collection's events. */
interface Hooks<T> {
  on<Type extends keyof HookEvents<T>>(
    type: Type,
    listener: (event: { readonly data: HookEvents<T>[Type] }) => void,
    options?: { readonly once?: boolean; readonly signal?: AbortSignal },
  ): unknown
  removeListener(type: keyof HookEvents<T>, listener: (event: never) => void): void
  removeAllListeners(type?: keyof HookEvents<T>): void
  listenerCount(type?: keyof HookEvents<T>): number
  emit(event: object): unknown
}

/** What our collections take from those of the library, which has no records. */
interface EmptyCollection<T> {
  readonly hooks: Hooks<T>
  findFirst(where?: Where<T>, options?: StrictOptions): T | undefined
  findMany(where?: Where<T>, options?: StrictOptions & { readonly skip?: number | undefined }): T[]
}

/**
 * The classes of the library, by types of our own: published types that are the library's would need its package. Of
 * `@msw/data` 1.1.7, whose tests run over them.
 */
export const Collection = LibraryCollection as unknown as new <T>(options: {
  readonly schema: object
}) => EmptyCollection<T>
export const Query = LibraryQuery as unknown as new <T>(predicate?: Test<T>) => Query<T>
