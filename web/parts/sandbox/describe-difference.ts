import { count, nameOfTable } from '../../lib/format.ts'
import type { Difference } from '../../service/sandbox.ts'

/** The differences, a line for each table: `3 entities restored, 2 removed`. */
export function describeDifference(difference: Difference): string[] {
  const lines = Object.entries(difference).map(([table, { added, changed, removed }]) =>
    [[added, 'restored'] as const, [removed, 'removed'] as const, [changed, 'reverted'] as const]
      .filter(([number]) => number > 0)
      .map(([number, verb], index) => `${index === 0 ? nameOfTable(table, number) : count(number)} ${verb}`)
      .join(', '),
  )

  return lines.length > 0 ? lines : ['the same as now']
}
