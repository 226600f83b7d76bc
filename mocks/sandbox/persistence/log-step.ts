import { z } from 'zod'
import { tablesWithFiles, withContents } from '../../data/model/files/file.ts'
import { Control, EnteredScenario } from '../state/sandbox-state.ts'
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
