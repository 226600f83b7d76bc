import type { FaultRule, Scenario } from '../../service/sandbox-queries.ts'
import { counted, formatDuration } from '../../lib/format.ts'

type Effect = FaultRule['effect']

/** What a fault does, in a sentence without full stop: `20% of GET /api/entities fail with 500`. */
export function describeFault({ nth, every, probability, times, for_ms, match, effect }: FaultRule): string {
  return [
    probability !== undefined && `${Math.round(probability * 100)}% of`,
    every && every > 1 && `every ${ordinal(every)} of`,
    nth && `only the ${ordinal(nth)} of`,
    times && `the next ${times === 1 ? 'one' : times} of`,
    describeMatch(match),
    describeEffect(effect),
    for_ms && `for ${formatDuration(for_ms)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The effect of a fault, as the predicate of requests. */
function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'latency':
      return `take ${describeLatency(effect.ms)} longer`
    case 'response':
      return [
        effect.status >= 400 ? `fail with ${effect.status}` : `get ${effect.status}`,
        ...(effect.ms === undefined ? [] : [`after ${describeLatency(effect.ms)}`]),
      ].join(' ')
    case 'rate-limit':
      return `get 429 after ${counted(effect.requests, 'request')} per ${formatDuration(effect.per_ms)}`
    case 'headers':
      return (
        [
          ...(effect.remove?.length ? [`lose ${effect.remove.join(', ')}`] : []),
          ...Object.entries(effect.set ?? {}).map(([name, value]) => `get ${name}: ${value}`),
        ].join('; ') || 'stay as they are'
      )
    case 'empty':
      return 'get no body'
    case 'malformed':
      return 'get truncated JSON'
    case 'cut':
      return effect.after_bytes
        ? `lose the connection after ${counted(effect.after_bytes, 'byte')}`
        : 'lose the connection'
    case 'drip':
      return `get ${counted(effect.bytes_per_second, 'byte')} per second`
    case 'never':
      return 'never get a response'
    case 'hold':
      return 'wait for their release'
    case 'passthrough':
      return 'are asked of the target'
    case 'pass':
      return 'skip the faults below'
    case 'double':
      return 'are sent twice'
    case 'lose':
      return 'are lost on their way'
  }
}

function describeLatency(ms: Extract<Effect, { kind: 'latency' }>['ms']): string {
  if (typeof ms === 'number') return formatDuration(ms)
  if ('min' in ms) return `${formatDuration(ms.min)} to ${formatDuration(ms.max)}`

  return `${formatDuration(ms.median)} (median; p99 ${formatDuration(ms.p99)})`
}

const suffixes: Partial<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(number: number): string {
  return `${number}${suffixes[ordinals.select(number)] ?? 'th'}`
}

export function describeMatch(match: FaultRule['match'] = {}): string {
  const { method, path, query, headers, user, body, graphql, outgoing } = match
  const every = outgoing ? 'all messages' : 'all requests'
  const criteria = [
    ...[query, headers].flatMap((each) =>
      Object.entries(each ?? {}).map(([name, value]) => `${name}: ${value}`),
    ),
    ...[graphql ?? {}].flatMap(Object.entries).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(user === undefined ? [] : [`from ${user ?? 'anonymous'}`]),
    ...(body === undefined ? [] : [`with ${JSON.stringify(body)}`]),
  ]

  return [method, path ?? (method ? 'any path' : every), ...criteria].filter(Boolean).join(' ')
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
    ...(user === null ? ['Rejects requests without a token.'] : []),
    ...(user ? [`Requests without a token come from ${user}.`] : []),
    ...(clock
      ? ['frozen_at' in clock ? `Freezes the clock at ${clock.frozen_at}.` : 'Moves the clock.']
      : []),
    ...(changes_data ? ['Changes the data; leaving restores the current data.'] : []),
  ]
}

function describeFaults(faults: NonNullable<Conditions['faults']>): string {
  if (faults.length === 0) return 'Simulates no faults.'

  const descriptions = faults.map((fault) =>
    typeof fault === 'string' ? `preset ${fault}` : describeFault(fault),
  )

  return `Simulates ${counted(faults.length, 'fault')}: ${descriptions.slice(0, 3).join('; ')}${faults.length > 3 ? '; …' : '.'}`
}
