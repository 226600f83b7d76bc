import type { HealthLabel } from '../service/health.ts'
import { CircleAlert, CircleCheck, CircleHelp, OctagonX, TriangleAlert, type LucideIcon } from 'lucide-react'

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

/** The colour code is case insensitive (interface 2.6.3). */
function healthLabelOf(text: string | undefined): HealthLabel | undefined {
  return healthLabels.find((label) => label.toLowerCase() === text?.toLowerCase())
}

const unknownStyle: BadgeStyle = { Icon: CircleHelp, ink: 'text-muted', soft: '', meaning: 'Unknown state.' }

/** A health label with its colour, an icon and a word, because some users can't distinguish colours. */
export function HealthBadge({ label }: { label: string | undefined }) {
  const knownLabel = healthLabelOf(label)
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
