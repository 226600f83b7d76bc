import { ago } from '../../lib/format.ts'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

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

/** How long ago something was, and when. */
export function Time({ at, now }: { at: string; now?: number }) {
  return (
    <time dateTime={at} title={at}>
      {ago(at, now)}
    </time>
  )
}
