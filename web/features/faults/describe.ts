import type { FaultRule } from '../../service/faults.ts'
import { milliseconds } from '../../lib/format.ts'

/** What a fault does, in a word or three. */
export function describeEffect(effect: FaultRule['effect']): string {
  switch (effect.kind) {
    case 'latency':
      return typeof effect.ms === 'number'
        ? `Latency of ${milliseconds(effect.ms)}`
        : `Latency ${JSON.stringify(effect.ms)}`
    case 'answer':
      return `Answer ${effect.status}`
    case 'rate-limit':
      return `429 beyond ${effect.requests} in ${milliseconds(effect.per_ms)}`
    case 'empty':
      return 'No body'
    case 'malformed':
      return 'Broken JSON'
    case 'cut':
      return 'Connection breaks'
    case 'drip':
      return `${effect.bytes_per_second} bytes a second`
    case 'never':
      return 'No answer ever'
    case 'pass':
      return 'Is let through'
  }
}

/** When a fault happens. */
export function describeWhen({ nth, every, probability, times, for_ms }: FaultRule): string {
  return [
    nth && `the ${nth}. only`,
    every && `every ${every}.`,
    probability !== undefined && `${Math.round(probability * 100)} %`,
    times && `${times} times`,
    for_ms && `for ${milliseconds(for_ms)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
