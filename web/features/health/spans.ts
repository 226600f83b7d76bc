import type { HealthMoment } from '../../service/health.ts'

/** How long something kept a colour, in moments: from `start`, before `end`. */
export interface Span {
  readonly label: string | null
  readonly start: number
  readonly end: number
}

export interface Track {
  readonly name: string
  readonly spans: readonly Span[]
}

/** What the service as a whole was at each moment, and every component that was not always the same. */
export function tracksOf(moments: readonly HealthMoment[]): Track[] {
  const paths = [...new Set(moments.flatMap(({ changes }) => changes.map(({ path }) => path)))].sort()

  return [
    { name: 'whole service', spans: spansOf(moments.map(({ aggregated }) => aggregated)) },
    ...paths.map((path) => ({ name: path || 'service', spans: spansOf(labelsOf(path, moments)) })),
  ]
}

/** The colour of one component at each moment: before its first change it was what that change says. */
function labelsOf(path: string, moments: readonly HealthMoment[]): (string | null)[] {
  const changes = moments.map((moment) => moment.changes.find((change) => change.path === path))
  let current = changes.find((change) => change !== undefined)?.from ?? null

  return changes.map((change) => (current = change === undefined ? current : change.to))
}

function spansOf(labels: readonly (string | null)[]): Span[] {
  const starts = labels.flatMap((label, index) => (index === 0 || label !== labels[index - 1] ? [index] : []))

  return starts.map((start, index) => ({
    label: labels[start] ?? null,
    start,
    end: starts[index + 1] ?? labels.length,
  }))
}
