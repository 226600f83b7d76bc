import { z } from 'zod'
import type { DataState, tables } from '../../model/tables.ts'
import { ChangeSet } from '../../store/change-set.ts'

/** How many records a table would gain, lose and have changed. */
const TableDifference = z.object({ added: z.int(), changed: z.int(), removed: z.int() })
export type TableDifference = z.infer<typeof TableDifference>

/** By table; unchanged tables are omitted. */
export const Differences = z.record(z.string(), TableDifference)
export type Differences = z.infer<typeof Differences>

/** The changes that would replace one state by another. */
export function differenceOf(before: DataState, after: DataState): z.infer<typeof Differences> {
  return changeCounts(new ChangeSet(before, after, { kind: 'restore' }))
}

/** How many records a change added, changed and removed. */
export function changeCounts({ changes }: ChangeSet<typeof tables>): z.infer<typeof Differences> {
  const difference: z.infer<typeof Differences> = {}

  for (const { table, before, after } of changes) {
    const counts = (difference[table] ??= { added: 0, changed: 0, removed: 0 })

    if (before === undefined) counts.added += 1
    else if (after === undefined) counts.removed += 1
    else counts.changed += 1
  }

  return difference
}
