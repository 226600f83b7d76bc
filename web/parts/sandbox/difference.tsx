import type { Difference } from '../../service/sandbox.ts'
import { count, nameOfTable } from '../../lib/format.ts'

/** What would change, one line for each table: what comes back, what goes, and what is put back as it was. */
export function DifferenceList({ difference }: { difference: Difference }) {
  const tables = Object.entries(difference)

  if (tables.length === 0) return <p>No record changes: all are as they would be then.</p>

  return (
    <ul className="list-disc pl-4">
      {tables.map(([table, counts]) => (
        <li key={table}>{describe(table, counts)}</li>
      ))}
    </ul>
  )
}

/** The same in one line. */
export function describeDifference(difference: Difference): string {
  const tables = Object.entries(difference)

  return tables.length === 0
    ? 'the same as now'
    : tables.map(([table, counts]) => describe(table, counts)).join('; ')
}

function describe(table: string, { added, changed, removed }: Difference[string]): string {
  const verbs = [
    [added, added === 1 ? 'comes back' : 'come back'],
    [removed, removed === 1 ? 'goes' : 'go'],
    [changed, changed === 1 ? 'is put back' : 'are put back'],
  ] as const
  const happening = verbs.filter(([number]) => number > 0)

  return happening
    .map(([number, verb], index) => `${index === 0 ? nameOfTable(table, number) : count(number)} ${verb}`)
    .join(', ')
}
