import type { FaultRule, Scenario } from '../../service/sandbox-queries.ts'
import { counted, formatDuration } from '../../lib/format.ts'

type Effect = FaultRule['effect']

/** The effect of a fault in a few words. */
export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'latency':
      return `Delay: ${describeLatency(effect.ms)}`
    case 'response':
      return `Status ${effect.status}`
    case 'rate-limit':
      return `429 after ${counted(effect.requests, 'request')} per ${formatDuration(effect.per_ms)}`
    case 'headers':
      return (
        [
          ...(effect.remove?.length ? [`No ${effect.remove.join(', ')}`] : []),
          ...Object.entries(effect.set ?? {}).map(([name, value]) => `${name}: ${value}`),
        ].join('; ') || 'No effect'
      )
    case 'empty':
      return 'No body'
    case 'malformed':
      return 'Truncated JSON'
    case 'cut':
      return effect.after_bytes ? `Connection breaks after ${effect.after_bytes} bytes` : 'Connection breaks'
    case 'drip':
      return `${effect.bytes_per_second} bytes per second`
    case 'never':
      return 'Never responds'
    case 'hold':
      return 'Waits until released'
    case 'passthrough':
      return 'Asks the target'
    case 'pass':
      return 'Passes through'
  }
}

function describeLatency(ms: Extract<Effect, { kind: 'latency' }>['ms']): string {
  if (typeof ms === 'number') return formatDuration(ms)
  if ('min' in ms) return `${formatDuration(ms.min)} to ${formatDuration(ms.max)}`
  if ('median' in ms) return `median ${formatDuration(ms.median)}, p99 ${formatDuration(ms.p99)}`

  return Object.entries(ms.percentiles)
    .map(([percent, limit]) => `p${percent} ${formatDuration(limit)}`)
    .join(', ')
}

/** When a fault applies to a matching request; empty if always. */
export function describeWhen({ nth, every, probability, times, for_ms }: FaultRule): string {
  return [
    nth && `only the ${ordinal(nth)}`,
    every && `every ${every === 1 ? '' : `${ordinal(every)} `}request`,
    probability !== undefined && `${Math.round(probability * 100)}% at random`,
    times && (times === 1 ? 'once' : counted(times, 'time')),
    for_ms && `for ${for_ms / 1000} s`,
  ]
    .filter(Boolean)
    .join(', ')
}

const suffixes: Partial<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(number: number): string {
  return `${number}${suffixes[ordinals.select(number)] ?? 'th'}`
}

/** The requests that a fault applies to. */
export function describeMatch(match: FaultRule['match'] = {}): string {
  const { method, path, query, headers, user, body, graphql } = match
  const criteria = [
    ...[query, headers].flatMap((each) =>
      Object.entries(each ?? {}).map(([name, value]) => `${name}: ${value}`),
    ),
    ...[graphql ?? {}].flatMap(Object.entries).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(user === undefined ? [] : [`from ${user ?? 'anonymous'}`]),
    ...(body === undefined ? [] : [`with ${JSON.stringify(body)}`]),
  ]

  return [method, path ?? (method ? 'any path' : 'every request'), ...criteria].filter(Boolean).join(' ')
}

type Conditions = Omit<Scenario['steps'][number], 'after' | 'times'>

/** The changes on entering a scenario, line by line. */
export function describeEntering(scenario: Scenario): string[] {
  const { steps } = scenario

  return [
    ...describeConditions(scenario),
    ...(scenario.changes.includes('data') ? [] : ['Keeps the data.']),
    ...steps.map(({ after, times, ...conditions }) => {
      const requests = `${times === 1 ? '' : `${times} × `}${describeMatch(after)}`

      return `After ${requests}: ${describeConditions(conditions).join(' ')}`
    }),
  ]
}

/** The changes on leaving a scenario. */
export function describeLeaving({ name, changes }: Scenario): string[] {
  return changes.length === 0
    ? [`Leaves ${name}.`]
    : [
        `Leaves ${name}: reverts its ${changes.join(', ')}${changes.includes('data') ? ', and discards changes made since' : ''}.`,
      ]
}

function describeConditions({ health, faults, user, clock, changes_data }: Conditions): string[] {
  return [
    ...Object.entries(health ?? {}).map(
      ([path, { label, message }]) =>
        `Sets ${path || 'the service'} to ${label}${message ? `: “${message}”.` : '.'}`,
    ),
    ...(faults ? [describeFaults(faults)] : []),
    ...(user === undefined
      ? []
      : [
          user === null ? 'Rejects requests without a token.' : `Requests without a token come from ${user}.`,
        ]),
    ...(clock
      ? ['frozen_at' in clock ? `Freezes the clock at ${clock.frozen_at}.` : 'Moves the clock.']
      : []),
    ...(changes_data ? ['Changes the data; leaving restores the current data.'] : []),
  ]
}

function describeFaults(faults: NonNullable<Conditions['faults']>): string {
  if (faults.length === 0) return 'Simulates no faults.'

  const descriptions = faults.map((fault) =>
    typeof fault === 'string'
      ? `preset ${fault}`
      : `${describeEffect(fault.effect)}, ${describeMatch(fault.match)}`,
  )

  return `Simulates ${counted(faults.length, 'fault')}: ${descriptions.slice(0, 3).join('; ')}${faults.length > 3 ? '; …' : '.'}`
}
