import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createService } from '../../../local/create-service.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { stepsBetween } from '../../../sandbox/persistence/log-step.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { responseOf, serviceRequest } from '../../../testing/ask-service.ts'
import { randomRequests } from '../../../testing/deep/random-requests.ts'
import { dish } from '../../../testing/kitchen.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { runs, seed } from '../../../testing/scale.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openPersisted } from './open-folder.ts'

const times = runs(3, 150)
const soup = `/api/entities/${dish.soup}`

/** All that is stored of a sandbox, as plain data, without the times at which its states were taken. */
function contentOf(sandbox: Sandbox): unknown {
  const { state } = sandbox
  const { baseline, scenario, snapshots } = state.checkpoints
  const current = { ...baseline, data: state.data }
  const checkpoints = [
    ['current', current],
    ['first', baseline],
    ['before', scenario?.before],
    ...snapshots,
  ] as const
  const states = checkpoints.flatMap(([name, checkpoint]) => {
    if (!checkpoint) return []

    const checkpoints = { baseline: { ...checkpoint, at: '' }, scenario: undefined, snapshots: new Map() }

    return [[name, ...stepsBetween(undefined, { ...state, data: checkpoint.data, checkpoints })]]
  })

  return JSON.parse(JSON.stringify([states, scenario?.name, scenario?.stepsLeft, scenario?.seen]))
}

/** The content of each sandbox that is named; of one that does not exist, that of a new one. */
const contentsOf = (sandboxes: Sandboxes, ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, contentOf(sandboxes.find(id))]))

const name = fc.constantFrom('one', 'two')
const number = fc.integer({ min: 0, max: 9 })

/** Requests that change something of each kind that is stored. */
const changes: fc.Arbitrary<[method: string, path: string, json: unknown]> = fc.oneof(
  ...([
    number.map((n) => ['PUT', soup, { properties: { Title: `Soup ${n}` } }]),
    name.map((text) => [
      'POST',
      '/api/entities',
      {
        identifier: text,
        properties: { Name: text },
        entitydefinition: { href: '/api/entitydefinitions/T.Menu' },
      },
    ]),
    name.map((text) => ['DELETE', `/api/entities/identifier/${text}`, undefined]),
    fc.constant(['POST', `${soup}/copy`, {}]),
    name.map((text) => [
      'POST',
      '/api/entitydefinitions',
      { name: `T.${text}`, member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Text' }] }] },
    ]),
    number.map((n) => ['POST', '/__sandbox/clock/advance', { ms: n * 10 ** 14 }]),
    number.map((n) => ['PUT', '/__sandbox/clock', { mode: 'frozen', at: `203${n}-01-02T03:04:05Z` }]),
    number.map((n) => ['PUT', '/__sandbox/clock', { mode: 'real', offset_ms: n * 10 ** 14 }]),
    number.map((n) => [
      'POST',
      '/__sandbox/faults',
      { match: { path: '/api/status' }, effect: { kind: 'empty' }, times: n + 1, for_ms: 10_000 },
    ]),
    fc.constant(['GET', '/api/status', undefined]),
    fc.constant(['PUT', '/__sandbox/scenario', { name: 'storage-fatal' }]),
    fc.constant(['DELETE', '/__sandbox/scenario', undefined]),
    name.map((text) => [
      'PUT',
      `/__sandbox/scenarios/${text}`,
      {
        description: 'Search fails.',
        user: 'reader',
        steps: [{ after: { path: soup }, times: 3, faults: [] }],
      },
    ]),
    name.map((text) => ['PUT', '/__sandbox/scenario', { name: text }]),
    name.map((text) => ['POST', '/__sandbox/snapshots', { name: text }]),
    name.map((text) => ['POST', `/__sandbox/snapshots/${text}/restore`, { clock: true }]),
    fc.constantFrom('admin', 'reader', null).map((user) => ['PUT', '/__sandbox/user', { name: user }]),
    fc.constantFrom('off', 'warn').map((level) => ['PUT', '/__sandbox/validation', { level }]),
    fc.constantFrom('Red', 'Yellow').map((label) => ['PUT', '/__sandbox/health/search', { label }]),
    fc.constant(['POST', '/api/authenticate', { user_name: 'admin', password: 'admin' }]),
    number.map((seed) => ['POST', '/__sandbox/reset', seed < 2 ? { seed } : {}]),
    fc.constant(['POST', '/__sandbox/undo', undefined]),
    name.map((id) => ['POST', '/__sandbox/sandboxes/default/fork', { id }]),
    name.map((id) => ['DELETE', `/__sandbox/sandboxes/${id}`, undefined]),
  ] as fc.Arbitrary<[string, string, unknown]>[]), // each maps to such a tuple
)
const changeRequests = fc
  .tuple(fc.constantFrom('', '/s/blue', '/s/one'), changes)
  .map(([prefix, [method, path, json]]) => serviceRequest(method, `${prefix}${path}`, { json }))

test(`after any requests and a restart, every sandbox is what it was (${times} folders, seed ${seed})`, async () => {
  const requests = fc.oneof(
    { weight: 3, arbitrary: changeRequests },
    { weight: 1, arbitrary: randomRequests(await buildSandbox(kitchen)) },
  )
  let changed = 0

  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 20, maxLength: 120, size: 'max' }), async (sent) => {
      const folder = temporaryFolder()
      const open = () => openPersisted(folder, { ...kitchen, machineClock: () => 0, compactAfter: 20_000 })
      const { sandboxes, close } = await open()
      const service = createService(sandboxes)

      for (const request of sent) await responseOf(service, request)

      const ids = sandboxes.list().map(({ id }) => id)

      // Counts of faults are stored after the reply.
      for (const sandbox of sandboxes.list()) {
        await sandbox.whenStored
        changed += sandbox.history.sequence
      }

      const before = contentsOf(sandboxes, ids)

      await close()

      const again = await open()

      expect([...again.sandboxes.setAside]).toEqual([])
      expect(contentsOf(again.sandboxes, ids)).toEqual(before)
      await again.close()
    }),
    { seed, numRuns: times },
  )
  expect(changed).toBeGreaterThan(8 * times)
}, 1_200_000)
