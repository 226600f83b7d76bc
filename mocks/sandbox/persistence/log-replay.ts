import { tables, type DataDraft, type DataState } from '../../data/model/tables.ts'
import { Store } from '../../data/store/store.ts'
import { noTokens } from '../access/sign-ins.ts'
import type { Checkpoint } from '../state/snapshots.ts'
import type { Slot } from '../state/recorder.ts'
import type { RuntimeState } from '../state/runtime-state.ts'
import type { LogEntry, SetEntry } from './log-entry.ts'
import type { StoredState } from './stored-state.ts'

/** The stored state before the first entry of a log. */
export const emptyState: StoredState = {
  seed: 0,
  slots: new Map(),
  runtimeState: {
    user: undefined,
    labelCase: 'documented',
    validation: undefined,
    signIns: noTokens,
    faults: { last: 0, random: 0, rules: [] },
    scenario: null,
    defined: [],
  },
}

const emptyCheckpoint: Checkpoint = {
  state: new Store(tables).state,
  random: 0,
  clock: { mode: 'real', offset_ms: 0 },
  at: '',
}

/** The stored state of a sandbox, restored by applying the entries of its log one by one. */
export class LogReplay {
  readonly #slots: Map<Slot, LoggedCheckpoint>
  #seed: number
  #runtimeState: Omit<RuntimeState, 'signIns'>
  readonly #access: Map<string, { userId: number; expires: number }>
  readonly #refresh: Map<string, number>

  /** @param initial the state that its log starts from */
  constructor({ slots, seed, runtimeState: { signIns, ...runtimeState } }: StoredState) {
    this.#slots = new Map(Array.from(slots, ([slot, checkpoint]) => [slot, new LoggedCheckpoint(checkpoint)]))
    this.#seed = seed
    this.#runtimeState = runtimeState
    this.#access = new Map(signIns.access)
    this.#refresh = new Map(signIns.refresh)
  }

  async apply(entry: LogEntry): Promise<void> {
    switch (entry.do) {
      case 'set':
        return this.#set(entry)
      case 'drop':
        this.#slots.delete(entry.slot)
        break
      case 'state': {
        const { seed, user, labelCase, validation, faults, scenario } = entry

        this.#seed = seed
        this.#runtimeState = { ...this.#runtimeState, user, labelCase, validation, faults, scenario }
        break
      }
      case 'scenarios':
        this.#runtimeState = { ...this.#runtimeState, defined: entry.defined }
        break
      case 'tokens':
        for (const token of entry.gone) if (!this.#access.delete(token)) this.#refresh.delete(token)
        for (const [token, issued] of entry.access) this.#access.set(token, issued)
        for (const [token, userId] of entry.refresh) this.#refresh.set(token, userId)
        break
    }
  }

  async state(): Promise<StoredState> {
    const slots = new Map<Slot, Checkpoint>()

    for (const [slot, logged] of this.#slots) slots.set(slot, await logged.checkpoint())

    return {
      seed: this.#seed,
      slots,
      runtimeState: {
        ...this.#runtimeState,
        signIns: { access: new Map(this.#access), refresh: new Map(this.#refresh) },
      },
    }
  }

  async #set(entry: SetEntry): Promise<void> {
    const known = this.#slots.get(entry.from)

    const checkpoint =
      known && entry.from === entry.slot
        ? known
        : new LoggedCheckpoint((await known?.checkpoint()) ?? emptyCheckpoint)

    checkpoint.apply(entry)
    this.#slots.delete(entry.slot) // a snapshot taken again is the latest
    this.#slots.set(entry.slot, checkpoint)
  }
}

type Records = Map<string | number, object | undefined>

/** Number of records that are put into tables at once. With more, the data would be in memory twice. */
const chunkSize = 2000

/**
 * A checkpoint restored from log entries. Records are put into tables only when it is read, so that a thousand changes
 * of one entity are a single one.
 */
class LoggedCheckpoint {
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
    // An undo takes the first number of a sequence back: it is 0 then.
    this.#sequences = new Map(
      [...new Map([...this.#sequences, ...Object.entries(sequences)])].filter(([, last]) => last > 0),
    )
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
