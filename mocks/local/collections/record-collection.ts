import { type Condition, Query, type Test, Collection, type StrictOptions, type Where } from './library.ts'
import { TypedEvent } from 'rettime'
import { isObject } from '../../data/model/shared/json.ts'
import type { RecordChange, Key } from '../../data/store/table.ts'
import { differencesOf, sorted, type OrderBy } from './record-paths.ts'

/** A query that records the conditions which every match meets, so that an index can find the candidates. */
export class LookupQuery<T> extends Query<T> {
  /** By the names of members. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(test?: Test<T>, members: LookupQuery<T>['members'] = {}) {
    super(test)
    this.members = members
  }

  override where(condition: Condition<T> | Test<T>): LookupQuery<T> {
    return this.and(condition)
  }

  override and(...conditions: (Query<T> | Condition<T> | Test<T>)[]): LookupQuery<T> {
    const query = super.and(...conditions)
    const added = conditions.map((each) => {
      if (each instanceof LookupQuery) return each.members

      return each instanceof Query || typeof each !== 'object' ? {} : each
    })

    return new LookupQuery((value) => query.test(value), Object.assign({}, this.members, ...added))
  }
}

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

/** The table behind a collection, in its newest version. */
export interface Source<T, New> {
  size(): number
  /** The stored records that can have the given members, in the order of keys: what an index finds, otherwise all. */
  candidates(members: Readonly<Record<string, unknown>>): Iterable<object | undefined>
  recordOf(stored: object): T
  keyOf(record: T): Key
  /** Creates records in one change; returns what was stored. */
  create(values: readonly New[]): Promise<readonly object[]>
}

/** A collection of the library whose records are those of a table. They are frozen; what changes them is a verb or a request. */
export class RecordCollection<T extends object, New = never> extends Collection<T> {
  readonly #source: Source<T, New>

  /** @internal */
  constructor(source: Source<T, New>) {
    super({ schema: {} })
    this.#source = source
  }

  /** How many records there are. */
  count(): number {
    return this.#source.size()
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

  /**
   * The records that match, in the order of their keys or sorted. Equality on keys is a look-up at any size.
   *
   * @throws {TypeError} when `where` is not a query
   */
  override findMany(where?: Where<T>, options: FindOptions<T> = {}): T[] {
    const { take = Infinity, skip = 0, cursor, orderBy } = options

    super.findMany(none, { skip }) // throws if it is invalid

    const query = where && queryOf(where)
    // A cursor need not match, so with one, records are tested after it is found.
    const [tested, later] = cursor ? [undefined, query] : [query, undefined]
    const start = cursor && this.#source.keyOf(cursor)
    let records: Iterable<T> = this.#matching(tested)

    if (orderBy) records = sorted(records, orderBy)
    if (take < 0) records = Array.from(records).toReversed()

    const found: T[] = []
    let [isReached, left] = [!cursor, skip]

    for (const record of records) {
      if (found.length >= Math.abs(take)) break
      isReached ||= this.#source.keyOf(record) === start
      if (isReached && (!later || later.test(record)) && left-- <= 0) found.push(record)
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
    const values = Array.from({ length: count }, (_, index) => valuesOf(index))

    return (await this.#source.create(values)).map((stored) => this.#source.recordOf(stored))
  }

  /** @internal Emits the events of changes that are visible, once those that are in progress are complete. */
  announce(changes: readonly RecordChange[]): void {
    // Apart from each other, so that a listener that throws stops no others.
    for (const change of changes) queueMicrotask(() => this.#emit(change))
  }

  *#matching(query: Query<T> | undefined): Generator<T> {
    const members = query instanceof LookupQuery ? query.members : {}

    for (const stored of this.#source.candidates(members)) {
      const record = stored && this.#source.recordOf(stored)

      if (record && (!query || query.test(record))) yield record
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

for (const name of ['update', 'updateMany', 'delete', 'deleteMany', 'clear', 'defineRelations']) {
  Object.defineProperty(RecordCollection.prototype, name, {
    value: () => {
      throw new TypeError(
        `Collections have no ${name}(): their records are read, created and observed. To change them, use sandbox.change(), sandbox.remove() or requests.`,
      )
    },
  })
}

/** An event about what has happened. */
class Hook extends TypedEvent<object> {
  override preventDefault(): never {
    throw new TypeError(`Failed to prevent the ${this.type} of a record: it has happened already.`)
  }
}

/** Matches nothing. */
const none = new LookupQuery<never>(() => false)

function queryOf<T>(where: Where<T>): Query<T> {
  const query = typeof where === 'function' ? where(new LookupQuery<T>()) : where
  const given: unknown = query

  if (!isObject(given) || typeof given['test'] !== 'function')
    throw new TypeError('Expected a query, such as `(query) => query.where({ id: 1000 })`.')

  return query
}
