import { Link } from '@tanstack/react-router'
import { useJournal } from '../../service/journal.ts'
import { milliseconds, timeOfDay } from '../../lib/format.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { EmptyState, Skeleton } from '../../ui/notice.tsx'
import { MethodMark, StatusMark } from '../request-marks.tsx'

/** What applications asked about one entity. */
export function EntityRequests({ id, identifier }: { id: number; identifier: string }) {
  const { entries, state, error } = useJournal()
  const addresses = [`/api/entities/${id}`, `/api/entities/identifier/${encodeURIComponent(identifier)}`]
  const mine = entries.filter(({ path }) =>
    addresses.some((each) => path === each || path.startsWith(`${each}/`)),
  )

  if (state === 'failed') return <FailureNotice error={error} />
  if (state === 'waiting') return <Skeleton />
  if (mine.length === 0) {
    return (
      <EmptyState title="No request about this entity yet.">
        <Link to="/explore" search={{ method: 'GET', path: `/api/entities/${id}` }} className="button">
          Send one
        </Link>
      </EmptyState>
    )
  }

  return (
    <ul>
      {mine.map((entry) => (
        <li key={entry.sequence} className="border-b border-line/60">
          <Link
            to="/requests"
            search={{ selected: String(entry.sequence) }}
            className="flex h-7 items-center gap-2 px-3 text-ink no-underline hover:bg-raised"
          >
            <span className="font-mono text-sm text-muted">{timeOfDay(entry.time)}</span>
            <MethodMark method={entry.method} />
            <span className="min-w-0 flex-1 truncate font-mono text-sm">{entry.path}</span>
            <StatusMark status={entry.status} />
            <span className="w-16 text-right text-muted">{milliseconds(entry.duration_ms)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
