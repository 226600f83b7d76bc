import { Link } from '@tanstack/react-router'
import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { RequestFailed } from '../service/client.ts'

/** What went wrong, and how to try again. */
export function FailureNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const failed = error instanceof RequestFailed ? error : undefined

  return (
    <div role="alert" className="m-3 flex items-start gap-3 rounded border border-red bg-red-soft p-3">
      <CircleAlert size={16} className="mt-px shrink-0 text-red" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {failed ? `${failed.sent.method} ${failed.sent.path.split('?')[0]}` : 'Something went wrong'}
          {failed && failed.status > 0 && <span className="text-muted"> · {failed.status}</span>}
        </p>
        <p className="break-words">{error instanceof Error ? error.message : String(error)}</p>
      </div>
      {failed && failed.status > 0 && (
        <Link
          to="/explore"
          search={{
            method: failed.sent.method,
            path: failed.sent.path,
            ...(failed.sent.body === undefined
              ? {}
              : { body: JSON.stringify(failed.sent.body, undefined, 2) }),
          }}
          className="button"
        >
          Look into it
        </Link>
      )}
      {retry && (
        <button type="button" className="button" onClick={retry}>
          Retry
        </button>
      )}
    </div>
  )
}

/** Why there is nothing to see, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid flex-1 place-items-center p-8 text-center">
      <div className="flex max-w-100 flex-col items-center gap-3">
        <Inbox size={28} strokeWidth={1.25} className="text-muted" aria-hidden />
        <p className="text-lg">{title}</p>
        {children && (
          <div className="flex flex-wrap items-center justify-center gap-2 text-muted">{children}</div>
        )}
      </div>
    </div>
  )
}

/** Bars in the place of what is on its way. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-hidden className="flex flex-col gap-2 p-3">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton h-5" style={{ width: `${90 - ((index * 17) % 50)}%` }} />
      ))}
    </div>
  )
}

interface AwaitedProps {
  readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown }
  readonly rows?: number
}

/** In the place of what a query has not brought yet: bars, or why it did not. */
export function Awaited({ query: { data, error, refetch }, rows = 6 }: AwaitedProps) {
  if (data !== undefined) return null

  return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Skeleton rows={rows} />
}

/** A thin bar on top of what is being read again. */
export function RefreshBar({ isRefreshing }: { isRefreshing: boolean }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
      {isRefreshing && (
        <div className="h-full w-1/4 bg-accent" style={{ animation: 'slide 1s 200ms infinite both' }} />
      )}
    </div>
  )
}
