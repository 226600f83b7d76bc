import { expect, test } from 'vitest'
import { buildSandbox } from '../local/build-sandbox.ts'
import { createService } from '../local/create-service.ts'
import { responseOf, serviceRequest } from '../testing/ask-service.ts'
import { macrotasks, UnreliableStorage } from '../testing/deep/unreliable-storage.ts'
import { noteData, writeNote } from '../testing/note-data.ts'
import { Sandbox } from './sandbox.ts'
import type { SandboxDraft } from './state/sandbox-draft.ts'
import { LogRecorder } from './persistence/log-recorder.ts'
import { addFaults, faultsIn } from './faults/fault-set.ts'
import { enterScenario } from './scenarios/sandbox-scenarios.ts'

/** A sandbox with a note, whose writes take a while, and fail if asked for. */
async function openSlowly(fails: boolean, change: (draft: SandboxDraft) => void = () => undefined) {
  const sandbox = (await buildSandbox({ data: noteData })).fork('default')

  sandbox.change(change)
  const { storage } = new UnreliableStorage([{ before: 20, after: 0, fails }])

  sandbox.recordWith(new LogRecorder(storage, sandbox.state))

  return { sandbox, service: createService(sandbox) }
}

test('a change that begins another one is an error, and neither is lost in silence', async () => {
  const sandbox = await buildSandbox({ data: noteData })

  expect(() => sandbox.change(() => sandbox.change((draft) => draft.entities.delete(5000)))).toThrow(
    'must not begin another change',
  )
  expect(sandbox.data.entities.has(5000)).toBe(false)
})

test('an asynchronous rule is an error, and changes nothing', async () => {
  const sandbox = await buildSandbox({ data: noteData })
  const before = sandbox.state

  expect(() =>
    sandbox.change(async (draft) => {
      draft.entities.delete(5000)
      await macrotasks(1)
    }),
  ).toThrow('must be a synchronous function')
  expect(sandbox.state).toBe(before)
})

test('an asynchronous change of a scenario is an error that says so', async () => {
  const data = async () => macrotasks(1)
  const sandbox = await buildSandbox({ scenarios: [{ name: 'late', description: 'Waits.', data }] })

  expect(() => sandbox.change((draft) => enterScenario(draft, 'late'))).toThrow(
    'The data of the scenario "late" must be a synchronous function',
  )
})

test('a job that is due, whose changes can not be stored, does not stop requests', async () => {
  const { sandbox, service } = await openSlowly(true, (draft) => {
    draft.scheduledJobs.put({ jobId: 5000, dueAt: '2020-01-01T00:00:00.000Z' })
  })

  expect((await responseOf(service, serviceRequest('GET', '/api/entities/5000'))).status).toBe(200)
  expect(sandbox.data.scheduledJobs.size).toBe(1)
})

test('a POST query is answered when what it has seen is stored, and with 507 if that is lost', async () => {
  const query = { query: { filters: [{ type: 'Definition', values: ['Note'] }] } }
  const statusOf = async (fails: boolean) => {
    const { sandbox, service } = await openSlowly(fails)
    const written = writeNote(sandbox, 'second').catch(() => undefined)
    const response = responseOf(service, serviceRequest('POST', '/api/entities/query', { json: query }))
    const { status } = await response

    await written

    return [status, sandbox.newest === sandbox.state]
  }

  expect(await statusOf(false)).toEqual([200, true])
  expect(await statusOf(true)).toEqual([507, true])
})

test('of two PUTs of a definition with the same If-Match, one is 412', async () => {
  const service = createService(await buildSandbox({ entities: 1000 }))
  const path = '/api/entitydefinitions/M.Asset'
  const { body, headers } = await responseOf(service, serviceRequest('GET', path))
  const put = (label: string) =>
    responseOf(
      service,
      serviceRequest('PUT', path, {
        json: { ...JSON.parse(body), labels: { 'en-US': label } },
        headers: { 'if-match': headers['etag'] ?? '' },
      }),
    )
  const both = await Promise.all([put('one'), put('two')])

  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 412])
})

test('requests that a fault counts do not begin long work again, and stay counted', async () => {
  const sandbox = await buildSandbox({ data: noteData })
  const service = createService(sandbox)
  const end = new AbortController()
  let [begun, sent] = [0, 0]

  sandbox.change((draft) => addFaults(draft, [{ effect: { kind: 'headers', set: { 'X-Seen': 'yes' } } }]))

  const work = sandbox.changeInSlices(function* (draft) {
    const until = performance.now() + 200

    begun += 1
    draft.entities.delete(5000)
    while (performance.now() < until) yield
  })
  const clients = Array.from({ length: 20 }, async () => {
    while (!end.signal.aborted) {
      sent += 1
      await responseOf(service, serviceRequest('GET', '/api/entities/5000'))
      await macrotasks(1)
    }
  })

  await work
  end.abort()
  await Promise.all(clients)

  expect(begun).toBe(1)
  expect(sent).toBeGreaterThan(clients.length)
  expect(sandbox.data.entities.has(5000)).toBe(false)
  expect(faultsIn(sandbox.state)).toMatchObject([{ seen: sent, hits: sent }])
})

test('what a scenario has set ends with it, although it is not configured any more', async () => {
  const faults = [{ effect: { kind: 'response' as const, status: 503 } }]
  const scenario = {
    name: 'own',
    description: 'Fails.',
    faults,
    clock: { frozen_at: '2030-01-01T00:00:00Z' },
  }
  const configured = await buildSandbox({ data: noteData, scenarios: [scenario] })

  configured.change((draft) => enterScenario(draft, 'own'))

  const other = new Sandbox('test', (await buildSandbox({ data: noteData })).settings, configured)
  const service = createService(other)
  const read = async (path: string) =>
    JSON.parse((await responseOf(service, serviceRequest('GET', path))).body)

  await responseOf(service, serviceRequest('DELETE', '/__sandbox/scenario'))

  expect((await read('/__sandbox/faults')).items).toEqual([])
  expect((await read('/__sandbox/clock')).mode).toBe('real')
})
