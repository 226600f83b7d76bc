import { Send, Zap } from 'lucide-react'
import { formatBytes, formatDuration, fractionOfSecond, localTime, counted } from '../../lib/format.ts'
import { MethodBadge, StatusBadge } from '../../parts/badges.tsx'
import { operationText, type JournalEntry } from '../../service/journal-stream.ts'
import { type Column, DataGrid } from '../../ui/grid/data-grid.tsx'
import { UpstreamMark } from './upstream.tsx'
import { Bars } from '../../parts/bars.tsx'

const muted = 'shrink-0 text-muted'
const atEnd = `${muted} justify-end text-right`

function column(id: string, header: string, className: string, render: Column<JournalEntry>['render']) {
  return { id, header, className, render }
}

/** The columns of the list of requests; the bars of all rows share one axis. */
export function requestColumns(axis: Axis): readonly Column<JournalEntry>[] {
  return [
    column('time', 'Time', `w-26 ${muted} @max-lg:w-20`, ({ time }) => (
      <time className="font-mono text-sm" dateTime={time} title={time}>
        {localTime(time)}
        <span className="@max-lg:hidden">{fractionOfSecond(time)}</span>
      </time>
    )),
    column('method', 'Method', 'w-18 shrink-0 @max-lg:w-16', ({ method }) => <MethodBadge method={method} />),
    column('path', 'Path', 'min-w-40 flex-[2]', (entry) => <PathCell {...entry} />),
    column('status', 'Status', 'w-18 shrink-0', ({ status }) => <StatusBadge status={status} />),
    column('duration', 'Duration', `w-22 ${atEnd} @max-lg:hidden`, (entry) =>
      formatDuration(entry.duration_ms),
    ),
    column('timeline', 'Start and duration', 'min-w-24 flex-1 @max-2xl:hidden', (entry) => (
      <TimeBar entry={entry} axis={axis} />
    )),
    column('size', 'Size', `w-20 ${atEnd} @max-4xl:hidden`, ({ response: { body } }) =>
      body === null ? '' : body === 'streamed' ? 'stream' : formatBytes(body.size),
    ),
    column(
      'user',
      'User',
      `w-24 ${muted} @max-4xl:hidden`,
      ({ user, outgoing }) => user ?? (outgoing ? '' : 'anonymous'),
    ),
    column('route', 'Handled by', `w-44 ${muted} @max-6xl:hidden`, (entry) => <Handler {...entry} />),
  ]
}

/** What answered a request: faults, a route, or the upstream. */
function Handler({ route, faults, scenario, upstream, unmatched }: JournalEntry) {
  return (
    <span className="font-mono text-sm">
      {faults.length > 0 && (
        <span className="mr-1.5 text-orange" title={scenario ? `In the scenario ${scenario}` : 'A fault'}>
          <Zap size={12} className="inline" aria-hidden /> {faults.join(', ')}
        </span>
      )}
      {route ?? upstream?.name ?? (unmatched && 'no route')}
    </span>
  )
}

/** The path of a request, or what it asks for by GraphQL; the address of a message to a receiver. */
function PathCell({ path, query, graphql, outgoing, ...entry }: JournalEntry) {
  return (
    <span className="font-mono text-sm">
      <UpstreamMark entry={entry} isIcon />
      {outgoing && <Send size={14} className="mr-1.5 inline text-accent" aria-label="Message to" />}
      {graphql ? operationText(graphql) : `${outgoing?.to ?? ''}${path}`}
      {graphql && <span className="ml-2 text-muted">{path}</span>}
      {query && <span className="text-muted">?{query}</span>}
    </span>
  )
}

/** The time that a list of requests covers, in milliseconds since 1970. */
type Axis = ReturnType<typeof axisOf>

/** The pause after which requests belong together, in milliseconds. */
const pause = 60_000

/** From the first request since the last pause to the end of the last one. The newest come first. */
export function axisOf(entries: readonly JournalEntry[]) {
  const starts = entries.map(({ time }) => Date.parse(time))
  const beforePause = starts.findIndex((start, index) => start - (starts[index + 1] ?? -Infinity) > pause)
  const start = starts[beforePause] ?? 0
  const ends = entries.map(({ duration_ms }, index) => (starts[index] ?? 0) + duration_ms)

  // A single fast request would otherwise be as wide as a slow one.
  return { start, end: Math.max(start + 100, ...ends) }
}

/** When a request was sent and how long it took, as a bar on the axis of all. */
function TimeBar({ entry, axis }: { entry: JournalEntry; axis: Axis }) {
  const { start, end } = axis
  const percent = 100 / (end - start)
  const left = (Date.parse(entry.time) - start) * percent

  if (left < 0) return null

  return (
    <span className="relative block h-3 forced-color-adjust-none">
      <span
        title={`${localTime(entry.time)}, ${formatDuration(entry.duration_ms)}`}
        className={`absolute inset-y-0 min-w-0.5 ${hasFailed(entry) ? 'bg-red' : 'bg-accent'}`}
        style={{ left: `min(${left}%, 100% - 2px)`, width: `${entry.duration_ms * percent}%` }}
      />
    </span>
  )
}

export function hasFailed({ status }: Pick<JournalEntry, 'status'>): boolean {
  return status >= 400 || status === 0
}

/** What a group of requests is like: how many there are and failed, and the 95th percentile of their durations. */
export function trafficOf(entries: readonly Pick<JournalEntry, 'status' | 'duration_ms'>[]) {
  const durations = entries.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b)

  return {
    count: entries.length,
    failed: entries.filter(hasFailed).length,
    p95: durations[Math.ceil(durations.length * 0.95) - 1] ?? 0,
  }
}

/** The number of bars that show the rate. */
const barCount = 60

/** The rate of requests over time, those that failed in red. */
export function Traffic({ entries: all, axis }: { entries: readonly JournalEntry[]; axis: Axis }) {
  const { start, end } = axis
  const entries = all.filter(({ time }) => Date.parse(time) >= start)
  const { count, failed, p95 } = trafficOf(entries)
  const rate = Array.from({ length: barCount }, () => 0)
  const errors = [...rate]

  for (const entry of entries) {
    const share = (Date.parse(entry.time) - start) / (end - start)
    const index = Math.min(barCount - 1, Math.floor(share * barCount))

    for (const bars of hasFailed(entry) ? [rate, errors] : [rate]) bars[index] = (bars[index] ?? 0) + 1
  }

  return (
    <div className="flex flex-wrap items-end gap-x-3 border-b border-line px-3 py-1 text-sm text-muted">
      <span>
        {counted(count, 'request')}, <span className={failed > 0 ? 'text-red' : ''}>{failed} failed</span>,
        95% within {formatDuration(p95)}
      </span>
      <div className="flex h-8 min-w-50 flex-1 items-end gap-2">
        <time dateTime={new Date(start).toISOString()}>{localTime(start)}</time>
        <Bars
          label={`Requests over time; at most ${Math.max(...rate)} at once`}
          values={rate}
          failed={errors}
        />
        <time dateTime={new Date(end).toISOString()}>{localTime(end)}</time>
      </div>
    </div>
  )
}

interface Route extends ReturnType<typeof trafficOf> {
  /** `GET /api/entities/:id` */
  readonly name: string
}

const nameOf = ({ method, route, path }: JournalEntry) => `${method} ${route ?? path}`

/** The requests by method and route; a row leads to its requests. */
export function Routes(props: { entries: readonly JournalEntry[]; filter: (q: string) => void }) {
  const names = [...new Set(props.entries.map(nameOf))]
  const routes = names
    .map((name): Route => ({ name, ...trafficOf(props.entries.filter((entry) => nameOf(entry) === name)) }))
    .sort((a, b) => b.count - a.count)

  return (
    <DataGrid
      label="Routes"
      columns={routeColumns}
      rowCount={routes.length}
      rowAt={(index) => routes[index]}
      keyOf={(route) => routes.indexOf(route)}
      nameOf={({ name, count }) => `${name}, ${counted(count, 'request')}`}
      onOpen={({ name }) => props.filter(`method:${name.replace(' ', ' route:')}`)}
    />
  )
}

const number = 'w-24 shrink-0 justify-end text-right'

const routeColumns: readonly Column<Route>[] = [
  {
    id: 'route',
    header: 'Route',
    className: 'min-w-40 flex-1',
    render: ({ name }) => <span className="font-mono text-sm">{name}</span>,
  },
  { id: 'count', header: 'Requests', className: number, render: ({ count }) => count },
  {
    id: 'failed',
    header: 'Failed',
    className: number,
    render: ({ failed }) => <span className={failed > 0 ? 'text-red' : 'text-muted'}>{failed}</span>,
  },
  { id: 'p95', header: '95% within', className: number, render: ({ p95 }) => formatDuration(p95) },
]
