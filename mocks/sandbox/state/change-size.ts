import type { ChangeSet } from '../../store/change-set.ts'
import type { Specs } from '../../store/state.ts'
import type { Table, TableVersion } from '../../store/table.ts'

/** Records whose size is worked out, of a table that was replaced as a whole. */
const sampled = 1000

/** About how many bytes a change keeps in memory so that it can be taken back: what was replaced and removed. */
export function sizeOfChange<S extends Specs>({ before, after }: ChangeSet<S>): number {
  return Object.keys(before.tables).reduce(
    (sum, name) => sum + sizeReplaced(before.tables[name], after.tables[name]),
    0,
  )
}

function sizeReplaced(before: Table | undefined, after: Table | undefined): number {
  if (!before || !after || before === after) return 0
  const touched = touchedSince(before, after)

  if (touched) return Array.from(touched).reduce<number>((sum, key) => sum + sizeOf(before.get(key)), 0)
  const records = first(before, sampled)

  return records.reduce((sum, record) => sum + sizeOf(record), 0) * (before.size / (records.length || 1))
}

/** The keys that were written since; undefined when one did not come from the other, or long ago. */
function touchedSince(before: Table, after: Table): Set<string | number> | undefined {
  const touched = new Set<string | number>()
  let version: TableVersion<string | number> | undefined = after

  while (version && version !== before && touched.size <= sampled) {
    for (const key of version.origin?.touched ?? []) touched.add(key)
    version = version.origin?.before.deref()
  }

  return version === before ? touched : undefined
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8

  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + sizeOf(inner), 0)
}

function first(table: Table, count: number): object[] {
  const records: object[] = []

  for (const record of table.all()) {
    if (records.length === count) break
    records.push(record)
  }

  return records
}
