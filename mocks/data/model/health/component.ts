import { z } from 'zod'

/** The labels of interface 3.1, which are colours, from best to worst. */
export const healthLabels = ['Green', 'Yellow', 'Orange', 'Red'] as const
export type HealthLabel = (typeof healthLabels)[number]

/** The letter case of labels in responses. They are case-insensitive (interface 2.6.3), so clients must accept any. */
export const labelCases = ['documented', 'upper', 'lower'] as const
export type LabelCase = (typeof labelCases)[number]

export const writeLabel: Readonly<Record<LabelCase, (label: string) => string>> = {
  documented: (label) => label,
  upper: (label) => label.toUpperCase(),
  lower: (label) => label.toLowerCase(),
}

/** The default message of each label (interface 3.1). */
export const defaultMessages: Readonly<Record<HealthLabel, string>> = {
  Green: 'Everything is OK.',
  Yellow: 'Functional, with performance issues.',
  Orange: 'Availability is not fully guaranteed.',
  Red: 'Completely or severely unavailable.',
}

/** The effects of a label on the work of a component. */
interface HealthEffects {
  readonly isAvailable: boolean
  /** Factor of the usual response time. */
  readonly slowdown: number
  /** Factor of the usual rate of work. */
  readonly speed: number
  /** Share of requests that fail. */
  readonly errorRate: number
}

export const effectsOf: Readonly<Record<HealthLabel, HealthEffects>> = {
  Green: { isAvailable: true, slowdown: 1, speed: 1, errorRate: 0 },
  Yellow: { isAvailable: true, slowdown: 6, speed: 0.2, errorRate: 0 },
  Orange: { isAvailable: true, slowdown: 15, speed: 0.04, errorRate: 0.08 },
  Red: { isAvailable: false, slowdown: 1, speed: 0, errorRate: 1 },
}

/** Accepts a label in any letter case (interface 2.6.3), and normalizes it. */
export const HealthLabelInput = z.string().transform((text, context): HealthLabel => {
  const label = healthLabels.find((each) => each.toLowerCase() === text.toLowerCase())

  if (label) return label
  context.addIssue(`Expected one of ${healthLabels.join(', ')}, not "${text.slice(0, 100)}".`)

  return z.NEVER
})

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
