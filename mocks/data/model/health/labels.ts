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
