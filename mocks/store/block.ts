import { Collection } from '@msw/data'
import { z } from 'zod'

/**
 * Records live in `@msw/data` collections of a bounded size ("blocks"): a collection is an array inside, so one
 * of 100,000 records takes tens of milliseconds for every write. Copying a block costs about as much as creating
 * one record in it.
 */
export type Block<T extends object> = Pick<RecordCollection<T>, 'all' | 'count'>

type RecordCollection<T extends object> = Collection<z.ZodType<T>>
/** A record as a collection holds it. */
type Stored<T extends object> = ReturnType<RecordCollection<T>['all']>[number]

/**
 * A record on its way into a collection. A collection walks and copies all of a plain object before the schema gets to
 * see it, which took most of the time of a write; it leaves any other alone.
 */
class Incoming<T extends object> {
  readonly record: T

  constructor(record: T) {
    this.record = record
  }
}

const blockSize = 128

/**
 * Blocks of records that match the table's schema already. They become collections when they are first written to.
 *
 * @returns the blocks, which hold the records in their order
 */
export function blocksOf<T extends object>(records: readonly T[]): Block<T>[] {
  return Array.from({ length: Math.ceil(records.length / blockSize) }, (_, block) => {
    // Nothing asks them for what collections keep about a record.
    const own = records.slice(block * blockSize, (block + 1) * blockSize) as Stored<T>[]

    return { all: () => own, count: () => own.length }
  })
}

/** In which of these blocks a record is, by its place among all. */
export function blockAt(place: number): number {
  return Math.floor(place / blockSize)
}

/** Writes to blocks that other versions of the table share, by copying each block once before it changes. */
export class BlockWriter<T extends object> {
  readonly #schema: z.ZodType<T>
  readonly #blocks: Block<T>[]
  readonly #copied = new Map<number, RecordCollection<T>>()

  constructor(schema: z.ZodType<T>, blocks: Block<T>[]) {
    this.#schema = schemaOfIncoming(schema)
    this.#blocks = blocks
  }

  /** By identity: `Collection.delete()` looks for a random key that it gave each record, and tells listeners. */
  remove(record: T, block: number): void {
    const records: object[] = this.#writable(block).all()
    const place = records.indexOf(record)

    if (place !== -1) records.splice(place, 1)
  }

  /**
   * Creates the record in the given block, or in the last one that has room.
   *
   * @throws when the record does not match the table's schema
   */
  async add(record: T, block = this.#blockWithRoom()): Promise<{ record: T; block: number }> {
    return { record: await this.#writable(block).create(new Incoming(record)), block }
  }

  #blockWithRoom(): number {
    const last = this.#blocks.length - 1
    const isFull = (this.#blocks[last]?.count() ?? blockSize) >= blockSize

    return isFull ? last + 1 : last
  }

  #writable(block: number): RecordCollection<T> {
    const known = this.#copied.get(block)

    if (known) return known

    const copy: RecordCollection<T> = new Collection({ schema: this.#schema })

    // `all()` is the collection's own list: the copy holds the same records, and only the copy changes from here.
    copy.all().push(...(this.#blocks[block]?.all() ?? []))
    this.#blocks[block] = copy
    this.#copied.set(block, copy)

    return copy
  }
}

const schemas = new WeakMap<z.ZodType, z.ZodType>()

/** The schema that checks an incoming record as `schema` checks the record. */
function schemaOfIncoming<T extends object>(schema: z.ZodType<T>): z.ZodType<T> {
  const known = schemas.get(schema) as z.ZodType<T> | undefined // made from this one
  const made = known ?? z.preprocess((value) => (value instanceof Incoming ? value.record : value), schema)

  schemas.set(schema, made)

  return made
}
