import { z } from 'zod'

/** The labels of interface 3.1, which are colours, from best to worst. */
export const healthLabels = ['Green', 'Yellow', 'Orange', 'Red'] as const
export type HealthLabel = (typeof healthLabels)[number]

/** How labels can be written: they are case insensitive (interface 2.6.3), so a client has to accept all of these. */
export const labelCases = ['documented', 'upper', 'lower'] as const
export type LabelCase = (typeof labelCases)[number]

export const writeLabel: Readonly<Record<LabelCase, (label: string) => string>> = {
  documented: (label) => label,
  upper: (label) => label.toUpperCase(),
  lower: (label) => label.toLowerCase(),
}

/** The default message of each label (interface 3.1). */
export const meanings: Readonly<Record<HealthLabel, string>> = {
  Green: 'Everything is OK.',
  Yellow: 'Functional, with performance issues.',
  Orange: 'Availability is not fully guaranteed.',
  Red: 'Completely or severely unavailable.',
}

/** How a component works with each label. */
interface Performance {
  readonly isAvailable: boolean
  /** Times the usual response time. */
  readonly slowdown: number
  /** Share of the usual rate at which work is done. */
  readonly speed: number
  /** Share of requests that fail. */
  readonly errorRate: number
}

export const performanceOf: Readonly<Record<HealthLabel, Performance>> = {
  Green: { isAvailable: true, slowdown: 1, speed: 1, errorRate: 0 },
  Yellow: { isAvailable: true, slowdown: 6, speed: 0.2, errorRate: 0 },
  Orange: { isAvailable: true, slowdown: 15, speed: 0.04, errorRate: 0.08 },
  Red: { isAvailable: false, slowdown: 1, speed: 0, errorRate: 1 },
}

/** A label in any letter case (interface 2.6.3); the value is as the interface writes it. */
export const HealthLabelInput = z.string().transform((text, context): HealthLabel => {
  const label = healthLabels.find((each) => each.toLowerCase() === text.toLowerCase())

  if (label) return label
  context.addIssue(`Expected one of ${healthLabels.join(', ')}, not "${text.slice(0, 100)}".`)

  return z.NEVER
})
