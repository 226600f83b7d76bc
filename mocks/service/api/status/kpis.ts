import { z } from 'zod'
import { componentsIn } from '../../../data/model/health/component-health.ts'
import { effectsOf, type HealthLabel } from '../../../data/model/health/component.ts'
import { sumOf } from '../../../sandbox/journal/activity.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { healthOf, queueOf, rounded, toSeconds, ColourCode, statusResource } from './status-resource.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'

/** Key performance indicators (interface 4.4.12). */
export const kpis = statusResource('kpis', {
  rule: '4.4.12',
  description: 'Key performance indicators.',
  indexEntry: { member: 'kpis' },
  members: {
    aggregated_service_status_label: ColourCode,
    kpis: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        value: z.number(),
        unit: z.string(),
        target: z.number().nullable(),
        status_label: ColourCode,
      }),
    ),
  },
  read(call) {
    return {
      aggregated_service_status_label: healthOf(call.sandbox, '').aggregated,
      kpis: indicators.map((indicator) => {
        const { name, label, unit, target } = indicator
        const value = rounded(indicator.valueIn(call.sandbox))

        return {
          name,
          label,
          value,
          unit,
          target: target?.value ?? null,
          status_label: labelOf(value, target),
        }
      }),
    }
  },
})

interface Indicator {
  readonly name: string
  readonly label: string
  readonly unit: '%' | 's' | 'requests'
  /** The target value, and on which side of it values are good; omitted if there is none. */
  readonly target?: { readonly value: number; readonly good: 'below' | 'above' }
  valueIn(sandbox: Sandbox): number
}

const indicators: readonly Indicator[] = [
  {
    name: 'availability',
    label: 'Components available',
    unit: '%',
    target: { value: 100, good: 'above' },
    valueIn: (sandbox) => {
      const components = healthOf(sandbox, '').downstream.flatMap(componentsIn)

      return percentage(
        components.filter(({ label }) => effectsOf[label].isAvailable).length,
        components.length,
      )
    },
  },
  {
    name: 'failed_requests',
    label: 'Requests that failed in the last day',
    unit: '%',
    target: { value: 1, good: 'below' },
    valueIn: (sandbox) => {
      const requests = requestsOf(sandbox)

      return percentage(sumOf(requests.filter(({ status }) => status >= 500)), sumOf(requests))
    },
  },
  {
    name: 'search_lag',
    label: 'Age of the oldest change missing in search',
    unit: 's',
    target: { value: 10, good: 'below' },
    valueIn: (sandbox) => toSeconds(queueOf(sandbox, 'search_indexing').oldestAge),
  },
  {
    name: 'graph_lag',
    label: 'Age of the oldest change missing in the graph',
    unit: 's',
    target: { value: 10, good: 'below' },
    valueIn: (sandbox) => toSeconds(queueOf(sandbox, 'graph_updates').oldestAge),
  },
  {
    name: 'requests',
    label: 'Requests in the last day',
    unit: 'requests',
    valueIn: (sandbox) => sumOf(requestsOf(sandbox)),
  },
]

/** Green on the good side of the target, else Yellow, Orange or Red by the distance from it. */
function labelOf(value: number, target: Indicator['target']): HealthLabel {
  if (!target) return 'Green'
  const ratio = target.good === 'below' ? value / target.value : target.value / value

  if (ratio <= 1) return 'Green'
  if (ratio <= limits[target.good].yellow) return 'Yellow'

  return ratio <= limits[target.good].orange ? 'Orange' : 'Red'
}

/** The highest ratio to the target for each label; Red above `orange`. */
const limits = {
  below: { yellow: 10, orange: 100 },
  above: { yellow: 1.25, orange: 2 },
} as const

function requestsOf({ activity, clock }: Sandbox) {
  return activity.between(clock.now() - dayLength, clock.now())
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole
}
