import {
  CircleAlert,
  CircleCheck,
  CornerUpRight,
  OctagonX,
  type LucideIcon,
  CircleHelp,
  TriangleAlert,
} from 'lucide-react'
import type { HealthLabel } from '../service/health-queries.ts'

const methodInks: Record<string, string> = {
  GET: 'text-accent',
  HEAD: 'text-accent',
  POST: 'text-green',
  PUT: 'text-yellow',
  PATCH: 'text-yellow',
  DELETE: 'text-red',
}

export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={`font-mono text-sm font-semibold ${methodInks[method] ?? 'text-muted'}`}>{method}</span>
  )
}

const statusStyles: Record<string, { Icon: LucideIcon; ink: string }> = {
  2: { Icon: CircleCheck, ink: 'text-green' },
  3: { Icon: CornerUpRight, ink: 'text-muted' },
  4: { Icon: CircleAlert, ink: 'text-orange' },
  5: { Icon: OctagonX, ink: 'text-red' },
}

/** A status code, with the icon and colour of its class; 0 means that there was no response. */
export function StatusBadge({ status }: { status: number }) {
  const { Icon, ink } = statusStyles[String(status)[0] ?? ''] ?? { Icon: OctagonX, ink: 'text-red' }

  return (
    <span className={`inline-flex items-center gap-1 align-middle font-mono text-sm ${ink}`}>
      <Icon size={12} aria-hidden />
      {status || 'none'}
    </span>
  )
}

interface BadgeStyle {
  readonly Icon: LucideIcon
  readonly ink: string
  readonly soft: string
  /** What the colour means (interface 3.1). */
  readonly meaning: string
}

export const healthStyles: Record<HealthLabel, BadgeStyle> = {
  Green: { Icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft', meaning: 'Everything is OK.' },
  Yellow: {
    Icon: TriangleAlert,
    ink: 'text-yellow',
    soft: 'bg-yellow-soft',
    meaning: 'Functional, with performance issues. Recovers to Green automatically.',
  },
  Orange: {
    Icon: CircleAlert,
    ink: 'text-orange',
    soft: 'bg-orange-soft',
    meaning: 'Availability is not fully guaranteed; someone has to decide whether it is blocking.',
  },
  Red: {
    Icon: OctagonX,
    ink: 'text-red',
    soft: 'bg-red-soft',
    meaning: 'Completely or severely unavailable.',
  },
}

/** From best to worst. */
export const healthLabels = Object.keys(healthStyles) as HealthLabel[] // its type lists exactly these keys

const unknownStyle: BadgeStyle = { Icon: CircleHelp, ink: 'text-muted', soft: '', meaning: 'Unknown state.' }

/** A health label with its colour, an icon and a word, because some users can't distinguish colours. */
export function HealthBadge({ label }: { label: string | undefined }) {
  // Case-insensitive (interface 2.6.3).
  const knownLabel = healthLabels.find((each) => each.toLowerCase() === label?.toLowerCase())
  const { Icon, ink, soft, meaning } = knownLabel ? healthStyles[knownLabel] : unknownStyle

  return (
    <span
      className={`inline-flex items-center gap-1 rounded px-1.5 py-px font-medium ${ink} ${soft}`}
      title={meaning}
    >
      <Icon size={14} aria-hidden />
      {knownLabel ?? label ?? 'Unknown'}
    </span>
  )
}
