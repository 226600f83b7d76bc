import { Send, Zap } from 'lucide-react'
import { formatBytes, formatDuration, fractionOfSecond, localTime } from '../../lib/format.ts'
import { MethodBadge, StatusBadge } from '../../parts/badges.tsx'
import { operationText, type JournalEntry } from '../../service/journal-stream.ts'
import type { Column } from '../../ui/grid/data-grid.tsx'
import { TimeBar, type Axis } from './traffic.tsx'
import { UpstreamMark } from './upstream.tsx'

/** The columns of the list of requests; the bars of all rows share one axis. */
export function requestColumns(axis: Axis): readonly Column<JournalEntry>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      className: 'w-26 shrink-0 text-muted @max-lg:w-20',
      render: ({ time }) => (
        <time className="font-mono text-sm" dateTime={time} title={time}>
          {localTime(time)}
          <span className="@max-lg:hidden">{fractionOfSecond(time)}</span>
        </time>
      ),
    },
    {
      id: 'method',
      header: 'Method',
      className: 'w-18 shrink-0 @max-lg:w-16',
      render: ({ method }) => <MethodBadge method={method} />,
    },
    {
      id: 'path',
      header: 'Path',
      className: 'min-w-40 flex-[2]',
      render: (entry) => <PathCell {...entry} />,
    },
    {
      id: 'status',
      header: 'Status',
      className: 'w-18 shrink-0',
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'duration',
      header: 'Duration',
      className: 'w-22 shrink-0 justify-end text-right text-muted @max-lg:hidden',
      render: ({ duration_ms }) => formatDuration(duration_ms),
    },
    {
      id: 'timeline',
      header: 'Start and duration',
      className: 'min-w-24 flex-1 @max-2xl:hidden',
      render: (entry) => <TimeBar entry={entry} axis={axis} />,
    },
    {
      id: 'size',
      header: 'Size',
      className: 'w-20 shrink-0 justify-end text-right text-muted @max-4xl:hidden',
      render: ({ response: { body } }) =>
        body === null ? '' : body === 'streamed' ? 'stream' : formatBytes(body.size),
    },
    {
      id: 'user',
      header: 'User',
      className: 'w-24 shrink-0 text-muted @max-4xl:hidden',
      render: ({ user, outgoing }) => user ?? (outgoing ? '' : 'anonymous'),
    },
    {
      id: 'route',
      header: 'Handled by',
      className: 'w-44 shrink-0 text-muted @max-6xl:hidden',
      render: ({ route, faults, scenario, upstream, outgoing }) => (
        <span className="font-mono text-sm">
          {faults.length > 0 && (
            <span className="mr-1.5 text-orange" title={scenario ? `In the scenario ${scenario}` : 'A fault'}>
              <Zap size={12} className="inline" aria-hidden /> {faults.join(', ')}
            </span>
          )}
          {route ?? upstream?.name ?? (faults.length > 0 || outgoing ? '' : 'no route')}
        </span>
      ),
    },
  ]
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
