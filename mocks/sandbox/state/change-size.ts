import { differences, type ChangeSet } from '../../store/change-set.ts'
import type { Specs } from '../../store/state.ts'
import type { Table } from '../../store/table.ts'

/** Records whose size is worked out, of a table that was replaced as a whole. */
const sampled = 1000

/** About how many bytes a change keeps in memory so that it can be taken back: what was replaced and removed. */
export function sizeOfChange<S extends Specs>({ before, after }: ChangeSet<S>): number {
  let size = 0

  for (const name in before.tables) {
    const [one, other] = [before.tables[name], after.tables[name]]

    if (one && other && one !== other) size += sizeReplaced(one, other)
  }

  return size
}

function sizeReplaced(before: Table, after: Table): number {
  const replaced = replacedIn(before, after)

  if (replaced) return sizeOf(replaced)
  const records = first(before, sampled)

  return sizeOf(records) * (before.size / (records.length || 1))
}

/** The records that were replaced or removed; undefined where they are many. */
function replacedIn(before: Table, after: Table): readonly unknown[] | undefined {
  if (after.origin?.before === before.version) {
    return Array.from(after.origin.touched, (key) => before.get(key))
  }
  const changes = before.lineage === after.lineage ? differences(before, after, sampled) : undefined

  return changes && changes.length <= sampled ? changes.map((change) => change.before) : undefined
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8

  let size = 0

  // Names are shared with other records, and take nothing.
  for (const inner of Object.values(value)) size += 8 + sizeOf(inner)

  return size
}

function first(table: Table, count: number): object[] {
  const records: object[] = []

  for (const record of table.all()) {
    if (records.length === count) break
    records.push(record)
  }

  return records
}
