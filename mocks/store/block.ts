import { Collection } from '@msw/data'
import type { z } from 'zod'

/**
 * Records live in `@msw/data` collections of a bounded size ("blocks"): a collection is an array inside, so one
 * of 100,000 records takes tens of milliseconds for every write. Copying a block costs about as much as creating
 * one record in it.
 */
export type Block<T extends object> = Collection<z.ZodType<T>>

const blockSize = 128

/** Writes to blocks that other versions of the table share, by copying each block once before it changes. */
export class BlockWriter<T extends object> {
  readonly #schema: z.ZodType<T>
  readonly #blocks: Block<T>[]
  readonly #copied = new Set<number>()

  constructor(schema: z.ZodType<T>, blocks: Block<T>[]) {
    this.#schema = schema
    this.#blocks = blocks
  }

  remove(record: T, block: number): void {
    const collection = this.#writable(block)

    collection.delete((query) => query.where((other) => other === record))
  }

  /**
   * Creates the record in the given block, or in the last one that has room.
   *
   * @throws when the record does not match the table's schema
   */
  async add(record: T, block = this.#blockWithRoom()): Promise<{ record: T; block: number }> {
    return { record: await this.#writable(block).create(record), block }
  }

  #blockWithRoom(): number {
    const last = this.#blocks.length - 1
    const isFull = (this.#blocks[last]?.count() ?? blockSize) >= blockSize

    return isFull ? last + 1 : last
  }

  #writable(block: number): Block<T> {
    const shared = this.#blocks[block]

    if (shared && this.#copied.has(block)) return shared

    const copy: Block<T> = new Collection({ schema: this.#schema })

    // `all()` is the collection's own list: the copy holds the same records, and only the copy changes from here.
    if (shared) copy.all().push(...shared.all())
    this.#blocks[block] = copy
    this.#copied.add(block)

    return copy
  }
}
