/** The classes of `@msw/data` in this package: those of `sandbox.collections`. */
export { Collection, Query, type Condition, type Where } from '../../local/collections/library.ts'
export type { Collections, EntityRecord, NewEntity } from '../../local/collections/collections.ts'
export type { FindOptions, RecordCollection } from '../../local/collections/record-collection.ts'
