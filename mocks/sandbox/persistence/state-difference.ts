import { z } from 'zod'
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
