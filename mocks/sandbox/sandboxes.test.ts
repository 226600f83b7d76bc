import { expect, test } from 'vitest'
import { buildSandbox } from '../local/build-sandbox.ts'
import { openDoors } from '../testing/doors.ts'
import { Sandboxes, type SandboxesOptions } from './sandboxes.ts'

/** Sandboxes whose idle time is that of `machine`. */
async function open(options: SandboxesOptions) {
  const machine = { now: 0 }
  const sandbox = await buildSandbox({ entities: 1, machineClock: () => machine.now })
  const sandboxes = new Sandboxes(sandbox, options)

  /** Acquires a sandbox, as a request does that is not refused. */
  const acquire = (id?: string) => {
    const acquired = sandboxes.acquire(id)

    acquired.keep()

    return acquired
  }

  return { machine, sandboxes, acquire, use: (id?: string) => acquire(id).release() }
}

const idsOf = (sandboxes: Sandboxes) => sandboxes.list().map(({ id }) => id)

test('the last use of a sandbox is its release, by which sandboxes are listed and expire', async () => {
  const { machine, sandboxes, acquire, use } = await open({ idleLimit: 1000 })
  const early = acquire('early')

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
  const { machine, sandboxes, acquire, use } = await open({ countLimit: 2 })
  const stream = acquire('stream')

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

test('a new sandbox stays if one of its requests is not refused, however they overlap', async () => {
  const { sandboxes, acquire } = await open({})

  for (const id of ['first', 'last']) {
    const refused = sandboxes.acquire(id)
    const accepted = acquire(id)

    for (const { release } of id === 'first' ? [refused, accepted] : [accepted, refused]) release()
  }
  for (const { release } of [sandboxes.acquire('refused'), sandboxes.acquire('refused')]) release()

  expect(idsOf(sandboxes)).toEqual(['last', 'first', 'default'])
})

test('new sandboxes whose requests are in progress evict no other', async () => {
  const { machine, sandboxes, use } = await open({ countLimit: 3 })

  for (const id of ['a', 'b']) use(id)
  machine.now = 60_001

  const refused = ['c', 'd'].map((id) => sandboxes.acquire(id))

  use()
  for (const { release } of refused) release()

  expect(idsOf(sandboxes)).toEqual(['default', 'b', 'a'])
})

test('a generated id is never that of a sandbox that could not be restored', async () => {
  const sandbox = await buildSandbox({ entities: 1 })
  const { id } = await new Sandboxes(sandbox).create()
  const setAside = new Map([[id, { reason: 'it is damaged', discard: () => Promise.resolve() }]])
  const restarted = new Sandboxes(sandbox, {}, { setAside })

  expect((await restarted.create()).id).not.toBe(id)
})
