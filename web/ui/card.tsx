import { useId, type ReactNode } from 'react'

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
