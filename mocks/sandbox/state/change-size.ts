import { differences, type ChangeSet } from '../../store/change-set.ts'
import type { Specs } from '../../store/state.ts'
import type { Table } from '../../store/table.ts'
import type { Key } from '../../store/table-spec.ts'

/** How many records are measured to estimate the size of a table that was replaced entirely. */
const sampleSize = 1000

/** About how many bytes of replaced and removed records a change keeps in memory, so that it can be undone. */
export function sizeOfChange<S extends Specs>({ before, after }: ChangeSet<S>): number {
  let size = 0

  for (const name in before.tables) {
    const [from, to] = [before.tables[name], after.tables[name]]

    if (from && to && from !== to) size += sizeReplaced(from, to)
  }

  return size
}

function sizeReplaced(before: Table, after: Table): number {
  const keys = keysReplaced(before, after)

  if (keys) return sum(keys, (key) => unsharedSize(before.get(key), after.get(key)))
  const records = first(before, sampleSize)

  return sum(records, (record) => unsharedSize(record, undefined)) * (before.size / (records.length || 1))
}

/** The keys of the records that were replaced or removed; undefined when there are too many, or the tables are not versions of one another. */
function keysReplaced(before: Table, after: Table): Iterable<Key> | undefined {
  if (after.ancestor?.version === before.version) return after.ancestor.written
  const changes = before.lineage === after.lineage ? differences(before, after, sampleSize) : undefined

  return changes && changes.length <= sampleSize ? changes.map(({ key }) => key) : undefined
}

/** The size of the parts of a value that its replacement does not share. */
function unsharedSize(before: unknown, after: unknown): number {
  // Equal strings may be separate copies, which matters only for long ones.
  if (typeof before === 'string') return before === after && before.length < 1000 ? 0 : before.length
  if (before === after) return 0
  if (!hasMembers(before)) return 8
  // Lists of ids, some of which are very long.
  if (Array.isArray(before) && typeof before[0] === 'number') return 8 * before.length
  let size = 0

  for (const name in before)
    size += 8 + unsharedSize(before[name], hasMembers(after) ? after[name] : undefined)

  return size
}

function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function sum<T>(items: Iterable<T>, sizeOf: (item: T) => number): number {
  let size = 0

  for (const item of items) size += sizeOf(item)

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
