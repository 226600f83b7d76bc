import { strToU8, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { createService } from '../../../local/create-service.ts'
import { serviceRequest } from '../../../testing/ask-service.ts'
import { inSlices, type Sliced, Turns } from './slices.ts'

test('work yields to the event loop every ten milliseconds', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const order: number[] = []
  function* work(): Sliced<string> {
    for (let step = 1; step <= 6; step++) {
      order.push(step)
      now += 4
      yield
    }

    return 'done'
  }
  const others = new Promise((done) => setImmediate(done)).then(() => order.push(-1))

  expect(await inSlices(work())).toBe('done')
  await others
  clock.mockRestore()

  expect(order).toEqual([1, 2, 3, -1, 4, 5, 6])
})

test('steps take their turns in order, until those that wait are abandoned', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  const turns = new Turns()
  const order: number[] = []

  for (const step of [1, 2, 3, 4]) void turns.take()?.then(() => order.push(step) === 3 && turns.abandon())
  while (order.length < 3) await new Promise((done) => setImmediate(done))
  await turns.take()
  clock.mockRestore()

  expect(order).toEqual([1, 2, 3])
})

test('requests are handled during an import, with the data from before', async () => {
  const sandbox = await buildSandbox({ entities: 100 })
  const service = createService(sandbox)
  const before = sandbox.data
  const entities = Array.from({ length: 200 }, (_, index) => ({
    definition: 'Note',
    properties: { Text: `note ${index}` },
  }))
  const members = [{ type: 'String', name: 'Text' }]
  const definitions = [{ name: 'Note', member_groups: [{ name: 'Main', members }] }]
  const importing = send(service, 'POST', '/__sandbox/import', { definitions, entities })
  const handled = await requestsDuring(service, importing, () => sandbox.data === before)

  expect((await importing).status).toBe(200)
  expect(handled).toBeGreaterThan(50)
  expect(sandbox.data.entities.group('definition', 'Note').size).toBe(200)
})

test('requests are handled while a package is imported', async () => {
  const sandbox = await buildSandbox({ entities: 100 })
  const service = createService(sandbox)
  const files = Array.from(sandbox.data.entities.all(), ({ id, identifier, definition, properties }) => {
    const data = { id, identifier, entitydefinition: { href: definition }, properties }

    return [`entities/${id}.json`, strToU8(JSON.stringify({ version: '2.0.0', data }))] as const
  })
  const zip = zipSync(Object.fromEntries(files))
  const importing = send(service, 'POST', '/__sandbox/import', zip, 'application/zip')

  expect(await requestsDuring(service, importing)).toBeGreaterThan(50)
  expect((await importing).status).toBe(200)
})

test('requests are handled while a definition and its entities change', async () => {
  const sandbox = await buildSandbox({ entities: 100 })
  const service = createService(sandbox)
  const definition = sandbox.data.definitions.get('M.Asset')
  const groups = definition?.member_groups.map((group) => ({
    ...group,
    members: group.members.filter(({ name }) => name !== 'Description'),
  }))
  const changing = send(service, 'PUT', '/api/entitydefinitions/M.Asset', {
    ...definition,
    member_groups: groups,
  })

  expect(await requestsDuring(service, changing)).toBeGreaterThan(10)
  expect((await changing).status).toBe(204)
})

test.each([
  ['words are indexed', 50, 'GET', "/api/entities/query?query=FullText=='harbour'"],
  ['hits are counted', 50, 'POST', '/api/search', { aggregations: ['Title'] }],
  ['statistics are computed', 50, 'GET', '/api/status/search'],
  // It pauses after each definition.
  ['the contract is written', 20, 'GET', '/__sandbox/openapi.json'],
])('requests are handled while %s', async (_, least, method, target, body?: object) => {
  const service = createService(await buildSandbox({ entities: 400 }))
  const long = Promise.resolve().then(() => send(service, method, target, body)) // with the fast clock

  expect(await requestsDuring(service, long)).toBeGreaterThan(least)
  expect((await long).status).toBe(200)
})

/** How many requests succeed during some work, up to sixty. A fast clock makes every step of the work use up a slice. */
async function requestsDuring(
  service: ReturnType<typeof createService>,
  work: Promise<unknown>,
  isInProgress = () => true,
): Promise<number> {
  let now = 0
  let isDone = false
  let handled = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))

  void work.catch(() => undefined).finally(() => (isDone = true))
  for (let turn = 0; turn < 60; turn++) {
    await new Promise((done) => setImmediate(done))
    if (isDone || !isInProgress()) break
    if ((await send(service, 'GET', '/api/entities/1000')).status === 200) handled++
  }
  clock.mockRestore()
  await work

  return handled
}

async function send(
  service: ReturnType<typeof createService>,
  method: string,
  target: string,
  json?: object,
  type = 'application/json',
) {
  const [path = '', search = ''] = target.split('?')

  return service.handle(serviceRequest(method, path, { search, json, headers: { 'content-type': type } }))
}
