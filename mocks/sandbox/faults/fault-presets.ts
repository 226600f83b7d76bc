import type { FaultRule } from './fault-rule.ts'

export const faultPresetNames = ['slow-3g', 'flaky', 'offline', 'degraded-search', 'maintenance'] as const
export type FaultPresetName = (typeof faultPresetNames)[number]

interface FaultPreset {
  readonly description: string
  readonly rules: readonly FaultRule[]
}

const unavailable = (message: string, headers: Record<string, string> = {}): FaultRule['effect'] => ({
  kind: 'response',
  status: 503,
  body: { Message: message },
  headers,
})

const searchPaths = ['/api/entities/query', '/api/entities/searchAfter', '/api/search*', '/api/search/*']

export const faultPresets: Readonly<Record<FaultPresetName, FaultPreset>> = {
  'slow-3g': {
    description: 'A phone with bad reception: two seconds of latency, 50 kB per second.',
    rules: [
      { name: 'latency of a slow network', effect: { kind: 'latency', ms: { min: 1800, max: 2200 } } },
      { name: 'bandwidth of a slow network', effect: { kind: 'drip', bytes_per_second: 50_000 } },
    ],
  },
  flaky: {
    description: 'One request in five fails with 503, one in twenty loses its connection, some take long.',
    rules: [
      { name: 'uneven latency', effect: { kind: 'latency', ms: { median: 100, p99: 2000 } } },
      { name: 'lost connection', probability: 0.05, effect: { kind: 'cut' } },
      { name: 'failure', probability: 0.2, effect: unavailable('The service is busy. Try again.') },
    ],
  },
  offline: {
    description: 'Every connection breaks.',
    rules: [{ name: 'offline', effect: { kind: 'cut' } }],
  },
  'degraded-search': {
    description: 'Queries and searches take seconds, and three in ten fail with 503.',
    rules: searchPaths.flatMap((path): FaultRule[] => [
      { name: 'slow search', match: { path }, effect: { kind: 'latency', ms: { median: 1500, p99: 8000 } } },
      {
        name: 'failing search',
        match: { path },
        probability: 0.3,
        effect: unavailable('The search service did not respond in time.'),
      },
    ]),
  },
  maintenance: {
    description: 'Everything but the status resources returns 503 with a Retry-After of two minutes.',
    rules: [
      { name: 'status index', match: { path: '/api/status' }, effect: { kind: 'pass' } },
      { name: 'status resources', match: { path: '/api/status/*' }, effect: { kind: 'pass' } },
      {
        name: 'maintenance',
        effect: unavailable('The service is down for maintenance.', { 'Retry-After': '120' }),
      },
    ],
  },
}
