import { Collection } from '@msw/data'
import { z } from 'zod'

type RecordCollection<T extends object> = Collection<z.ZodType<T>>

/**
 * A record wrapped for a collection. A collection walks and copies a plain object before the schema parses it, which
 * took most of the time of a write; other objects are passed on unchanged.
 */
class OpaqueRecord<T extends object> {
  readonly record: T

  constructor(record: T) {
    this.record = record
  }
}

const collections = new WeakMap<z.ZodType, object>()

/**
 * Creates a record in the `@msw/data` collection of its table, which validates it against the schema and fills in
 * defaults. The record is then removed from the collection, which can hold only one version of each record; the
 * caller stores it in the tree of the table's next version.
 *
 * @throws when the record does not match the schema
 */
export async function createRecord<T extends object>(schema: z.ZodType<T>, input: T): Promise<T> {
  const collection = collectionFor(schema)
  const record = await collection.create(new OpaqueRecord(input))
  const held = collection.all()

  held.splice(held.lastIndexOf(record), 1)

  return record
}

function collectionFor<T extends object>(schema: z.ZodType<T>): RecordCollection<T> {
  const existing = collections.get(schema) as RecordCollection<T> | undefined // created for this schema

  if (existing) return existing

  const collection: RecordCollection<T> = new Collection({
    schema: z.preprocess((value) => (value instanceof OpaqueRecord ? value.record : value), schema),
  })

  collections.set(schema, collection)

  return collection
}
