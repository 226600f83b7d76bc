import { expect, vi } from 'vitest'
import { jsonOf, openDoors, origin, testTime } from '../../../testing/doors.ts'
import { menu } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const rename = (name: string): RequestInit & { json: unknown } => ({
  method: 'PUT',
  json: { properties: { Name: name } },
})
const lunch = `/api/entities/${menu.lunch}`

test.table([
  ['the header X-Sandbox', '', { 'X-Sandbox': 'blue' }],
  ['the cookie "sandbox"', '', { Cookie: 'theme=dark; sandbox=blue' }],
  ['the path prefix /s/{id}', '/s/blue', {}],
])('a sandbox is chosen by %s', async (doors, _, prefix, headers) => {
  await doors.fetch(`${prefix}${lunch}`, { ...rename('Blue'), headers })

  expect(await doors.get(`/s/blue${lunch}`)).toMatchObject({ properties: { Name: 'Blue' } })
  expect(await doors.get(lunch)).toMatchObject({ properties: { Name: 'Lunch' } })
})

test('the path takes precedence over the header, the header over the cookie', async (doors) => {
  const headers = { 'X-Sandbox': 'green', Cookie: 'sandbox=red' }

  await doors.fetch(`/s/blue${lunch}`, { ...rename('Blue'), headers })
  await doors.fetch(lunch, { ...rename('Green'), headers })

  const { items } = await doors.get<{ items: { id: string }[] }>('/__sandbox/sandboxes')

  expect(items.map(({ id }) => id).sort()).toEqual(['blue', 'default', 'green'])
})

test('links have the prefix of the sandbox only if the request has it', async (doors) => {
  expect(await doors.get(`/s/blue${lunch}`)).toMatchObject({ self: { href: `${origin}/s/blue${lunch}` } })
  expect(await doors.get(lunch, { headers: { 'X-Sandbox': 'blue' } })).toMatchObject({
    self: { href: `${origin}${lunch}` },
  })
})

test.table(['/s/a%20b/api/status', `/s/${'x'.repeat(65)}/api/status`, '/s/%zz/api/status'])(
  '%s is 400: the sandbox id is invalid',
  async (doors, path) => {
    expect(await jsonOf(400, doors.fetch(path))).toHaveProperty('sandbox')
  },
)

test('requireSandbox: a request that names no sandbox is 400, except to the list of sandboxes', async () => {
  await using doors = await openDoors({ requireSandbox: true })

  expect(await jsonOf(400, doors.fetch('/api/entities/1000'))).toHaveProperty('sandbox')
  expect((await doors.post('/__sandbox/reset')).status).toBe(400)
  expect(await doors.get('/__sandbox/sandboxes')).toMatchObject({ is_required: true })
  expect((await doors.fetch('/s/blue/api/entities/1000')).status).toBe(200)
})

test('POST /__sandbox/sandboxes creates a sandbox, and generates an id if there is none; one in use is 409', async (doors) => {
  const named = await doors.post('/__sandbox/sandboxes', { id: 'blue' })
  const unnamed = await doors.post('/__sandbox/sandboxes')

  expect(named.status).toBe(201)
  expect(named.headers.get('location')).toBe(`${origin}/__sandbox/sandboxes/blue`)
  expect(await named.json()).toMatchObject({ id: 'blue', base: { href: `${origin}/s/blue` } })
  expect(await unnamed.json()).toMatchObject({ id: expect.stringMatching(/^[\w-]{12}$/) })
  expect((await doors.post('/__sandbox/sandboxes', { id: 'blue' })).status).toBe(409)
})

test('POST /__sandbox/sandboxes with a seed generates its own data', async () => {
  await using doors = await openDoors()

  await doors.post('/__sandbox/sandboxes', { id: 'seven', seed: 7 })

  const seeded = await doors.get('/api/entities/1000')

  expect(await doors.get('/__sandbox/sandboxes/seven')).toMatchObject({ seed: 7 })
  expect((await doors.get('/s/seven/api/entities/1000')).identifier).not.toBe(seeded.identifier)
})

test('POST /__sandbox/sandboxes/{id}/fork copies the current data and random source, which a reset of the fork restores; later changes of the origin do not affect it', async (doors) => {
  const create = (sandbox: string) =>
    jsonOf(
      201,
      doors.post(`/s/${sandbox}/api/entities`, {
        entitydefinition: { href: '/api/entitydefinitions/T.Menu' },
      }),
    )

  await doors.fetch(`/s/blue${lunch}`, rename('Blue'))
  // An identifier that an entity still has would not be used again.
  await doors.delete(`/s/blue/api/entities/${String((await create('blue')).id)}`)
  expect((await doors.post('/__sandbox/sandboxes/blue/fork', { id: 'sky' })).status).toBe(201)
  await doors.fetch(`/s/blue${lunch}`, rename('Deep blue'))

  const { identifier } = await create('blue')

  expect(await doors.get(`/s/sky${lunch}`)).toMatchObject({ properties: { Name: 'Blue' } })
  expect(await create('sky')).toMatchObject({ identifier })

  await doors.fetch(`/s/sky${lunch}`, rename('Grey'))
  await doors.post('/s/sky/__sandbox/reset')

  expect(await doors.get(`/s/sky${lunch}`)).toMatchObject({ properties: { Name: 'Blue' } })
  expect(await create('sky')).toMatchObject({ identifier })
})

test('DELETE /__sandbox/sandboxes/{id} deletes a sandbox, but not the default one', async (doors) => {
  await doors.fetch(`/s/blue${lunch}`, rename('Blue'))

  expect((await doors.delete('/__sandbox/sandboxes/blue')).status).toBe(204)
  expect((await doors.fetch('/__sandbox/sandboxes/blue')).status).toBe(404)
  expect((await doors.delete('/__sandbox/sandboxes/default')).status).toBe(409)
  expect(await doors.get(`/s/blue${lunch}`)).toMatchObject({ properties: { Name: 'Lunch' } })
})

test('an idle sandbox expires, and the new one with its id reports that until it is reset', async () => {
  const machine = { now: testTime }
  await using doors = await openDoors({ machineClock: () => machine.now, idleLimit: 1000 })

  await doors.put('/s/blue/api/entities/1000', { properties: {} })
  machine.now += 1001
  await doors.fetch('/api/entities/1000')

  expect(await doors.get('/__sandbox/sandboxes')).toMatchObject({
    expired: [{ id: 'blue', reason: 'idle', at: '2026-06-15T12:00:01.001Z' }],
  })

  const again = await doors.fetch('/s/blue/api/entities/1000')
  const later = await doors.fetch('/s/blue/api/entities/1000')

  expect(again.headers.get('x-sandbox-expired')).toBe('2026-06-15T12:00:01.001Z; idle')
  expect(later.headers.has('x-sandbox-expired')).toBe(true)

  await doors.post('/s/blue/__sandbox/reset')

  expect((await doors.fetch('/s/blue/api/entities/1000')).headers.has('x-sandbox-expired')).toBe(false)
})

test('when there are too many sandboxes, the least recently used expire, unless used within the last minute', async () => {
  const machine = { now: testTime }
  await using doors = await openDoors({ machineClock: () => machine.now, countLimit: 3 })
  const ids = async () =>
    (await doors.get<{ items: { id: string }[] }>('/__sandbox/sandboxes')).items.map(({ id }) => id)

  for (const id of ['a', 'b', 'c']) await doors.fetch(`/s/${id}/api/entities/1000`)

  expect((await ids()).sort()).toEqual(['a', 'b', 'c', 'default'])

  machine.now += 60_001
  await doors.fetch('/s/a/api/entities/1000')
  await doors.fetch('/s/d/api/entities/1000')

  expect((await ids()).sort()).toEqual(['a', 'd', 'default'])
})

test('at twice the limit of sandboxes in use, requests that would create one get 503, until some are idle', async () => {
  const machine = { now: testTime }
  await using doors = await openDoors({ machineClock: () => machine.now, countLimit: 2 })

  for (const id of ['a', 'b', 'c']) await doors.fetch(`/s/${id}/api/entities/1000`)

  const rejected = [
    await doors.fetch('/s/d/api/entities/1000'),
    await doors.post('/__sandbox/sandboxes', {}),
    await doors.post('/__sandbox/sandboxes/a/fork', {}),
  ]

  expect(rejected.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(await rejected[0]?.text()).toContain('countLimit')

  machine.now += 60_001
  expect((await doors.fetch('/s/d/api/entities/1000')).status).toBe(200)
  expect((await doors.get<{ items: object[] }>('/__sandbox/sandboxes')).items).toHaveLength(2)
})

test('the first request to a new sandbox has the rights of the initial state', async () => {
  await using doors = await openDoors()
  const body = { properties: { Title: 'x'.repeat(300_000) } }

  await doors.put('/__sandbox/user', { name: 'reader' })

  const first = await doors.put('/s/new/api/entities/1000', body)

  expect(await first.text()).toBe('')
  expect(first.status).toBe(204)
})

test('a sandbox with an open stream does not expire', async () => {
  const machine = { now: testTime }
  await using doors = await openDoors({ machineClock: () => machine.now, idleLimit: 1000 })
  const exists = async () => (await doors.fetch('/__sandbox/sandboxes/blue')).status === 200

  const caller = new AbortController()

  await doors.open('/s/blue/__sandbox/events', { signal: caller.signal })

  machine.now += 5000
  await doors.fetch('/api/entities/1000')

  expect(await exists()).toBe(true)

  caller.abort()
  await doors.forEachDoor(({ sandboxes }) =>
    vi.waitFor(() => expect(sandboxes.get('blue').uses.areInProgress).toBe(false)),
  )
  expect(await doors.get('/__sandbox/sandboxes/blue')).toMatchObject({ is_in_use: false })
  machine.now += 5000
  await doors.fetch('/api/entities/1000')

  expect(await exists()).toBe(false)
})
