import { expect, test } from 'vitest'
import { buildSandbox } from '../local/build-sandbox.ts'
import { openDoors } from '../testing/doors.ts'
import { Sandboxes } from './sandboxes.ts'
import type { SandboxesOptions } from './sandboxes-options.ts'

/** Sandboxes whose idle time is that of `machine`. */
async function open(options: SandboxesOptions) {
  const machine = { now: 0 }
  const sandbox = await buildSandbox({ entities: 1, machineClock: () => machine.now })
  const sandboxes = new Sandboxes(sandbox, options)

  return { machine, sandboxes, use: (id?: string) => sandboxes.acquire(id).release() }
}

const idsOf = (sandboxes: Sandboxes) => sandboxes.list().map(({ sandbox }) => sandbox.id)

test('the last use of a sandbox is its release, by which sandboxes are listed and expire', async () => {
  const { machine, sandboxes, use } = await open({ idleLimit: 1000 })
  const early = sandboxes.acquire('early')

  use('late')
  expect(idsOf(sandboxes)).toEqual(['early', 'late', 'default'])

  machine.now = 900
  early.release()
  expect(idsOf(sandboxes)).toEqual(['early', 'late', 'default'])

  machine.now = 1001
  use()
  expect(idsOf(sandboxes)).toEqual(['default', 'early'])
})

test('a sandbox whose stream ended a moment ago keeps no idle one from making room', async () => {
  const { machine, sandboxes, use } = await open({ countLimit: 2 })
  const stream = sandboxes.acquire('stream')

  for (const id of ['a', 'b']) use(id)
  machine.now = 60_001
  stream.release()
  use('c')

  expect(idsOf(sandboxes)).toEqual(['c', 'stream', 'default'])
})

test('a fork is a use of the sandbox that it copies', async () => {
  const { machine, sandboxes, use } = await open({ idleLimit: 1000 })

  await sandboxes.create('golden')
  machine.now = 900
  await sandboxes.create('one', { from: 'golden' })
  machine.now = 1800
  use()

  expect(idsOf(sandboxes)).toContain('golden')
})

test.each([
  ['idle for longer than the limit', { idleLimit: 1000 }],
  ['the least recently used of too many', { countLimit: 2 }],
])('a sandbox that is %s does not expire in the request that forks it', async (_, limits) => {
  const machine = { now: 0 }
  await using doors = await openDoors({ machineClock: () => machine.now, ...limits })

  for (const id of ['golden', 'later']) await doors.post('/__sandbox/sandboxes', { id })
  machine.now = 60_001

  const fork = await doors.post('/__sandbox/sandboxes/golden/fork', { id: 'one' })

  expect(fork.status).toBe(201)
})
