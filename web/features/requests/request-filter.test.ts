import { expect, test } from 'vitest'
import { createSandbox } from '../../../mocks/index.ts'
import { requestFilter } from './request-filter.ts'

test.each([
  ['user:reader', true],
  ['user:admin', false],
  ['method:get status:2xx path:/entitydef', true],
  ['fault:yes', false],
  ['outgoing:yes', false],
  ['outgoing:no', true],
  ['upstream:no', true],
  ['upstream:yes', false],
  ['users', false],
  ['faults', false],
  ['user:', false],
  ['constructor:x', false],
  ['/api/entitydefinitions?culture', true],
])('the filter %s is evaluated by its predicates, other terms as text', async (text, isMatch) => {
  const sandbox = await createSandbox({ entities: 0 })

  await sandbox.fetch('/api/entitydefinitions?culture=en-US', {
    headers: { 'X-Auth-Token': 'sandbox-reader' },
  })

  const { items } = await (await sandbox.fetch('/__sandbox/journal')).json()

  expect(requestFilter(text)(items.at(-1))).toBe(isMatch)
})
