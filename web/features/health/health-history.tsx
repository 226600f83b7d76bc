import { useQuery } from '@tanstack/react-query'
import { healthHistoryQuery, healthPollInterval } from '../../service/health.ts'
import { counted, timeOfDay } from '../../lib/format.ts'
import { HealthBadge } from '../../parts/health-badge.tsx'

/** The latest changes of the health since the sandbox was opened. */
export function HealthHistory({ isChanging }: { isChanging: boolean }) {
  const { data = [] } = useQuery({
    ...healthHistoryQuery,
    refetchInterval: isChanging ? healthPollInterval : false,
  })
  const changes = data.flatMap(({ at, changes }) => changes.map((change) => ({ ...change, at }))).toReversed()

  if (data.length === 0) return null

  return (
    <section aria-label="History" className="border-b border-line p-3">
      <h2 className="font-medium">
        History <span className="text-sm font-normal text-muted">UTC, on the sandbox’s clock</span>
      </h2>
      {changes.length === 0 ? (
        <p className="mt-2 text-sm text-muted">No changes since the sandbox was opened.</p>
      ) : (
        <ul
          className="mt-2 max-h-48 overflow-y-auto text-sm"
          tabIndex={0}
          aria-label={`Changes: ${counted(changes.length, 'change')}`}
        >
          {changes.map(({ at, path, from, to, source }, index) => (
            <li key={changes.length - index} className="flex flex-wrap items-center gap-x-2 py-0.5">
              <time className="font-mono text-muted" dateTime={at} title={at}>
                {timeOfDay(at)}
              </time>
              <span className="min-w-28 font-mono">{path || 'service'}</span>
              <HealthBadge label={from ?? 'absent'} />
              <span role="img" aria-label="became">
                →
              </span>
              <HealthBadge label={to ?? 'absent'} />
              <span className="text-muted">{source === 'itself' ? 'automatically' : `by ${source}`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
