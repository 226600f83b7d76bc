import { useEffect, useRef, type ReactNode } from 'react'

interface PageProps {
  readonly title: string
  /** Shown instead of the plain title, which stays the name of the page. */
  readonly heading?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

let isFirst = true

/** A view: one heading, its actions, and what it is about. The heading takes the focus when the view changes. */
export function Page({ title, heading, actions, children }: PageProps) {
  const ref = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!isFirst) ref.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
        <h1 ref={ref} tabIndex={-1} className="min-w-0 truncate text-lg">
          {heading ?? title}
        </h1>
        {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
