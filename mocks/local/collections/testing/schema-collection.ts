/** What the library's own tests import instead of its class: a collection of ours, over a table of records of any schema. */
import { z } from 'zod'
import { emptyState, change } from '../../../data/store/draft.ts'
import { defineTable } from '../../../data/store/table-spec.ts'
import { differences } from '../../../data/store/change-set.ts'
import type { TableDraft } from '../../../data/store/table-draft.ts'
import type { Key } from '../../../data/store/table-spec.ts'
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
  constructor({ schema }: { readonly schema: Schema }) {
    super(new SchemaSource(schema, (changes) => this.announce(changes)))
  }
}

class SchemaSource implements Source<object, object> {
  readonly indexed = {}
  readonly #schema: Schema
  readonly #onChange: Collection['announce']
  readonly #keys = new WeakMap<object, number>()
  #state = emptyState(specs)
  #last = 0

  constructor(schema: Schema, onChange: Collection['announce']) {
    this.#schema = schema
    this.#onChange = onChange
  }

  get table() {
    return this.#state.tables.rows
  }

  recordOf(stored: object): object {
    const { key, record } = stored as Row // of this table

    this.#keys.set(record, key)

    return record
  }

  keyOf(record: object): Key {
    return this.#keys.get(record) ?? 0
  }

  async create(values: readonly object[]): Promise<readonly object[]> {
    const records = await Promise.all(
      values.map((each) => this.#checked(each, 'create a new record with initial values')),
    )

    return this.#put(records.map((record) => ({ key: ++this.#last, record })))
  }

  async update(
    changes: readonly { readonly before: object; readonly after: object }[],
  ): Promise<readonly object[]> {
    const rows: Row[] = []

    for (const { before, after } of changes)
      rows.push({ key: Number(this.keyOf(before)), record: await this.#checked(after, 'update record') })

    return this.#put(rows)
  }

  delete(records: readonly object[]): void {
    this.#change((rows) => records.forEach((record) => rows.delete(Number(this.keyOf(record)))))
  }

  #put(rows: readonly Row[]): readonly object[] {
    this.#change((draft) => rows.forEach((row) => draft.put(row)))

    return rows
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
