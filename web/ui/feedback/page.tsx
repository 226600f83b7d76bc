import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'

interface PageProps {
  /** What it is called, where its route's title says too little. */
  readonly title?: string
  /** Shown instead of the plain title, which stays the name of the page. */
  readonly heading?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A view: one heading, its actions, and what it is about. */
export function Page({ title, heading, actions, children }: PageProps) {
  const ofRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
        <Heading className="min-w-0 truncate text-lg">{heading ?? title ?? ofRoute}</Heading>
        {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** What belongs to one line of a view, beside it; over it on narrow screens. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="relative flex w-110 shrink-0 flex-col border-l border-line bg-ground max-lg:absolute max-lg:inset-0 max-lg:z-30 max-lg:w-full"
    >
      {children}
    </aside>
  )
}

let isFirst = true

/** The heading of a view, which takes the focus when the view changes. */
export function Heading({ className, children }: { className: string; children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!isFirst) ref.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])

  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

/** A part of the page with a name. */
export function Card({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()

  return (
    <section aria-labelledby={id} className="card flex min-w-0 flex-col p-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="mt-3 min-w-0">{children}</div>
    </section>
  )
}
