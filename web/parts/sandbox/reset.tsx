import { useQuery } from '@tanstack/react-query'
import { counted, formatCount, countedRecords } from '../../lib/format.ts'
import { client, getQuery } from '../../service/service-client.ts'
import { overviewQuery, type Difference } from '../../service/sandbox-queries.ts'
import { confirm } from '../../ui/overlays/modal.tsx'
import { control } from './control.ts'

/** Resets the sandbox to its baseline, or to data generated from another seed, after a confirmation. */
export async function askToReset(seed?: number): Promise<void> {
  const isOwnSeed = seed === undefined
  const title = isOwnSeed ? 'Reset the sandbox' : `Reset to seed ${seed}`
  const body = isOwnSeed ? {} : { seed }
  const isConfirmed = await confirm({
    title: `${title}?`,
    body: <ResetEffects isOwnSeed={isOwnSeed} />,
    action: 'Reset',
  })

  if (isConfirmed) await control(() => client.POST('/__sandbox/reset', { body }), `${title}.`, 'undo')
}

function ResetEffects({ isOwnSeed }: { isOwnSeed: boolean }) {
  const { active_faults: faults = 0, scenario } = useQuery(overviewQuery).data ?? {}
  const { data } = useQuery({ ...getQuery('/__sandbox/reset'), enabled: isOwnSeed })
  const ended = [scenario && `the scenario ${scenario}`, faults > 0 && counted(faults, 'fault')].filter(
    Boolean,
  )

  return (
    <>
      {!isOwnSeed && <p>All data is replaced with data generated from that seed.</p>}
      {isOwnSeed && !data && <p className="text-muted">Comparing…</p>}
      <ul>
        {isOwnSeed && data && describeDifference(data.changes).map((line) => <li key={line}>{line}</li>)}
      </ul>
      {ended.length > 0 && <p className="mt-2">This also ends {ended.join(' and ')}.</p>}
      <p className="mt-2 text-muted">Everyone is signed out. Undo restores the data.</p>
    </>
  )
}

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
