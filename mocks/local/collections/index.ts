/** The classes of `@msw/data` in this package: those of `sandbox.collections`. */
export { Collection, Query, type Condition, type Where } from './library.ts'
export type { Collections, EntityRecord, NewEntity } from './collections.ts'
export type { FindOptions, RecordCollection, UpdateOptions } from './record-collection.ts'
