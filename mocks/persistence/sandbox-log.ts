import { z } from 'zod'
import { tables, type DataState } from '../model/tables.ts'
import { ChangeSet } from '../store/change-set.ts'
import { Store } from '../store/store.ts'
import type { Checkpoint } from '../sandbox/state/checkpoint.ts'
import type { Slot } from '../sandbox/state/recorder.ts'
import { RuntimeState } from '../sandbox/state/runtime-state.ts'

/**
 * What happened to sandboxes, an entry after the other. Reading a log from its start gives the sandboxes again.
 * Entries hold what differs from a moment that the log has already, so forks, resets and snapshots take a few bytes.
 */

const Key = z.union([z.string(), z.number()])

/** Looked at when it is put into its table. */
const LoggedRecord = z.custom<object>((value) => typeof value === 'object' && value !== null)

const Difference = z.object({
  put: z.record(z.string(), z.array(LoggedRecord)).optional(),
  delete: z.record(z.string(), z.array(Key)).optional(),
})
type Difference = z.infer<typeof Difference>

const SlotName = z.custom<Slot>(
  (name) => typeof name === 'string' && /^(current|first|before|snapshot .+)$/.test(name),
)

export const LogEntry = z.discriminatedUnion('do', [
  z.object({ do: z.literal('begin'), version: z.literal(1) }),
  z.object({ do: z.literal('open'), sandbox: z.string(), from: z.string() }),
  z.object({ do: z.literal('close'), sandbox: z.string() }),
  z.object({ do: z.literal('drop'), sandbox: z.string(), slot: SlotName }),
  RuntimeState.extend({ do: z.literal('runtime'), sandbox: z.string() }),
  Difference.extend({
    do: z.literal('set'),
    sandbox: z.string(),
    slot: SlotName,
    /** The sandbox's slot that the difference is to. */
    from: SlotName,
    sequences: z.record(z.string(), z.number()),
    random: z.number(),
    clock: z.object({
      mode: z.enum(['real', 'frozen']),
      at: z.string().optional(),
      offset_ms: z.number(),
    }),
    at: z.string(),
    seed: z.number(),
  }),
])
export type LogEntry = z.infer<typeof LogEntry>
type SetEntry = Extract<LogEntry, { do: 'set' }>
type RuntimeEntry = Extract<LogEntry, { do: 'runtime' }>

/** The data that the default sandbox began with stands in the log as a sandbox of this name. */
export const originName = ''

/** One sandbox: its checkpoints, and what is so beside them. */
export interface LoggedSandbox {
  readonly slots: Map<Slot, Checkpoint & { readonly seed: number }>
  runtimeState?: RuntimeState | undefined
}

const nothing = new Store(tables).state
const emptySlot = {
  state: nothing,
  random: 0,
  clock: { mode: 'real', offset_ms: 0 },
  at: '',
  seed: 0,
} as const

/** Sandboxes as a log describes them. */
export class LoggedWorld {
  readonly sandboxes = new Map<string, LoggedSandbox>()

  /** @param origin what sandboxes begin with, where the log does not say so itself */
  constructor(origin?: LoggedSandbox) {
    if (origin) this.sandboxes.set(originName, origin)
  }

  /** @throws when the entry refers to something that the log has not said before */
  async apply(entry: LogEntry): Promise<void> {
    if (entry.do === 'open') this.sandboxes.set(entry.sandbox, this.#copyOf(entry.from))
    else if (entry.do === 'close') this.sandboxes.delete(entry.sandbox)
    else if (entry.do === 'drop') this.#get(entry.sandbox).slots.delete(entry.slot)
    else if (entry.do === 'runtime') this.#recordRuntime(entry)
    else if (entry.do === 'set') await this.#set(entry)
  }

  #recordRuntime({ sandbox, ...runtimeState }: RuntimeEntry): void {
    const kept = this.#get(sandbox)
    const current = kept.slots.get('current')

    kept.runtimeState = RuntimeState.parse(runtimeState)
    if (current) kept.slots.set('current', { ...current, random: runtimeState.random })
  }

  async #set({ sandbox, slot, from, ...entry }: SetEntry): Promise<void> {
    const { slots } = this.#get(sandbox)
    const { state } = slots.get(from) ?? emptySlot
    const { random, clock, at, seed } = entry

    slots.delete(slot) // a snapshot taken again is the latest
    slots.set(slot, { state: await applied(state, entry), random, clock, at, seed })
  }

  #copyOf(name: string): LoggedSandbox {
    if (name === originName && !this.sandboxes.has(name)) return { slots: new Map() }

    const { slots: others, runtimeState } = this.#get(name)
    const slots = new Map(others)
    const current = slots.get('current')

    if (current) slots.set('first', current)

    // Who signed in elsewhere did not do so here.
    return { slots, runtimeState: runtimeState && { ...runtimeState, signIns: { access: [], refresh: [] } } }
  }

  #get(name: string): LoggedSandbox {
    const found = this.sandboxes.get(name)

    if (!found) throw new Error(`Failed to read the log: it never began the sandbox "${name}".`)

    return found
  }
}

/** The entry that sets a slot, as the difference to a moment that the log has already. */
export function setEntry(
  target: { sandbox: string; slot: Slot; seed: number },
  checkpoint: Checkpoint,
  base: { slot: Slot; state: DataState },
): LogEntry {
  return {
    do: 'set',
    ...target,
    from: base.slot,
    ...differenceOf(base.state, checkpoint.state),
    sequences: Object.fromEntries(checkpoint.state.sequences),
    random: checkpoint.random,
    clock: checkpoint.clock,
    at: checkpoint.at,
  }
}

/** Records per entry when a whole world is written. */
const batchSize = 1000

/** A log that says all of `world`, and nothing of how it came about. */
export function* logOf(world: LoggedWorld, hasOrigin: boolean): Generator<LogEntry> {
  yield { do: 'begin', version: 1 }

  for (const [sandbox, { slots, runtimeState }] of world.sandboxes) {
    if (sandbox === originName && !hasOrigin) continue
    let base: { slot: Slot; state: DataState } = { slot: 'current', state: nothing }

    if (sandbox !== originName) {
      base = {
        slot: 'current',
        state: world.sandboxes.get(originName)?.slots.get('current')?.state ?? nothing,
      }
    }
    yield { do: 'open', sandbox, from: originName }

    for (const slot of orderOf(slots)) {
      const checkpoint = slots.get(slot)

      if (!checkpoint) continue
      yield* inBatches(setEntry({ sandbox, slot, seed: checkpoint.seed }, checkpoint, base))
      base = { slot, state: checkpoint.state }
    }
    if (runtimeState) yield { do: 'runtime', sandbox, ...runtimeState }
  }
}

/** Snapshots keep their order; the current moment comes last, closest to which the next change is. */
function orderOf(slots: ReadonlyMap<Slot, unknown>): Slot[] {
  const names = [...slots.keys()].filter((slot) => slot !== 'first' && slot !== 'current')

  return ['first', ...names, 'current']
}

function* inBatches(entry: LogEntry): Generator<LogEntry> {
  if (entry.do !== 'set') return

  const { put = {}, ...rest } = entry
  const batches = Object.entries(put).flatMap(([table, records]) =>
    Array.from({ length: Math.ceil(records.length / batchSize) }, (_, index) => ({
      [table]: records.slice(index * batchSize, (index + 1) * batchSize),
    })),
  )

  yield { ...rest, put: batches[0] ?? {} }
  for (const batch of batches.slice(1)) yield { ...rest, delete: {}, from: rest.slot, put: batch }
}

function differenceOf(before: DataState, after: DataState): Difference {
  const put: NonNullable<Difference['put']> = {}
  const gone: NonNullable<Difference['delete']> = {}

  for (const change of new ChangeSet(before, after, { kind: 'change' }).changes) {
    if (change.after) (put[change.table] ??= []).push(change.after)
    else (gone[change.table] ??= []).push(change.key)
  }

  return {
    ...(Object.keys(put).length > 0 ? { put } : {}),
    ...(Object.keys(gone).length > 0 ? { delete: gone } : {}),
  }
}

async function applied(
  before: DataState,
  { put = {}, delete: gone = {}, sequences }: Difference & { sequences: SetEntry['sequences'] },
): Promise<DataState> {
  const store = new Store(tables, before)
  const same = Object.entries(sequences).every(([name, last]) => before.sequences.get(name) === last)

  if (same && Object.keys(put).length === 0 && Object.keys(gone).length === 0) return before

  await store.change((draft) => {
    for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
      // Records are checked against the table's schema when the change is committed.
      const table: { put(record: object): void; delete(key: string | number): void } = draft[name]

      for (const key of gone[name] ?? []) table.delete(key)
      for (const record of put[name] ?? []) table.put(record)
    }
  })

  return { tables: store.state.tables, sequences: new Map(Object.entries(sequences)) }
}
