import {
  Boxes,
  FlaskConical,
  HeartPulse,
  Bell,
  ListTree,
  Waypoints,
  Zap,
  type LucideIcon,
} from 'lucide-react'

export interface View {
  readonly to: string
  readonly label: string
  readonly keys: string
  readonly Icon: LucideIcon
}

/** The views of the rail, in its order. */
export const views = [
  { to: '/entities', label: 'Entities', keys: 'g e', Icon: Boxes },
  { to: '/graph', label: 'Graph', keys: 'g g', Icon: Waypoints },
  { to: '/health', label: 'Health', keys: 'g h', Icon: HeartPulse },
  { to: '/notifications', label: 'Notifications', keys: 'g n', Icon: Bell },
  { to: '/requests', label: 'Requests', keys: 'g r', Icon: ListTree },
  { to: '/faults', label: 'Faults', keys: 'g f', Icon: Zap },
  { to: '/sandbox', label: 'Sandbox', keys: 'g s', Icon: FlaskConical },
] as const satisfies readonly View[]

/** Views that others lead to. */
export const otherViews = [{ to: '/explore', label: 'the request explorer', keys: 'g x' }] as const
