import { tables, type DataDraft, type DataState } from '../model/tables.ts'
import type { Checkpoint } from '../sandbox/state/checkpoint.ts'
import { Store } from '../store/store.ts'
import type { SetEntry } from './log-entry.ts'

type Records = Map<string | number, object | undefined>

/** Records that are put into tables together. More at once would hold the data in memory twice. */
const chunkSize = 2000

/**
 * A checkpoint as entries describe it. Only the last of what they say of a record is put into tables, and only when
 * it is read: a thousand changes of one entity are one.
 */
export class LoggedCheckpoint {
  #state: DataState
  readonly #pending = new Map<string, Records>()
  #rest: Omit<Checkpoint, 'state'>
  #sequences: ReadonlyMap<string, number>

  constructor({ state, ...rest }: Checkpoint) {
    this.#state = state
    this.#rest = rest
    this.#sequences = state.sequences
  }

  apply({ put = {}, delete: deleted = {}, sequences = {}, random, clock, at }: SetEntry): void {
    for (const [name, table] of specs) {
      for (const key of deleted[name] ?? []) this.#recordsOf(name).set(key, undefined)
      for (const record of put[name] ?? []) this.#recordsOf(name).set(table.key(record), record)
    }
    this.#rest = { random, clock, at }
    this.#sequences = new Map([...this.#sequences, ...Object.entries(sequences)])
  }

  /** @throws when a record does not fit its table */
  async checkpoint(): Promise<Checkpoint> {
    const store = new Store(tables, this.#state)

    for (const [name, records] of this.#pending) {
      while (records.size > 0) await store.change((draft) => move(records, name, draft))
    }
    this.#pending.clear()
    this.#state =
      this.#sequences === this.#state.sequences && store.state === this.#state
        ? this.#state
        : { tables: store.tables, sequences: this.#sequences }

    return { ...this.#rest, state: this.#state }
  }

  #recordsOf(table: string): Records {
    const records = this.#pending.get(table) ?? new Map<string | number, object | undefined>()

    this.#pending.set(table, records)

    return records
  }
}

/** Records are checked against the table's schema when the change is committed. */
const specs: [string, { key(record: object): string | number }][] = Object.entries(tables)

function move(records: Records, name: string, draft: DataDraft): void {
  // A draft has a table for each spec.
  const table = draft[name as keyof typeof tables] as {
    put(record: object): void
    delete(key: string | number): void
  }
  let left = chunkSize

  for (const [key, record] of records) {
    if (left-- === 0) return
    if (record) table.put(record)
    else table.delete(key)
    records.delete(key)
  }
}
