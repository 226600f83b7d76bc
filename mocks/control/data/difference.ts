import { z } from 'zod'
import type { DataState } from '../../model/tables.ts'
import { ChangeSet } from '../../store/change-set.ts'

/** How many records a table would gain, lose and have changed. */
const TableDifference = z.object({ added: z.int(), changed: z.int(), removed: z.int() })
export type TableDifference = z.infer<typeof TableDifference>

/** By table; tables that stay as they are are left out. */
export const Differences = z.record(z.string(), TableDifference)

/** What putting one state in the place of another would change, by table; tables that stay as they are are left out. */
export function differenceOf(before: DataState, after: DataState): Record<string, TableDifference> {
  const { changes } = new ChangeSet(before, after, { kind: 'restore' })
  const difference: Record<string, TableDifference> = {}

  for (const { table, before, after } of changes) {
    const counts = (difference[table] ??= { added: 0, changed: 0, removed: 0 })

    if (before === undefined) counts.added += 1
    else if (after === undefined) counts.removed += 1
    else counts.changed += 1
  }

  return difference
}
