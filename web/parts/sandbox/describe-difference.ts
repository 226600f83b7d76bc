import { formatCount, countedRecords } from '../../lib/format.ts'
import type { Difference } from '../../service/sandbox.ts'

/** What restoring a state changes, a line for each table: `3 entities restored, 2 removed`. */
export function describeDifference(difference: Difference): string[] {
  const lines = Object.entries(difference).map(([table, { added, changed, removed }]) =>
    [[added, 'restored'] as const, [removed, 'removed'] as const, [changed, 'reverted'] as const]
      .filter(([value]) => value > 0)
      .map(([value, verb], index) => `${index ? formatCount(value) : countedRecords(table, value)} ${verb}`)
      .join(', '),
  )

  return lines.length > 0 ? lines : ['no changes']
}
