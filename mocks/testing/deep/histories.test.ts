import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSandbox, createEmptySandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import { LogRecorder } from '../../sandbox/persistence/log-recorder.ts'
import { restoreSandboxes } from '../../sandbox/persistence/restore-sandboxes.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { responseOf, serviceRequest } from '../ask-service.ts'
import { runs, seed } from '../scale.ts'
import { brokenRule, planOf, type Persistence } from './concurrent-clients.ts'
import { problemIn, type CompletedRequest, type Model, type Sighting } from './linearizable.ts'
import { noteOptions } from './sandbox-model.ts'
import type { Kind } from './sandbox-requests.ts'
import { macrotasks, UnreliableStorage } from './unreliable-storage.ts'

/** The one place that knows how sandboxes are stored. */
async function storedInLogs(): Promise<Persistence> {
  const origin = await buildSandbox(noteOptions)
  const empty = await createEmptySandbox({ machineClock: noteOptions.machineClock })
  const initial = origin.state

  return {
    start: (storage) => {
      const recorder = new LogRecorder(storage, initial, { compactAfter: 2000 })

      return {
        service: createService(new Sandboxes(origin.fork('default'), {}, { recorder })),
        settled: () => recorder.settled(),
      }
    },
    reopen: async (storage) =>
      createService((await restoreSandboxes(storage, initial, empty)).defaultSandbox.sandbox),
  }
}

const persistence = await storedInLogs()

const ofData: Kind[] = ['get', 'put', 'post', 'delete', 'undo', 'redo', 'changes', 'reset']
const ofSignIns: Kind[] = ['signIn', 'redeem']
const ofFaults: Kind[] = ['addFault', 'removeFaults', 'faults', 'getSignedIn']

const histories = runs(5, 400)

/** The rule that a history of such requests breaks, with the plan that repeats it. */
async function brokenBy(kinds: readonly Kind[]): Promise<string | undefined> {
  const property = fc.asyncProperty(planOf(kinds), async (plan) => {
    const broken = await brokenRule(plan, persistence)

    if (broken !== undefined) throw new Error(broken)
  })
  // Shrinking would repeat hundreds of histories.
  const { failed, counterexamplePath, errorInstance, counterexample } = await fc.check(property, {
    seed,
    numRuns: histories,
    endOnFailure: true,
  })

  return failed
    ? `History ${counterexamplePath}: ${String(errorInstance)}\n${JSON.stringify(counterexample)}`
    : undefined
}

test(`${histories} random histories of data and sign-ins break no rule (seed ${seed})`, async () => {
  expect(await brokenBy([...ofData, ...ofSignIns])).toBeUndefined()
}, 1_200_000)

test(`${histories} random histories of everything break no rule (seed ${seed})`, async () => {
  expect(await brokenBy([...ofData, ...ofSignIns, ...ofFaults])).toBeUndefined()
}, 1_200_000)

const own = {
  description: 'Search fails.',
  steps: [{ after: { path: '/api/search' }, times: 1, faults: [] }],
}

test.each([
  { method: 'PUT', path: '/api/entities/5000', json: { properties: { Text: 'changed' } } },
  { method: 'DELETE', path: '/api/entities/5000' },
  { method: 'PUT', path: '/__sandbox/health/search', json: { label: 'Red' } },
  { method: 'PUT', path: '/__sandbox/clock', json: { mode: 'frozen', at: '2030-01-02T03:04:05Z' } },
  { method: 'PUT', path: '/__sandbox/user', json: { name: 'reader' } },
  { method: 'PUT', path: '/__sandbox/label-case', json: { case: 'upper' } },
  { method: 'PUT', path: '/__sandbox/validation', json: { level: 'enforce' } },
  { method: 'PUT', path: '/__sandbox/scenario', json: { name: 'storage-fatal' } },
  { method: 'PUT', path: '/__sandbox/scenarios/own', json: own, read: '/__sandbox/scenarios' },
  { method: 'POST', path: '/__sandbox/snapshots', json: { name: 'one' } },
  { method: 'POST', path: '/__sandbox/faults', json: { effect: { kind: 'empty' } } },
])(
  'what $method $path changes is not seen before it is stored',
  async ({ method, path, json, read = path }) => {
    const { storage } = new UnreliableStorage([{ before: 20, after: 0, fails: false }])
    const { service } = persistence.start(storage)
    const readText = async () => (await responseOf(service, serviceRequest('GET', read))).body
    const before = await readText()
    const changing = responseOf(service, serviceRequest(method, path, { json }))

    await macrotasks(10)

    expect(await readText()).toBe(before)
    expect((await changing).status).toBeLessThan(300)
    expect(await readText()).not.toBe(before)
  },
)

const model: Model<string> = { initial: 'first', keyOf: (value) => value }
const put = (value: string, started: number, ended: number): CompletedRequest<string> => ({
  label: 'put',
  steps: [{ changes: () => value }],
  started,
  ended,
})
const get = (value: string, started: number, ended: number): CompletedRequest<string> => ({
  label: 'get',
  steps: [{ reads: (state) => state === value }],
  started,
  ended,
})
const stored = (value: string, at: number): Sighting<string> => ({
  label: value,
  at,
  isStored: (state) => state === value,
})

test.each([
  { what: 'a read during a write', history: [put('new', 1, 4), get('first', 2, 3)] },
  { what: 'a read after a write', history: [put('new', 1, 2), get('new', 3, 4)] },
  { what: 'a write that is stored during it', history: [put('new', 1, 5)], sightings: [stored('new', 3)] },
  {
    what: 'a state that is stored before readers see it',
    history: [put('new', 1, 9), get('first', 2, 3), get('first', 5, 6)],
    sightings: [stored('new', 4)],
  },
])('problemIn: $what is explained', ({ history, sightings }) => {
  expect(problemIn(history, model, sightings)).toBeUndefined()
})

test.each([
  { what: 'a read of what was replaced', history: [put('new', 1, 2), get('first', 3, 4)] },
  { what: 'a read of what nobody wrote', history: [get('new', 1, 2)] },
  {
    what: 'two reads of writes in different orders',
    history: [put('one', 1, 9), put('two', 2, 10), get('one', 3, 4), get('two', 5, 6), get('one', 7, 8)],
  },
  {
    what: 'an acknowledged write that is not stored',
    history: [put('new', 1, 2)],
    sightings: [stored('first', 3)],
  },
  {
    what: 'a read of what is not stored',
    history: [put('new', 1, 6), get('new', 2, 3)],
    sightings: [stored('first', 4)],
  },
  {
    what: 'a state that is stored before it is written',
    history: [put('new', 2, 3)],
    sightings: [stored('new', 1)],
  },
])('problemIn: $what is not explained', ({ history, sightings }) => {
  expect(problemIn(history, model, sightings)).toMatch('No order explains every response.')
})
