import { TypedEvent } from 'rettime'
import type { RecordChange } from '../../data/store/table-draft.ts'
import type { TableReader } from '../../data/store/table.ts'
import type { Key } from '../../data/store/table-spec.ts'
import { Collection, Query, type StrictOptions, type Where } from './library.ts'
import { LookupQuery } from './lookup-query.ts'
import { comparison, differencesOf, type OrderBy } from './record-paths.ts'

export interface FindOptions<T> extends StrictOptions {
  /** How many records to return; a negative number: from the end, the last one first. */
  readonly take?: number | undefined
  /** How many matching records to leave out first. */
  readonly skip?: number | undefined
  /** The record to begin with. */
  readonly cursor?: T | undefined
  /** Members to sort by, before a page is taken: `{ properties: { Title: 'asc' } }`. Default: the order of keys. */
  readonly orderBy?: OrderBy<T> | readonly OrderBy<T>[] | undefined
}

export interface UpdateOptions<T> extends StrictOptions {
  /** Changes a copy of the record. */
  data(draft: T): void | Promise<void>
}

/** What is read of a table. */
export type ReadTable = Pick<TableReader, 'size' | 'all' | 'get' | 'find' | 'group'>

/** The table behind a collection, and how it is written. */
export interface Source<T, New> {
  /** The newest version. */
  readonly table: ReadTable
  /** Members whose value finds a record: its key, those of unique and of group indexes with the same name. */
  readonly indexed: { readonly key?: string; readonly unique?: string; readonly group?: string }
  recordOf(stored: object): T
  keyOf(record: T): Key
  /** A write is one change; it returns what it wrote. */
  create(values: readonly New[]): Promise<readonly object[]>
  update(changes: readonly { readonly before: T; readonly after: T }[]): Promise<readonly object[]>
  delete(records: readonly T[]): void
}

/** A collection of the library whose records are those of a table. Records are frozen. */
export class RecordCollection<T extends object, New = never> extends Collection<T> {
  readonly #source: Source<T, New>
  readonly #unannounced: RecordChange[] = []

  /** @internal */
  constructor(source: Source<T, New>) {
    super({ schema: {} })
    this.#source = source
  }

  /** How many records there are. */
  count(): number {
    return this.#source.table.size
  }

  /** All records, in the order of their keys. */
  all(): T[] {
    return this.findMany()
  }

  /** The first record that matches. */
  override findFirst(where: Where<T> | undefined, options: { readonly strict: true }): T
  override findFirst(where?: Where<T>, options?: StrictOptions): T | undefined
  override findFirst(where?: Where<T>, options?: StrictOptions): T | undefined {
    return this.findMany(where, { take: 1 })[0] ?? super.findFirst(where, options)
  }

  /** The records that match, in the order of their keys or sorted. Equality on keys is a look-up at any size. */
  override findMany(where?: Where<T>, options: FindOptions<T> = {}): T[] {
    const { take = Infinity, skip = 0, cursor, orderBy } = options

    super.findMany(none, { skip }) // throws if "skip" is invalid

    const query = typeof where === 'function' ? where(new LookupQuery<T>()) : where
    let records: Iterable<T> = this.#candidates(cursor ? undefined : query)

    // A cursor need not match, so records are tested after it is found.
    if (orderBy) records = Array.from(records).sort(comparison(orderBy))
    if (take < 0) records = Array.from(records).toReversed()

    const found: T[] = []
    let [isReached, left] = [cursor === undefined, skip]

    for (const record of records) {
      if (found.length >= Math.abs(take)) break
      isReached ||= cursor !== undefined && this.#source.keyOf(record) === this.#source.keyOf(cursor)
      if (isReached && (!query || query.test(record)) && left-- <= 0) found.push(record)
    }

    return found.length > 0 ? found : super.findMany(none, options)
  }

  /** Creates a record by the rules of a request. */
  async create(values: New): Promise<T> {
    const [record] = await this.createMany(1, () => values)

    if (!record) throw new TypeError('No record was created.')

    return record
  }

  /** Creates records in one change: all of them or, when a rule rejects one, none. */
  async createMany(count: number, valuesOf: (index: number) => New): Promise<T[]> {
    return this.#written(
      await this.#source.create(Array.from({ length: count }, (_, index) => valuesOf(index))),
    )
  }

  /** Updates the first record that matches, or the given one. */
  override async update(which: Where<T> | T, options: UpdateOptions<T>): Promise<T | undefined> {
    const [record] = this.#find(which, { take: 1 })

    return record ? (await this.#updateAll([record], options))[0] : super.update(none, options)
  }

  /** Updates all records that match, in one change. */
  override async updateMany(where: Where<T>, options: UpdateOptions<T> & FindOptions<T>): Promise<T[]> {
    const records = this.findMany(where)
    const updated =
      records.length > 0 ? await this.#updateAll(records, options) : await super.updateMany(none, options)

    return options.orderBy ? updated.sort(comparison(options.orderBy)) : updated
  }

  /** Deletes the first record that matches, or the given one, at once. */
  override delete(which: Where<T> | T, options?: StrictOptions): T | undefined {
    const [record] = this.#find(which, { take: 1 })

    return record ? this.#deleteAll([record])[0] : super.delete(none, options)
  }

  /** Deletes all records that match, in one change. */
  override deleteMany(where: Where<T>, options: FindOptions<T> = {}): T[] {
    const records = this.findMany(where, { orderBy: options.orderBy })

    return records.length > 0 ? this.#deleteAll(records) : super.deleteMany(none, options)
  }

  /** Deletes all records, in one change. */
  clear(): void {
    this.deleteMany(new Query(() => true))
  }

  /** @throws {TypeError} always: the records have the relations that their definitions declare */
  defineRelations(): never {
    throw new TypeError('Relations are members of the records: they are read and changed with them.')
  }

  /** @internal Emits the events of changes that have been made, once those that are in progress are complete. */
  announce(changes: readonly RecordChange[]): void {
    if (changes.length === 0 || this.hooks.listenerCount() === 0) return
    this.#unannounced.push(...changes)
    queueMicrotask(() => this.#emitAll())
  }

  #find(which: Where<T> | T, options: FindOptions<T>): T[] {
    if (typeof which === 'function' || which instanceof Query) return this.findMany(which, options)

    const stored = this.#source.table.get(this.#source.keyOf(which))

    return stored ? [this.#source.recordOf(stored)] : []
  }

  /** The records that an index finds for a query, otherwise all. */
  *#candidates(query: Query<T> | undefined): Generator<T> {
    if (query === none) return
    const conditions = query instanceof LookupQuery ? query.conditions : []

    for (const stored of storedFor(this.#source, conditions)) if (stored) yield this.#source.recordOf(stored)
  }

  async #updateAll(records: readonly T[], options: UpdateOptions<T>): Promise<T[]> {
    const changes: { before: T; after: T }[] = []

    for (const before of records) {
      const after = structuredClone(before)

      await options.data(after)
      changes.push({ before, after })
    }

    return this.#written(await this.#source.update(changes))
  }

  #deleteAll(records: T[]): T[] {
    this.#source.delete(records)
    this.#emitAll()

    return records
  }

  #written(stored: readonly object[]): T[] {
    this.#emitAll()

    return stored.map((each) => this.#source.recordOf(each))
  }

  #emitAll(): void {
    try {
      for (let change = this.#unannounced.shift(); change; change = this.#unannounced.shift())
        this.#emit(change)
    } finally {
      if (this.#unannounced.length > 0) queueMicrotask(() => this.#emitAll()) // a listener has thrown
    }
  }

  #emit({ before, after }: RecordChange): void {
    const [prevRecord, nextRecord] = [before, after].map((stored) => stored && this.#source.recordOf(stored))

    if (!prevRecord) this.hooks.emit(new Hook('create', { data: { record: nextRecord } }))
    else if (!nextRecord) this.hooks.emit(new Hook('delete', { data: { deletedRecord: prevRecord } }))
    else {
      for (const difference of differencesOf(prevRecord, nextRecord))
        this.hooks.emit(new Hook('update', { data: { prevRecord, nextRecord, ...difference } }))
    }
  }
}

/** An event about what has happened. */
class Hook extends TypedEvent<object> {
  override preventDefault(): never {
    throw new TypeError(`Failed to prevent the ${this.type} of a record: it has happened already.`)
  }
}

/** Matches nothing, in no time. */
const none = new LookupQuery<never>(() => false)

/** What an index finds for the recorded conditions of a query: one record or a group; otherwise all. */
function* storedFor(
  { table, indexed }: Pick<Source<never, never>, 'table' | 'indexed'>,
  conditions: readonly object[],
): Generator<object | undefined> {
  const values = new Map<string | undefined, unknown>(conditions.flatMap((each) => Object.entries(each)))
  const valueOf = (member: string | undefined) => {
    const value = values.get(member)

    return typeof value === 'string' || typeof value === 'number' ? value : undefined
  }
  const [key, unique, group] = [valueOf(indexed.key), valueOf(indexed.unique), valueOf(indexed.group)]

  if (key !== undefined) yield table.get(key)
  else if (unique !== undefined) yield table.find(indexed.unique ?? '', String(unique))
  else if (group === undefined) yield* table.all()
  else for (const each of table.group(indexed.group ?? '', String(group)).keys()) yield table.get(each)
}
