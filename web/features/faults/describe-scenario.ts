import type { ScenarioAnswer } from '../../service/faults.ts'
import { counted } from '../../lib/format.ts'
import { describeEffect, describeMatch } from './describe.ts'

type Circumstances = Omit<ScenarioAnswer['steps'][number], 'after' | 'times'>

/** What entering a scenario changes, line by line. */
export function describeEntering(scenario: ScenarioAnswer): string[] {
  const { steps } = scenario

  return [
    ...describeCircumstances(scenario),
    ...(scenario.changes.includes('data') ? [] : ['Keeps the data.']),
    ...steps.map(({ after, times, ...then }) => {
      const requests = `${times === 1 ? '' : `${times} × `}${describeMatch({ match: after, effect: { kind: 'pass' } })}`

      return `After ${requests}: ${describeCircumstances(then).join(' ')}`
    }),
  ]
}

/** What leaving it takes back. */
export function describeLeaving({ name, changes }: ScenarioAnswer): string[] {
  const taken = changes.map((kind) => (kind === 'health' ? 'colours' : kind)).join(', ')

  return changes.length === 0
    ? [`Leaves ${name}.`]
    : [
        `Leaves ${name}: takes back its ${taken}${changes.includes('data') ? ', so what was changed since goes too' : ''}.`,
      ]
}

function describeCircumstances({ health, faults, user, clock, changes_data }: Circumstances): string[] {
  return [
    ...Object.entries(health ?? {}).map(
      ([path, { label, message }]) =>
        `Sets ${path || 'the service'} to ${label}${message ? `: “${message}”` : '.'}`,
    ),
    ...(faults ? [describeFaults(faults)] : []),
    ...(user === undefined ? [] : [`Requests without a token come from ${user ?? 'nobody'}.`]),
    ...(clock
      ? ['frozen_at' in clock ? `Freezes the clock at ${clock.frozen_at}.` : 'Moves the clock.']
      : []),
    ...(changes_data ? ['Changes the data; leaving puts back that of now.'] : []),
  ]
}

function describeFaults(faults: NonNullable<Circumstances['faults']>): string {
  const each = faults.map((fault) =>
    typeof fault === 'string'
      ? `preset ${fault}`
      : `${describeEffect(fault.effect)}, ${describeMatch(fault)}`,
  )

  return `Adds ${counted(faults.length, 'fault')}: ${each.slice(0, 3).join('; ')}${each.length > 3 ? '; …' : '.'}`
}
