import type { HealthMoment } from '../../service/health.ts'
import { timeOfDay } from '../../lib/format.ts'
import { healthLabelOf, healthLooks } from '../../parts/health-badge.tsx'
import { tracksOf, type Span } from './spans.ts'

/** Moments shown; more would be too narrow to tell apart. */
const most = 32

/** The health over time: a line for the whole service and one for each component that changed, one above the other. */
export function HealthPicture({ moments, now }: { moments: readonly HealthMoment[]; now: number }) {
  const shown = moments.slice(-most)
  // As wide as it was long, as far as there is room.
  const widths = shown.map(({ at }, index) => {
    const until = Date.parse(shown[index + 1]?.at ?? '') || now

    return `minmax(16px, ${Math.max(1, until - Date.parse(at))}fr)`
  })

  return (
    <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 overflow-x-auto">
      {tracksOf(shown).map(({ name, spans }) => (
        <div key={name} className="contents">
          <span className="max-w-40 truncate font-mono text-sm text-muted" title={name}>
            {name}
          </span>
          <ol
            aria-label={`${name} over time`}
            className="grid h-5 overflow-hidden rounded"
            style={{ gridTemplateColumns: widths.join(' ') }}
          >
            {spans.map((span) => (
              <Segment key={span.start} span={span} since={shown[span.start]?.at ?? ''} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

function Segment({ span: { label, start, end }, since }: { span: Span; since: string }) {
  const known = healthLabelOf(label ?? undefined)
  const look = known && healthLooks[known]

  return (
    <li
      className={`grid min-w-0 place-items-center overflow-hidden text-xs font-semibold not-first:border-l-2 not-first:border-ground ${look ? `${look.ink} ${look.soft}` : 'text-muted'}`}
      style={{ gridColumn: `${start + 1} / ${end + 1}` }}
      title={`${label ?? 'absent'} since ${timeOfDay(since).slice(0, 8)} UTC`}
    >
      <span aria-hidden>{label?.[0] ?? '–'}</span>
      <span className="sr-only">{label ?? 'absent'}</span>
    </li>
  )
}
