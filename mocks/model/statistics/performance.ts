import type { HealthLabel } from '../health/component.ts'

/** How a component works in each colour. */
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
