import type { ReactNode } from 'react'

/** A control of a form with its name above it. */
export function Field(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className = '', children } = props

  return (
    <label className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <span className="label">{label}</span>
      {children}
    </label>
  )
}
