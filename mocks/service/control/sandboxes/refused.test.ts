import { expect } from 'vitest'
import { openDoors, openFetch } from '../../../testing/doors.ts'
import { dish, openKitchen } from '../../../testing/kitchen.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'

const test = testWithDoors(() => openKitchen({}, openFetch))

const soup = `/api/entities/${dish.soup}`
const token = 'grant_type=client_credentials&client_id=sandbox&client_secret=sandbox'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

const refused: [string, string, number, RequestInit & { json?: unknown }][] = [
  ['an unknown path', '/api/nothing', 404, {}],
  ['an unknown entity', '/api/entities/99', 404, {}],
  ['an unknown control', '/__sandbox/nothing', 404, {}],
  ['another method', soup, 405, { method: 'PATCH' }],
  ['a part that is not implemented', '/api/flows/1', 501, {}],
  ['an invalid body', '/api/entities', 400, { method: 'POST', json: [] }],
  ['an invalid entity', '/api/entities', 400, { method: 'POST', json: {} }],
  ['an invalid query', '/__sandbox/journal?limit=x', 400, {}],
  [
    'a body of another type',
    soup,
    415,
    { method: 'PUT', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
  ],
  ['too large a body', soup, 413, { method: 'PUT', json: 'x'.repeat(11 * 2 ** 20) }],
  ['an unknown token', soup, 401, { headers: { 'x-auth-token': 'unknown' } }],
  ['a reader who writes', soup, 403, { method: 'DELETE', headers: { 'x-auth-token': 'sandbox-reader' } }],
  ['an outdated version', soup, 412, { method: 'DELETE', headers: { 'if-match': '"outdated"' } }],
  ['a wrong password', '/oauth/token', 400, { method: 'POST', headers: form, body: `${token}x` }],
]

test.table(refused)(
  'a request with %s to a new sandbox is refused and creates none, however it names it',
  async (doors, _, path, status, init) => {
    for (const headers of [{ 'x-sandbox': 'header' }, { cookie: 'sandbox=cookie' }]) {
      const sent = { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }

      expect((await doors.fetch(path, sent)).status).toBe(status)
    }
    expect((await doors.fetch(`/s/path${path}`, init)).status).toBe(status)
    expect(await doors.get('/__sandbox/sandboxes')).toMatchObject({ items: [{ id: 'default' }] })
    expect((await doors.fetch(`/s/path${soup}`)).status).toBe(200)
  },
)

test('a refused request takes no id: it can be given to a new sandbox, and the next request creates one', async (doors) => {
  await doors.fetch('/s/blue/api/nothing')

  expect((await doors.post('/__sandbox/sandboxes', { id: 'blue' })).status).toBe(201)
})

test('requests that a scenario of the server answers with errors count in a new sandbox', async () => {
  const unavailable = { effect: { kind: 'response', status: 503 }, times: 2 } as const
  const scenarios = [{ name: 'starting', description: 'Starts slowly.', faults: [unavailable] }]
  await using doors = await openDoors({ ...kitchen, scenarios, scenario: 'starting' })
  const statuses: number[] = []

  for (const _ of [1, 2, 3]) statuses.push((await doors.fetch(`/s/blue${soup}`)).status)

  expect(statuses).toEqual([503, 503, 200])
})
