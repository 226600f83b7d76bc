import { Collection } from '@msw/data'
import { z } from 'zod'

type RecordCollection<T extends object> = Collection<z.ZodType<T>>

/**
 * A record as it is passed to a collection. A collection walks and copies all of a plain object before the schema gets to
 * see it, which took most of the time of a write; it leaves any other alone.
 */
class OpaqueRecord<T extends object> {
  readonly record: T

  constructor(record: T) {
    this.record = record
  }
}

const collections = new WeakMap<z.ZodType, object>()

/**
 * Creates a record in the `@msw/data` collection of its table, which checks it against the schema and fills in what it
 * leaves open. A collection has one list of all its records and one version of each, so the record moves on at once:
 * into the tree of its table's next version.
 *
 * @throws when the record does not match the schema
 */
export async function createdRecord<T extends object>(schema: z.ZodType<T>, given: T): Promise<T> {
  const collection = collectionFor(schema)
  const record = await collection.create(new OpaqueRecord(given))
  const waiting = collection.all()

  waiting.splice(waiting.lastIndexOf(record), 1)

  return record
}

function collectionFor<T extends object>(schema: z.ZodType<T>): RecordCollection<T> {
  const known = collections.get(schema) as RecordCollection<T> | undefined // made for this one

  if (known) return known

  const made: RecordCollection<T> = new Collection({
    schema: z.preprocess((value) => (value instanceof OpaqueRecord ? value.record : value), schema),
  })

  collections.set(schema, made)

  return made
}
