import { expect, test } from 'vitest'
import type { Scenario } from '../../service/sandbox-queries.ts'
import { describeEffect, describeEntering, describeMatch } from './describe-fault.ts'

test('a pattern of requests is described with a header and a query parameter of the same name', () => {
  expect(describeMatch({ query: { culture: 'x' }, headers: { culture: 'y' } })).toBe(
    'every request culture: x culture: y',
  )
})

test('a fault that changes no header is described', () => {
  expect(describeEffect({ kind: 'headers' })).toBe('No effect')
})

test('the description of a step has a full stop after every sentence', () => {
  const step = { after: {}, times: 1, health: { search: { label: 'Red', message: 'Disk full' } }, faults: [] }
  const scenario = { changes: ['data'], steps: [step] } as unknown as Scenario // the members used

  expect(describeEntering(scenario)).toEqual([
    'After every request: Sets search to Red: “Disk full”. Simulates no faults.',
  ])
})
