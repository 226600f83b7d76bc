import { z } from 'zod'
import { tablesWithFiles, withContents } from '../../data/model/files/file.ts'
import { Control, EnteredScenario, type Checkpoint, type SandboxState } from '../state/sandbox-state.ts'
import { ClockSetting } from '../time/clock.ts'
import { ChangeSet } from '../../data/store/change-set.ts'
import type { Specs, State } from '../../data/store/state.ts'

const Key = z.union([z.string(), z.number()])

/** The table validates its members. */
const LoggedRecord = z.custom<object>((value) => typeof value === 'object' && value !== null)

/** The difference of two states of tables. */
export const StateDifference = z.object({
  put: z.record(z.string(), z.array(LoggedRecord)).optional(),
  delete: z.record(z.string(), z.array(Key)).optional(),
  /** The sequences that have changed, with their new numbers. */
  sequences: z.record(z.string(), z.number()).optional(),
})
export type StateDifference = z.infer<typeof StateDifference>

/** The records and sequences in which two states differ; without the first, all. */
export function differenceOf<S extends Specs>(
  before: State<S> | undefined,
  after: State<S>,
): StateDifference {
  const put: NonNullable<StateDifference['put']> = {}
  const deleted: NonNullable<StateDifference['delete']> = {}
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
    for (const name in after.tables) put[name] = [...after.tables[name].all()]
  }

  return present({ put, delete: deleted, sequences: Object.fromEntries(sequences) })
}

/** The members that are not empty. */
export function present<T extends Readonly<Record<string, object>>>(parts: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
  ) as Partial<T>
}

/** Names of the states of data in a sandbox: the current one, the baseline (`first`), the one before the active scenario, and snapshots. */
export type Slot = 'current' | 'first' | 'before' | `snapshot ${string}`

const SlotName = z.custom<Slot>(
  (name) => typeof name === 'string' && /^(current|first|before|snapshot .+)$/.test(name),
)

/** What a sandbox knows as plain JSON, in a log. */
export const LoggedControl = Control.extend({ scenario: EnteredScenario.nullable() })
export type LoggedControl = Readonly<z.infer<typeof LoggedControl>>

/** A state of data, as the difference from one in the log, so that forks, resets and snapshots take only a few bytes. */
const SetStep = StateDifference.extend({
  do: z.literal('set'),
  slot: SlotName,
  /** The slot with the other state. */
  from: SlotName,
  /** The rest of a checkpoint. The current state has it in `control`. */
  random: z.number().optional(),
  clock: ClockSetting.optional(),
  at: z.string().optional(),
  /** What else has changed, with the current state: its tables, and the members that differ. */
  runtime: StateDifference.optional(),
  control: LoggedControl.partial().optional(),
})
export type SetStep = z.infer<typeof SetStep>

const DropStep = z.object({ do: z.literal('drop'), slot: SlotName })

export const LogStep = z.discriminatedUnion('do', [SetStep, DropStep])
export type LogStep = z.infer<typeof LogStep>

/** The contents of the items that an entry is stored in, of which the first gets a number: the bytes of files, then the steps. */
export function* itemsOf(steps: readonly LogStep[], first: number): Generator {
  const bytes: unknown[] = []

  const rest = withFiles(steps, (content) =>
    Array.isArray(content) ? content.map((chunk) => first + bytes.push(chunk) - 1) : content,
  )

  yield* bytes
  yield rest
}

/** Steps with the bytes of files replaced. */
export function withFiles(steps: readonly LogStep[], replace: (content: unknown) => unknown): LogStep[] {
  return steps.map((step) => {
    if (step.do !== 'set' || !step.put) return step

    const tables = Object.entries(step.put).map(([name, records]) => [
      name,
      tablesWithFiles.includes(name) ? records.map((record) => withContents(record, replace)) : records,
    ])

    return { ...step, put: Object.fromEntries(tables) }
  })
}

/** The checkpoints in a log, the one that was set last at the end. */
type Slots = Map<Slot, Logged>
type Logged = Omit<Checkpoint, 'at'> & Partial<Checkpoint>

/** The steps that lead from one state of a sandbox to another; without the first, from nothing. */
export function stepsBetween(before: SandboxState | undefined, after: SandboxState): LogStep[] {
  const known = before ? slotsOf(before) : new Map<Slot, Logged>()
  const kept = slotsOf(after)

  kept.delete('current')

  const steps = stepsOfKept(known, kept)
  const current = currentStep(before, after, known)

  return current ? [...steps, current] : steps
}

/** Snapshots in their order, the current state last. */
export function slotsOf({ data, control: { random, clock }, checkpoints }: SandboxState): Slots {
  return new Map<Slot, Logged>([
    ['first', checkpoints.baseline] as const,
    ...(checkpoints.scenario ? [['before', checkpoints.scenario.before] as const] : []),
    ...Array.from(
      checkpoints.snapshots,
      ([name, checkpoint]) => [`snapshot ${name}` as const, checkpoint] as const,
    ),
    ['current', { data, random, clock }] as const,
  ])
}

/** @param slots those in the log, to which the new ones are added */
function stepsOfKept(slots: Slots, kept: Slots): LogStep[] {
  const before = new Map(slots)
  const steps: LogStep[] = []

  for (const [slot, checkpoint] of kept) {
    const known = before.get(slot)

    // A snapshot that is taken again becomes the last.
    if (known && (slot.startsWith('snapshot ') ? known === checkpoint : isSame(known, checkpoint))) continue

    const { data, ...rest } = checkpoint

    steps.push({ do: 'set', slot, ...fromNearest(data, slots), ...rest })
    slots.delete(slot)
    slots.set(slot, checkpoint)
  }
  for (const slot of before.keys()) {
    if (slot === 'current' || kept.has(slot)) continue
    steps.push({ do: 'drop', slot })
    slots.delete(slot)
  }

  return steps
}

/** Whether two checkpoints differ at most in when they were taken. */
function isSame(one: Logged, other: Logged): boolean {
  return (
    one === other ||
    (one.data === other.data && one.random === other.random && isEqual(one.clock, other.clock))
  )
}

function currentStep(
  before: SandboxState | undefined,
  after: SandboxState,
  slots: Slots,
): SetStep | undefined {
  const data = before?.data === after.data ? { from: 'current' as const } : fromNearest(after.data, slots)
  const runtime = differenceOf(before?.runtime, after.runtime)
  const control = membersChanged(before && controlOf(before), controlOf(after))
  const hasChanged =
    before?.data !== after.data || [runtime, control].some((part) => Object.keys(part).length > 0)

  return hasChanged ? { do: 'set', slot: 'current', ...data, ...present({ runtime, control }) } : undefined
}

/** The difference from the state in the log that is nearest. */
function fromNearest(data: SandboxState['data'], slots: Slots): StateDifference & Pick<SetStep, 'from'> {
  const { lineage } = data.tables.entities
  const known = [...slots].toReversed()
  // After a reset or restore the log already has the state; after a new seed or an import, only other data.
  const [from] = known.find(([, other]) => other.data === data) ??
    known.find(([, other]) => other.data.tables.entities.lineage === lineage) ?? ['current' as const]

  return { from, ...differenceOf(slots.get(from)?.data, data) }
}

export function controlOf({ control, checkpoints }: SandboxState): LoggedControl {
  // Without the checkpoint, which is in a slot.
  return { ...control, scenario: checkpoints.scenario ? EnteredScenario.parse(checkpoints.scenario) : null }
}

function membersChanged(before: LoggedControl | undefined, after: LoggedControl): Partial<LoggedControl> {
  const names = Object.keys(after) as (keyof LoggedControl)[] // as declared

  return Object.fromEntries(
    names.filter((name) => !isEqual(before?.[name], after[name])).map((name) => [name, after[name]]),
  )
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Maximum number of records in a batch of a base. */
const recordsPerBatch = 1000

/** Splits the steps of a base, which may contain a whole sandbox, into batches of limited size. */
export function* inBatches(steps: Iterable<LogStep>): Generator<LogStep[]> {
  for (const step of steps) {
    if (step.do !== 'set' || !step.put) {
      yield [step]
      continue
    }

    const { put, ...rest } = step
    const batches = Object.entries(put).flatMap(([table, records]) =>
      Array.from({ length: Math.ceil(records.length / recordsPerBatch) }, (_, index) => ({
        [table]: records.slice(index * recordsPerBatch, (index + 1) * recordsPerBatch),
      })),
    )

    yield [{ ...rest, put: batches[0] ?? {} }]
    for (const put of batches.slice(1)) yield [{ do: 'set', slot: step.slot, from: step.slot, put }]
  }
}
