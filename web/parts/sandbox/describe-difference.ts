import { count, nameOfTable } from '../../lib/format.ts'
import type { Difference } from '../../service/sandbox.ts'

/** The differences, a line for each table: records restored, removed, and set back. */
export function describeDifference(difference: Difference): string[] {
  const lines = Object.entries(difference).map(([table, { added, changed, removed }]) =>
    [
      [added, added === 1 ? 'comes back' : 'come back'] as const,
      [removed, removed === 1 ? 'goes' : 'go'] as const,
      [changed, changed === 1 ? 'is put back' : 'are put back'] as const,
    ]
      .filter(([number]) => number > 0)
      .map(([number, verb], index) => `${index === 0 ? nameOfTable(table, number) : count(number)} ${verb}`)
      .join(', '),
  )

  return lines.length > 0 ? lines : ['the same as now']
}
