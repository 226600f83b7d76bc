import { useQuery } from '@tanstack/react-query'
import { healthHistory, movingInterval, type HealthMoment } from '../../service/health.ts'
import { counted, timeOfDay } from '../../lib/format.ts'
import { HealthBadge, healthLabelOf, healthLooks } from '../../ui/health-badge.tsx'
import { useSandboxTime } from '../sandbox/use-sandbox-time.ts'

/** Moments in the strip; more would be too narrow to tell apart. */
const stripLength = 32

/** How the health went since the sandbox began: the service as a strip, and what changed. */
export function HealthHistory({ isMoving }: { isMoving: boolean }) {
  const { data = [] } = useQuery({ ...healthHistory, refetchInterval: isMoving ? movingInterval : false })
  const now = useSandboxTime()
  const changes = data.flatMap(({ at, changes }) => changes.map((change) => ({ ...change, at }))).toReversed()

  if (data.length === 0) return null

  return (
    <section aria-label="History" className="border-b border-line p-3">
      <h2 className="font-medium">
        History <span className="text-sm font-normal text-muted">UTC, on the sandbox’s clock</span>
      </h2>
      <Strip moments={spansOf(data).slice(-stripLength)} now={now} />
      {changes.length === 0 ? (
        <p className="mt-2 text-sm text-muted">Nothing has changed since the sandbox began.</p>
      ) : (
        <ul
          className="mt-2 max-h-48 overflow-y-auto text-sm"
          tabIndex={0}
          aria-label={`Changes: ${counted(changes.length, 'change')}`}
        >
          {changes.map(({ at, path, from, to, source }, index) => (
            <li key={changes.length - index} className="flex flex-wrap items-center gap-x-2 py-0.5">
              <time className="font-mono text-muted" dateTime={at} title={at}>
                {timeOfDay(at).slice(0, 8)}
              </time>
              <span className="min-w-28 font-mono">{path || 'service'}</span>
              <HealthBadge label={from ?? 'absent'} />
              <span role="img" aria-label="became">
                →
              </span>
              <HealthBadge label={to ?? 'absent'} />
              <span className="text-muted">{source === 'itself' ? 'by itself' : `by ${source}`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Moments at which the service as a whole changed its colour. */
function spansOf(moments: readonly HealthMoment[]): HealthMoment[] {
  return moments.filter(({ aggregated }, index) => aggregated !== moments[index - 1]?.aggregated)
}

/** Each moment is as wide as it was long, as far as there is room. */
function Strip({ moments, now }: { moments: readonly HealthMoment[]; now: number }) {
  return (
    <ol
      aria-label="The service over time"
      className="mt-2 flex h-6 overflow-hidden rounded border border-line"
    >
      {moments.map(({ at, aggregated }, index) => {
        const label = healthLabelOf(aggregated) ?? 'Green'
        const until = Date.parse(moments[index + 1]?.at ?? '') || now

        return (
          <li
            key={`${at} ${index}`}
            className={`grid min-w-5 basis-5 place-items-center text-xs font-semibold not-first:border-l not-first:border-ground ${healthLooks[label].ink} ${healthLooks[label].soft}`}
            style={{ flexGrow: Math.max(1, until - Date.parse(at) || 1) }}
            title={`${label} since ${timeOfDay(at)} UTC`}
          >
            <span aria-hidden>{label[0]}</span>
            <span className="sr-only">{label}</span>
          </li>
        )
      })}
    </ol>
  )
}
