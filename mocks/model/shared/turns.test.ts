import { expect, test, vi } from 'vitest'
import { createSandbox } from '../../create-sandbox.ts'
import { createService } from '../../create-service.ts'
import { inTurns, type Work } from './turns.ts'

test('work lets others have their turn when it has gone on for ten milliseconds, and goes on from there', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const order: number[] = []
  function* work(): Work<string> {
    for (let piece = 1; piece <= 6; piece++) {
      order.push(piece)
      now += 4
      yield
    }

    return 'done'
  }
  const others = new Promise((done) => setImmediate(done)).then(() => order.push(-1))

  expect(await inTurns(work())).toBe('done')
  await others
  clock.mockRestore()

  expect(order).toEqual([1, 2, 3, -1, 4, 5, 6])
})

test('requests are answered while an import goes on, with the data of before', async () => {
  let now = 0
  const sandbox = await createSandbox({ entities: 100 })
  const service = createService(sandbox)
  const before = sandbox.data
  const entities = Array.from({ length: 200 }, (_, index) => ({
    definition: 'Note',
    properties: { Text: `note ${index}` },
  }))
  const members = [{ type: 'String', name: 'Text' }]
  const definitions = [{ name: 'Note', member_groups: [{ name: 'Main', members }] }]
  // Whatever takes a moment takes long.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  const imported = send(service, 'POST', '/__sandbox/import', JSON.stringify({ definitions, entities }))
  let answered = 0

  for (let turn = 0; turn < 60; turn++) {
    await new Promise((done) => setImmediate(done))
    if (sandbox.data !== before) break
    if ((await send(service, 'GET', '/api/entities/1000')).status === 200) answered++
  }
  // The rest at once.
  clock.mockRestore()

  expect((await imported).status).toBe(200)
  expect(answered).toBeGreaterThan(50)
  expect(sandbox.data.entities.group('definition', 'Note').size).toBe(200)
})

async function send(service: ReturnType<typeof createService>, method: string, path: string, body?: string) {
  const headers = new Map([
    ['authorization', 'Bearer sandbox-admin'],
    ['content-type', 'application/json'],
  ])

  return service.handle({
    method,
    origin: 'http://sandbox.test',
    path,
    search: '',
    header: (name) => headers.get(name),
    headers: () => headers,
    body: body === undefined ? undefined : new TextEncoder().encode(body),
  })
}
