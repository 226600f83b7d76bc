import { z } from 'zod'
import type { DataState, tables } from '../../model/tables.ts'
import { ChangeSet } from '../../store/change-set.ts'

/** Numbers of records. */
const TableDifference = z.object({ added: z.int(), changed: z.int(), removed: z.int() })

/** By table, without unchanged tables. */
export const Differences = z.record(z.string(), TableDifference)
export type Differences = z.infer<typeof Differences>

/** The difference between two states. */
export function differenceOf(before: DataState, after: DataState): Differences {
  return changeCounts(new ChangeSet(before, after, { kind: 'restore' }))
}

/** How many records a change added, changed and removed. */
export function changeCounts({ changes }: ChangeSet<typeof tables>): Differences {
  const difference: Differences = {}

  for (const { table, before, after } of changes) {
    const counts = (difference[table] ??= { added: 0, changed: 0, removed: 0 })

    if (before === undefined) counts.added += 1
    else if (after === undefined) counts.removed += 1
    else counts.changed += 1
  }

  return difference
}
