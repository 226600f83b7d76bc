import { z } from 'zod'
import { healthLabels, defaultMessages } from './labels.ts'

/** Another label that a component alternates with, and how long each lasts, in milliseconds of the sandbox's clock. */
export const Flap = z.object({ label: z.enum(healthLabels), every_ms: z.int().min(100).max(86_400_000) })
export type Flap = z.infer<typeof Flap>

export const healthSources = ['seed', 'you', 'scenario'] as const
export type HealthSource = (typeof healthSources)[number]

/** A component of the service, in the state that was last set. Its path contains its parents (`graph/worker-2`). */
export const Component = z.object({
  path: z.string(),
  label: z.enum(healthLabels),
  message: z.string(),
  /** Whether Yellow lasts until it is changed. */
  hold: z.boolean(),
  /** The label that alternates with `label`, which comes first. */
  flap: Flap.optional(),
  /** When this state was set, ISO 8601 UTC. */
  since: z.string(),
  source: z.enum(healthSources),
  /** The last outage (Red); without `until` while it lasts. */
  lastOutage: z.object({ from: z.string(), until: z.string().optional() }).optional(),
})
export type Component = z.infer<typeof Component>

/** The path of the service itself. */
export const wholeService = ''

/** The service itself and the components of interface 2.6.2. */
const seededPaths = [
  wholeService,
  'search',
  'data_storage',
  'graph',
  'graph/worker-1',
  'graph/worker-2',
  'graph/worker-3',
]

/** The components that every sandbox has, by path, all Green. */
export const seededComponents: ReadonlyMap<string, Component> = new Map(
  seededPaths.map((path) => [path, green(path, 'seed')]),
)

/** A Green component, since the same date in every sandbox. */
export function green(path: string, source: HealthSource): Component {
  const since = '2026-06-01T00:00:00.000Z'

  return { path, label: 'Green', message: defaultMessages.Green, hold: false, since, source }
}
