import { expect, test } from 'vitest'
import type { FaultRule, Scenario } from '../../service/sandbox-queries.ts'
import { describeEntering, describeFault, describeMatch } from './describe-fault.ts'

test('a pattern of requests is described with a header and a query parameter of the same name', () => {
  expect(describeMatch({ query: { culture: 'x' }, headers: { culture: 'y' } })).toBe(
    'all requests culture: x culture: y',
  )
})

test.each<[string, FaultRule]>([
  ['all requests stay as they are', { effect: { kind: 'headers' } }],
  [
    '20% of GET /api/entities fail with 500 after 2.00 s',
    {
      match: { method: 'GET', path: '/api/entities' },
      probability: 0.2,
      effect: { kind: 'response', status: 500, ms: 2000 },
    },
  ],
  [
    'every 3rd of PUT any path take 2.00 s longer for 60.00 s',
    { match: { method: 'PUT' }, every: 3, for_ms: 60_000, effect: { kind: 'latency', ms: 2000 } },
  ],
  ['the next one of all requests never get a response', { times: 1, effect: { kind: 'never' } }],
])('a fault says in words what it does: %s', (text, rule) => {
  expect(describeFault(rule)).toBe(text)
})

test('the description of a step has a full stop after every sentence', () => {
  const step = { after: {}, times: 1, health: { search: { label: 'Red', message: 'Disk full' } }, faults: [] }
  const scenario = { changes: ['data'], steps: [step] } as unknown as Scenario // the members used

  expect(describeEntering(scenario)).toEqual([
    'After all requests: Sets search to Red: “Disk full”. Simulates no faults.',
  ])
})
