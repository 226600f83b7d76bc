import type { FaultRule } from '../../service/faults.ts'
import { counted, milliseconds } from '../../lib/format.ts'

type Effect = FaultRule['effect']

/** What a fault does, in a word or three. */
export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'latency':
      return `Latency of ${describeLatency(effect.ms)}`
    case 'answer':
      return `Answer ${effect.status}`
    case 'rate-limit':
      return `429 beyond ${effect.requests} in ${milliseconds(effect.per_ms)}`
    case 'headers':
      return [
        ...(effect.remove?.length ? [`No ${effect.remove.join(', ')}`] : []),
        ...Object.entries(effect.set ?? {}).map(([name, value]) => `${name}: ${value}`),
      ].join('; ')
    case 'empty':
      return 'No body'
    case 'malformed':
      return 'Broken JSON'
    case 'cut':
      return effect.after_bytes ? `Connection breaks after ${effect.after_bytes} bytes` : 'Connection breaks'
    case 'drip':
      return `${effect.bytes_per_second} bytes a second`
    case 'never':
      return 'No answer ever'
    case 'pass':
      return 'Is let through'
  }
}

function describeLatency(ms: Extract<Effect, { kind: 'latency' }>['ms']): string {
  if (typeof ms === 'number') return milliseconds(ms)
  if ('min' in ms) return `${milliseconds(ms.min)} to ${milliseconds(ms.max)}`
  if ('median' in ms) return `about ${milliseconds(ms.median)}, 1 % beyond ${milliseconds(ms.p99)}`

  return Object.entries(ms.percentiles)
    .map(([percent, most]) => `${milliseconds(most)} in ${percent} %`)
    .join(', ')
}

/** When a fault happens. */
export function describeWhen({ nth, every, probability, times, for_ms }: FaultRule): string {
  return [
    nth && `only the ${ordinal(nth)}`,
    every && `every ${every === 1 ? '' : `${ordinal(every)} `}request`,
    probability !== undefined && `${Math.round(probability * 100)} % by chance`,
    times && (times === 1 ? 'once' : counted(times, 'time')),
    for_ms && `for ${for_ms / 1000} s`,
  ]
    .filter(Boolean)
    .join(', ')
}

const endings: Partial<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(number: number): string {
  return `${number}${endings[ordinals.select(number)] ?? 'th'}`
}

/** Which requests a fault is for. */
export function describeMatch({ match }: FaultRule): string {
  const { method, path, query, headers, user, body } = match ?? {}
  const more = [
    ...Object.entries({ ...query, ...headers }).map(([name, value]) => `${name}: ${value}`),
    ...(user === undefined ? [] : [`from ${user ?? 'nobody'}`]),
    ...(body === undefined ? [] : [`with ${JSON.stringify(body)}`]),
  ]

  return [method, path ?? (method ? 'any path' : 'every request'), ...more].filter(Boolean).join(' ')
}
