import { z } from 'zod'
import { healthLabels, meanings } from './labels.ts'

/** Another label that a component alternates with, each for so many milliseconds on the sandbox's clock. */
export const Flap = z.object({ label: z.enum(healthLabels), every_ms: z.int().min(100).max(86_400_000) })
export type Flap = z.infer<typeof Flap>

export const healthSources = ['seed', 'you', 'scenario'] as const
export type HealthSource = (typeof healthSources)[number]

/**
 * A component of the service, in the state it was last given. A component's path holds those above it
 * (`graph/worker-2`); the service itself has the empty path.
 */
export const Component = z.object({
  path: z.string(),
  label: z.enum(healthLabels),
  message: z.string(),
  /** Whether Yellow stays until it is changed. */
  hold: z.boolean(),
  /** The label that alternates with its own, which comes first. */
  flap: Flap.optional(),
  /** When it was given this state, ISO 8601 UTC. */
  since: z.string(),
  source: z.enum(healthSources),
  /** When it was Red last, and so did no work; without `until` while it is. */
  stopped: z.object({ from: z.string(), until: z.string().optional() }).optional(),
})
export type Component = z.infer<typeof Component>

/** The path of the service itself. */
export const wholeService = ''

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The service itself, and below it what interface 2.6.2 names. */
const seededPaths = [
  wholeService,
  'search',
  'data_storage',
  'graph',
  'graph/worker-1',
  'graph/worker-2',
  'graph/worker-3',
]

/** The components that every sandbox has, all of them Green, by path. Sandboxes of any age look back on the same day. */
export const seededComponents: ReadonlyMap<string, Component> = new Map(
  seededPaths.map((path) => [path, green(path, 'seed')]),
)

/** A component with no settings. */
export function green(path: string, source: HealthSource): Component {
  const since = '2026-06-01T00:00:00.000Z'

  return { path, label: 'Green', message: meanings.Green, hold: false, since, source }
}
