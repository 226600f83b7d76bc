import type { ReactNode } from 'react'

/** What is edited, and beside it, or below on narrow screens, what will be sent. */
export function EditLayout({ children, preview }: { children: ReactNode; preview: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-auto lg:grid lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_440px] lg:overflow-hidden">
      <div className="flex min-w-0 flex-col lg:min-h-0">{children}</div>
      <aside
        aria-label="What will be sent"
        className="min-w-0 border-line p-3 max-lg:border-t lg:min-h-0 lg:overflow-y-auto lg:border-l"
      >
        {preview}
      </aside>
    </div>
  )
}
