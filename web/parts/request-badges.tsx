import { CircleAlert, CircleCheck, CornerUpRight, OctagonX, type LucideIcon } from 'lucide-react'

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
