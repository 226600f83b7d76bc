import type { DataState } from '../../data/model/tables.ts'
import type { Slot } from '../state/recorder.ts'
import type { Checkpoint } from '../state/snapshots.ts'
import { ChangeSet } from '../../data/store/change-set.ts'
import type { LogEntry, SetEntry } from './log-entry.ts'
import type { StoredState } from './stored-state.ts'

/** The entries that lead from one stored state of a sandbox to another. */
export function entriesBetween(before: StoredState, after: StoredState): LogEntry[] {
  return [
    ...slotEntries(before.slots, after.slots),
    ...runtimeEntries(before, after),
    ...scenarioEntries(before, after),
    ...tokenEntries(before, after),
  ]
}

function slotEntries(before: StoredState['slots'], after: StoredState['slots']): LogEntry[] {
  /** The slots after the entries so far, the last one that was set last. */
  const slots = new Map(before)
  const entries: LogEntry[] = []
  const isUnchanged = (slot: Slot) => {
    const [known, checkpoint] = [before.get(slot), after.get(slot)]

    return (
      known && checkpoint && isSame(known, checkpoint) && (!isSnapshot(slot) || known.at === checkpoint.at)
    )
  }
  /** The snapshots that may stay where they are. One that is written becomes the last, so those after it are written too. */
  let unmoved = [...before.keys()].filter((slot) => isSnapshot(slot) && isUnchanged(slot))

  for (const [slot, checkpoint] of after) {
    if (isSnapshot(slot) && unmoved[0] !== slot) unmoved = []
    if (isUnchanged(slot) && (!isSnapshot(slot) || unmoved.shift() === slot)) continue
    entries.push(setEntry(slot, checkpoint, slots))
    slots.delete(slot)
    slots.set(slot, checkpoint)
  }
  for (const slot of before.keys()) if (!after.has(slot)) entries.push({ do: 'drop', slot })

  return entries
}

function isSnapshot(slot: Slot): boolean {
  return slot.startsWith('snapshot ')
}

/** Whether two checkpoints differ at most in when they were taken. */
function isSame(one: Checkpoint, other: Checkpoint): boolean {
  return (
    one === other ||
    (one.state === other.state &&
      one.random === other.random &&
      JSON.stringify(one.clock) === JSON.stringify(other.clock))
  )
}

function setEntry(
  slot: Slot,
  { state, random, clock, at }: Checkpoint,
  slots: ReadonlyMap<Slot, Checkpoint>,
): SetEntry {
  const { lineage } = state.tables.entities
  const known = [...slots].toReversed()
  // After a reset or restore the log already has the state; after a new seed or an import, only other data.
  const [from] = known.find(([, other]) => other.state === state) ??
    known.find(([, other]) => other.state.tables.entities.lineage === lineage) ?? ['current' as const]

  return { do: 'set', slot, from, ...differenceOf(slots.get(from)?.state, state), random, clock, at }
}

function differenceOf(
  before: DataState | undefined,
  after: DataState,
): Pick<SetEntry, 'put' | 'delete' | 'sequences'> {
  const put: NonNullable<SetEntry['put']> = {}
  const deleted: NonNullable<SetEntry['delete']> = {}
  const names = new Set([...(before?.sequences.keys() ?? []), ...after.sequences.keys()])
  const sequences = Array.from(names, (name) => [name, after.sequences.get(name) ?? 0] as const).filter(
    ([name, last]) => (before?.sequences.get(name) ?? 0) !== last,
  )

  if (before) {
    for (const change of new ChangeSet(before, after, { kind: 'change' }).changes) {
      if (change.after) (put[change.table] ??= []).push(change.after)
      else (deleted[change.table] ??= []).push(change.key)
    }
  } else {
    for (const [name, table] of Object.entries(after.tables)) put[name] = [...table.all()]
  }

  return {
    ...(Object.keys(put).length > 0 ? { put } : {}),
    ...(Object.keys(deleted).length > 0 ? { delete: deleted } : {}),
    ...(sequences.length > 0 ? { sequences: Object.fromEntries(sequences) } : {}),
  }
}

function runtimeEntries(before: StoredState, after: StoredState): LogEntry[] {
  if (before.runtimeState === after.runtimeState && before.seed === after.seed) return []

  const [was, is] = [runtimeEntry(before), runtimeEntry(after)]

  return JSON.stringify(was) === JSON.stringify(is) ? [] : [is]
}

function runtimeEntry({ seed, runtimeState }: StoredState): LogEntry {
  const { signIns: _, defined: __, ...state } = runtimeState

  return { do: 'state', seed, ...state }
}

/** Separate from the rest of the state, because the counts of faults are written often. */
function scenarioEntries(before: StoredState, after: StoredState): LogEntry[] {
  const [was, is] = [before.runtimeState.defined, after.runtimeState.defined]

  return was.length === is.length && was.every((each, index) => each === is[index])
    ? []
    : [{ do: 'scenarios', defined: [...is] }]
}

/** Only new and removed tokens, since writing all of them would make each sign-in write more than the last. */
function tokenEntries(before: StoredState, after: StoredState): LogEntry[] {
  const [was, is] = [before.runtimeState.signIns, after.runtimeState.signIns]

  if (was === is) return []

  const known = new Set([...was.access.keys(), ...was.refresh.keys()])
  const access = [...is.access].filter(([token]) => !known.delete(token))
  const refresh = [...is.refresh].filter(([token]) => !known.delete(token))

  return access.length + refresh.length + known.size === 0
    ? []
    : [{ do: 'tokens', access, refresh, gone: [...known] }]
}

/** Maximum number of records in a batch of a base. */
const recordsPerBatch = 1000

/** Splits the entries of a base, which may contain a whole sandbox, into batches of limited size. */
export function* inBatches(entries: Iterable<LogEntry>): Generator<LogEntry[]> {
  for (const entry of entries) {
    if (entry.do !== 'set' || !entry.put) {
      yield [entry]
      continue
    }

    const { put, ...rest } = entry
    const { sequences: _, delete: __, ...again } = rest
    const batches = Object.entries(put).flatMap(([table, records]) =>
      Array.from({ length: Math.ceil(records.length / recordsPerBatch) }, (_, index) => ({
        [table]: records.slice(index * recordsPerBatch, (index + 1) * recordsPerBatch),
      })),
    )

    yield [{ ...rest, put: batches[0] ?? {} }]
    for (const put of batches.slice(1)) yield [{ ...again, from: entry.slot, put }]
  }
}
