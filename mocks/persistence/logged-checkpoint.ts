import { tables, type DataDraft, type DataState } from '../model/tables.ts'
import type { Checkpoint } from '../sandbox/state/checkpoint.ts'
import { Store } from '../store/store.ts'
import type { SetEntry } from './log-entry.ts'

type Records = Map<string | number, object | undefined>

/** Number of records that are put into tables at once. With more, the data would be in memory twice. */
const chunkSize = 2000

/**
 * A checkpoint restored from log entries. Records are put into tables only when it is read, so that a thousand changes
 * of one entity are a single one.
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

  /** @throws when a table rejects a record */
  async checkpoint(): Promise<Checkpoint> {
    const store = new Store(tables, this.#state)

    for (const [name, records] of this.#pending) {
      while (records.size > 0) await store.change((draft) => moveSome(records, name, draft))
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

/** The schema of the table validates records when the change is committed. */
const specs: [string, { key(record: object): string | number }][] = Object.entries(tables)

/** Moves the next records into their table. */
function moveSome(records: Records, name: string, draft: DataDraft): void {
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
