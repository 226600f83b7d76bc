import { useEffect } from 'react'
import type { HealthNode } from '../../service/health.ts'
import { timeOfDay } from '../../lib/format.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { HealthBadge, healthLabelOf, healthLooks } from '../../ui/health-badge.tsx'

/** What every component was at a moment. */
interface Moment {
  readonly at: number
  readonly aggregated: string
  readonly labels: ReadonlyMap<string, string>
}

/** What this page has seen since it was loaded, the oldest first. */
const seen = createStore<readonly Moment[]>([])

/** Moments kept. */
const capacity = 60

/** How the health went, as far as this page has seen it: the service as a strip, and what changed. */
export function HealthHistory({ root }: { root: HealthNode }) {
  const moments = useStore(seen)

  useEffect(() => {
    const moment = { at: Date.now(), aggregated: root.aggregated, labels: new Map(labelsOf(root)) }
    const last = seen.get().at(-1)

    if (last && changesBetween(last, moment).length === 0) return
    seen.set([...seen.get(), moment].slice(-capacity))
  }, [root])

  const changes = moments
    .flatMap((moment, index) => {
      const before = moments[index - 1]

      return before ? changesBetween(before, moment).map((change) => ({ ...change, at: moment.at })) : []
    })
    .toReversed()

  return (
    <section aria-label="History" className="border-b border-line p-3">
      <h2 className="font-medium">History</h2>
      <ol
        aria-label="The service over time"
        className="mt-2 flex h-6 overflow-hidden rounded border border-line"
      >
        {moments.map(({ at, aggregated }, index) => {
          const label = healthLabelOf(aggregated) ?? 'Green'
          const until = moments[index + 1]?.at ?? seenUntil()

          return (
            <li
              key={at}
              className={`grid min-w-5 place-items-center text-xs font-semibold ${healthLooks[label].ink} ${healthLooks[label].soft}`}
              style={{ flexGrow: Math.max(1, until - at) }}
              title={`${label} since ${timeOfDay(at)} UTC`}
            >
              <span aria-hidden>{label[0]}</span>
              <span className="sr-only">{label}</span>
            </li>
          )
        })}
      </ol>
      {changes.length === 0 ? (
        <p className="mt-2 text-sm text-muted">Nothing has changed since this page was loaded.</p>
      ) : (
        <ul className="mt-2 max-h-48 overflow-y-auto text-sm" tabIndex={0} aria-label="Changes">
          {changes.map(({ at, path, from, to }) => (
            <li key={`${at} ${path}`} className="flex items-center gap-2 py-0.5">
              <time className="font-mono text-muted">{timeOfDay(at).slice(0, 8)}</time>
              <span className="font-mono">{path || 'service'}</span>
              <HealthBadge label={from} />
              <span aria-label="became">→</span>
              <HealthBadge label={to} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The present, as far as the strip is concerned. */
function seenUntil(): number {
  return Date.now()
}

function labelsOf(node: HealthNode): [string, string][] {
  return [[node.path, node.label], ...node.downstream.flatMap(labelsOf)]
}

function changesBetween(before: Moment, after: Moment): { path: string; from: string; to: string }[] {
  const paths = new Set([...before.labels.keys(), ...after.labels.keys()])

  return [...paths]
    .map((path) => ({
      path,
      from: before.labels.get(path) ?? 'absent',
      to: after.labels.get(path) ?? 'absent',
    }))
    .filter(({ from, to }) => from !== to)
}
