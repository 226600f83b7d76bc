import { inSlices } from '../../data/model/shared/slices.ts'
import { tables, type DataState } from '../../data/model/data-tables.ts'
import { beginDraft, commitDraft, emptyState } from '../../data/store/draft.ts'
import type { Specs, State } from '../../data/store/state.ts'
import type { Key } from '../../data/store/table.ts'
import {
  checkpointOf,
  emptyRuntime,
  initialControl,
  runtimeTables,
  type Checkpoint,
  type SandboxState,
} from '../state/sandbox-state.ts'
import {
  type StateDifference,
  type LogStep,
  type LoggedControl,
  type SetStep,
  type Slot,
  controlOf,
  slotsOf,
} from './log-step.ts'

const emptyData: DataState = emptyState(tables)
const emptyCheckpoint = checkpointOf({ data: emptyData, control: initialControl(0) }, '')

/** The state of a sandbox, restored by applying the steps of its log one by one. */
export class LogReplay {
  readonly #slots: Map<Slot, LoggedCheckpoint>
  readonly #runtime: LoggedTables<typeof runtimeTables>
  #control: LoggedControl

  /** @param initial the state that its log starts from; undefined: it contains everything */
  constructor(initial: SandboxState | undefined) {
    const slots = initial ? slotsOf(initial) : []

    this.#slots = new Map(
      Array.from(slots, ([slot, each]) => [slot, new LoggedCheckpoint({ at: '', ...each })]),
    )
    this.#runtime = new LoggedTables(runtimeTables, initial?.runtime ?? emptyRuntime)
    this.#control = initial ? controlOf(initial) : { ...initialControl(0), scenario: null }
  }

  async apply(step: LogStep): Promise<void> {
    if (step.do === 'set') await this.#set(step)
    else this.#slots.delete(step.slot)
  }

  /** Undefined when the log has lost what every sandbox has: its current state or its baseline. */
  async state(): Promise<SandboxState | undefined> {
    const slots = new Map<Slot, Checkpoint>()

    for (const [slot, logged] of this.#slots) slots.set(slot, await logged.checkpoint())

    const [current, baseline, before] = [slots.get('current'), slots.get('first'), slots.get('before')]
    const { scenario, ...control } = this.#control

    if (!current || !baseline) return undefined

    return {
      data: current.data,
      control,
      runtime: await this.#runtime.state(),
      checkpoints: {
        baseline,
        scenario: scenario && before ? { ...scenario, before } : undefined,
        snapshots: snapshotsIn(slots),
      },
    }
  }

  async #set(step: SetStep): Promise<void> {
    const { slot, from, random = this.#control.random, clock = this.#control.clock } = step
    const known = this.#slots.get(from)
    const checkpoint =
      known && from === slot ? known : new LoggedCheckpoint((await known?.checkpoint()) ?? emptyCheckpoint)

    checkpoint.apply(step)
    this.#slots.delete(slot) // a snapshot taken again is the latest
    this.#slots.set(slot, checkpoint)
    if (slot === 'current') this.#setControl({ ...step, control: { random, clock, ...step.control } })
  }

  #setControl({ runtime, control }: Pick<SetStep, 'runtime' | 'control'>): void {
    if (runtime) this.#runtime.apply(runtime)
    this.#control = Object.assign({ ...this.#control }, control)
  }
}

function snapshotsIn(slots: ReadonlyMap<Slot, Checkpoint>): SandboxState['checkpoints']['snapshots'] {
  return new Map(
    Array.from(slots).flatMap(([slot, checkpoint]) =>
      slot.startsWith('snapshot ') ? [[slot.slice('snapshot '.length), checkpoint] as const] : [],
    ),
  )
}

class LoggedCheckpoint {
  readonly #tables: LoggedTables<typeof tables>
  #rest: Omit<Checkpoint, 'data'>

  constructor({ data, ...rest }: Checkpoint) {
    this.#tables = new LoggedTables(tables, data)
    this.#rest = rest
  }

  apply(step: SetStep): void {
    const { random = this.#rest.random, clock = this.#rest.clock, at = this.#rest.at } = step

    this.#tables.apply(step)
    this.#rest = { random, clock, at }
  }

  /** @throws when a table rejects a record */
  async checkpoint(): Promise<Checkpoint> {
    return { ...this.#rest, data: await this.#tables.state() }
  }
}

type Records = Map<Key, object | undefined>

/** Number of records that are put into tables at once. With more, the data would be in memory twice. */
const chunkSize = 2000

/**
 * Tables restored from the steps of a log. Records are put into them only when they are read, so that a thousand changes
 * of one record are a single one.
 */
class LoggedTables<S extends Specs> {
  readonly #specs: S
  readonly #pending = new Map<string, Records>()
  #state: State<S>
  #sequences: ReadonlyMap<string, number>

  constructor(specs: S, state: State<S>) {
    this.#specs = specs
    this.#state = state
    this.#sequences = state.sequences
  }

  apply({ put = {}, delete: deleted = {}, sequences }: StateDifference): void {
    for (const [name, spec] of Object.entries(this.#specs)) {
      for (const key of deleted[name] ?? []) this.#recordsOf(name).set(key, undefined)
      for (const record of put[name] ?? []) this.#recordsOf(name).set(spec.key(record), record)
    }
    if (!sequences) return
    // An undo takes the first number of a sequence back: it is 0 then.
    this.#sequences = new Map(
      [...new Map([...this.#sequences, ...Object.entries(sequences)])].filter(([, last]) => last > 0),
    )
  }

  /** @throws when a table rejects a record */
  async state(): Promise<State<S>> {
    for (const [name, records] of this.#pending) {
      while (records.size > 0) this.#state = await this.#withSome(name, records)
    }
    this.#pending.clear()
    if (this.#sequences !== this.#state.sequences) {
      this.#state = { tables: this.#state.tables, sequences: this.#sequences }
    }

    return this.#state
  }

  /** Puts the next records into their table. */
  async #withSome(name: string, records: Records): Promise<State<S>> {
    const draft = beginDraft(this.#state)
    // A draft has a table for each spec.
    const table = draft[name as keyof typeof draft] as {
      put(record: object): void
      delete(key: Key): void
    }

    let left = chunkSize

    for (const [key, record] of records) {
      if (left-- === 0) break
      if (record) table.put(record)
      else table.delete(key)
      records.delete(key)
    }

    return inSlices(commitDraft(this.#state, draft))
  }

  #recordsOf(table: string): Records {
    const records = this.#pending.get(table) ?? new Map<Key, object | undefined>()

    this.#pending.set(table, records)

    return records
  }
}
