/** What the library's own tests import instead of its class: a collection of ours, over a table of records of any schema. */
import { z } from 'zod'
import { emptyState, change } from '../../../data/store/draft.ts'
import { defineTable, type TableDraft } from '../../../data/store/table.ts'
import { differences } from '../../../data/store/change-set.ts'
import type { Where } from '../library.ts'
import { RecordCollection, type Source } from '../record-collection.ts'

export * from '@msw/data'

interface Schema {
  readonly '~standard': {
    validate(value: unknown): Validated | Promise<Validated>
  }
}

type Validated =
  | { readonly value: object; readonly issues?: undefined }
  | { readonly issues: readonly object[] }

/** A record, whose key no member of it has. */
interface Row {
  readonly key: number
  readonly record: object
}

const specs = { rows: defineTable({ schema: z.custom<Row>(), key: ({ key }: Row) => key }) }

export class Collection extends RecordCollection<object, object> {
  readonly #rows: Rows

  constructor({ schema }: { readonly schema: Schema }) {
    const rows = new Rows(schema, (changes) => this.announce(changes))

    super(rows)
    this.#rows = rows
  }

  /** Changes a record as another door would, so that tests of hooks can run. */
  async update(
    which: Where<object> | object,
    options: { data(draft: object): void | Promise<void> },
  ): Promise<object | undefined> {
    const record = this.#find(which)
    const next = structuredClone(record)

    if (!record || !next) return undefined
    await options.data(next)

    return this.#rows.replace(record, next)
  }

  /** Deletes a record as another door would. */
  delete(which: Where<object> | object): void {
    const record = this.#find(which)

    if (record) this.#rows.delete(record)
  }

  #find(which: Where<object> | object): object | undefined {
    return typeof which === 'function' ? this.findFirst(which as Where<object>) : which // tests have no queries here
  }
}

class Rows implements Source<object, object> {
  readonly #schema: Schema
  readonly #onChange: Collection['announce']
  readonly #keys = new WeakMap<object, number>()
  #state = emptyState(specs)
  #last = 0

  constructor(schema: Schema, onChange: Collection['announce']) {
    this.#schema = schema
    this.#onChange = onChange
  }

  size(): number {
    return this.#state.tables.rows.size
  }

  candidates(): Iterable<Row> {
    return this.#state.tables.rows.all()
  }

  recordOf(stored: object): object {
    const { key, record } = stored as Row // of this table

    this.#keys.set(record, key)

    return record
  }

  keyOf(record: object): number {
    return this.#keys.get(record) ?? 0
  }

  async create(values: readonly object[]): Promise<readonly object[]> {
    const records = await Promise.all(
      values.map((each) => this.#checked(each, 'create a new record with initial values')),
    )
    const rows = records.map((record) => ({ key: ++this.#last, record }))

    this.#change((draft) => rows.forEach((row) => draft.put(row)))

    return rows
  }

  async replace(record: object, next: object): Promise<object> {
    const row = { key: this.keyOf(record), record: await this.#checked(next, 'update record') }

    this.#change((draft) => draft.put(row))

    return row.record
  }

  delete(record: object): void {
    this.#change((draft) => draft.delete(this.keyOf(record)))
  }

  #change(rule: (rows: TableDraft<Row, number>) => void): void {
    const before = this.#state

    this.#state = change(before, ({ rows }) => rule(rows), true).state
    this.#onChange(differences(before.tables.rows, this.#state.tables.rows))
  }

  async #checked(value: object, what: string): Promise<object> {
    const validated = await this.#schema['~standard'].validate(value)

    if (validated.issues) {
      console.error(validated.issues)
      throw new Error(`Failed to ${what}: does not match the schema.`)
    }

    return validated.value
  }
}
