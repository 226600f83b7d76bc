import { describe, expect } from 'vitest'
import { apiRoutes } from '../api/api-routes.ts'
import { createHandlers } from '../../doors/msw/index.ts'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { listen } from '../../doors/node/listen.ts'
import { platformRoutes } from '../platform/platform-routes.ts'
import { builtInScenarios } from '../../sandbox/scenarios/built-in-scenarios.ts'
import { defineScenario } from '../../sandbox/scenarios/scenario.ts'
import { jsonOf, type Doors } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-doors.ts'

const entity = '/api/entities/1000'
const admin = { headers: { 'x-auth-token': 'sandbox-admin' } }

test('scenarios: the built-in ones are listed with what they change', async (doors) => {
  const { items } = await doors.get<{ items: object[] }>('/__sandbox/scenarios')

  expect(items).toHaveLength(builtInScenarios.length)
  expect(items).toContainEqual({
    name: 'search-degraded',
    description: expect.any(String),
    changes: ['health', 'faults'],
    health: { search: { label: 'Orange', message: expect.any(String), hold: true } },
    faults: ['degraded-search'],
    changes_data: false,
    steps: [],
    current: false,
  })
})

test.table(builtInScenarios.map(({ name }) => name))(
  'scenario %s: leaving it restores everything',
  async (doors, name) => {
    const before = await look(doors)

    await enter(doors, name)
    expect(await doors.get('/__sandbox')).toMatchObject({ scenario: name })
    expect((await doors.delete('/__sandbox/scenario')).status).toBe(204)

    expect(await look(doors)).toEqual(before)
    expect(await doors.get('/__sandbox')).toMatchObject({ scenario: null, active_faults: 0 })
    expect((await doors.fetch(entity)).status).toBe(200)
  },
)

test('scenario search-degraded: search is Orange, and queries are slow or fail', async (doors) => {
  await enter(doors, 'search-degraded')

  expect(await doors.get('/api/status')).toMatchObject({ aggregated_service_status_label: 'Orange' })
  expect(await doors.get('/__sandbox')).toMatchObject({ health: 'Orange', active_faults: 8 })
  expect((await doors.fetch(entity)).status).toBe(200)
})

test('scenario storage-fatal: entities can be read and queried; every request that changes data returns 503', async (doors) => {
  const byId = { query: { filters: [{ type: 'Id', value: 1000 }] } }
  const changing = [...apiRoutes, ...platformRoutes].filter(
    ({ methods, access, path }) =>
      !methods.includes('GET') && (access === 'write' || /(policies\/:id|process)$/.test(path)),
  )

  await enter(doors, 'storage-fatal')
  expect((await doors.fetch(entity)).status).toBe(200)
  expect((await doors.post('/api/entities/query', byId)).status).toBe(200)

  for (const { methods, path } of changing) {
    const [method = ''] = methods
    const body = method === 'DELETE' ? {} : { json: {} }
    const response = await doors.fetch(path.replaceAll(/:\w+/g, '1000'), { method, ...body })

    expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 503`)
  }
})

test('scenario maintenance: everything except the status returns 503', async (doors) => {
  await enter(doors, 'maintenance')

  expect((await doors.fetch(entity)).status).toBe(503)
  expect(await doors.get('/api/status')).toMatchObject({ aggregated_service_status_label: 'Red' })
})

test('scenario copy-fails-once: the first copy fails, the second works', async (doors) => {
  const copy = async () => {
    const options = { property_copy_options: [], relation_copy_options: [] }

    return (await doors.post('/api/entities/1000/copy', options)).status
  }

  await enter(doors, 'copy-fails-once')

  expect([await copy(), await copy()]).toEqual([503, 201])
  expect(await doors.get('/__sandbox/journal')).toMatchObject({
    items: [{ scenario: 'copy-fails-once' }, { scenario: 'copy-fails-once' }],
  })
})

test('scenario recovering: reads of the service status trigger the next step', async (doors) => {
  const labels: unknown[] = []

  await enter(doors, 'recovering')
  for (let read = 1; read <= 7; read++) {
    const status = await doors.get('/api/status/servicestatus', admin)

    labels.push(status.aggregated_service_status_label)
  }

  expect(labels).toEqual(['Red', 'Red', 'Red', 'Yellow', 'Yellow', 'Yellow', 'Green'])
  expect(await doors.get('/__sandbox/scenario')).toMatchObject({ name: 'recovering', steps_left: 0 })
})

test('scenario empty: there is no content, but all system entities', async (doors) => {
  await enter(doors, 'empty')

  expect((await doors.fetch(entity)).status).toBe(404)
  expect((await doors.fetch('/api/entities/6')).status).toBe(200)
  expect((await doors.fetch('/__sandbox/entities?definition=M.Asset')).status).toBe(200)
})

test('scenario first-day: a reader sees one entity of each kind', async (doors) => {
  await enter(doors, 'first-day')

  expect(await doors.get('/__sandbox/user')).toEqual({ name: 'reader', role: 'reader' })
  expect((await doors.post('/api/entities', {})).status).toBe(403)
})

test('scenario: entering another scenario or a reset ends the current one', async (doors) => {
  await enter(doors, 'storage-fatal')
  await enter(doors, 'search-degraded')
  expect((await doors.put(entity, { properties: {} })).status).toBe(204)

  await doors.post('/__sandbox/reset')
  expect(await doors.get('/__sandbox')).toMatchObject({ scenario: null, active_faults: 0, health: 'Green' })
})

test('scenario: leaving it restores a label that was set before', async (doors) => {
  const orange = { label: 'Orange', message: 'Slow.', hold: false }

  await doors.put('/__sandbox/health/search', orange)
  await enter(doors, 'maintenance')
  await enter(doors, 'search-degraded')
  await doors.delete('/__sandbox/scenario')

  expect(await doors.get('/__sandbox/health/search')).toMatchObject({ ...orange, source: 'you' })
})

test('scenario: a reset restores the clock that it set', async (doors) => {
  const { clock } = await doors.get<{ clock: object }>('/__sandbox')

  await doors.put('/__sandbox/scenarios/later', {
    description: 'Years later.',
    clock: { frozen_at: '2040-01-02T03:04:05Z' },
  })
  await enter(doors, 'later')
  await doors.post('/__sandbox/reset')

  expect(await doors.get('/__sandbox')).toMatchObject({ scenario: null, clock })
})

test.table(['empty', 'search-degraded'])(
  'scenario %s: a reset of a fork made in it restores what it changed',
  async (doors, name) => {
    const before = await look(doors)

    await enter(doors, name)
    await doors.post('/__sandbox/sandboxes/default/fork', { id: 'copy' })
    await doors.post('/s/copy/__sandbox/reset')

    expect(await look(doors, '/s/copy')).toEqual(before)
  },
)

test('scenario: the history of health says that it removed the component it had added', async (doors) => {
  const json = { description: 'Adds a component.', health: { basement: { label: 'Red' } } }

  await doors.put('/__sandbox/scenarios/flood', json)
  await enter(doors, 'flood')
  await doors.delete('/__sandbox/scenario')

  const { items } = await doors.get<{ items: { changes: object[] }[] }>('/__sandbox/health-history')

  expect(items.at(-1)?.changes).toContainEqual(
    expect.objectContaining({ path: 'basement', to: null, source: 'scenario' }),
  )
})

test('scenario: an unknown one is 404, with the available names', async (doors) => {
  expect(await jsonOf(404, doors.put('/__sandbox/scenario', { name: 'none' }))).toEqual({
    Message: expect.stringContaining('search-degraded'),
  })
})

test('scenario: a custom one sets data, user, clock and faults, step by step', async () => {
  const scenario = defineScenario({
    name: 'two-steps',
    description: 'A change is rejected once it has been seen.',
    user: 'admin',
    clock: { frozen_at: '2030-01-02T03:04:05Z' },
    steps: [
      {
        after: { method: 'GET', path: '/api/entities/:id' },
        times: 2,
        faults: [{ match: { method: 'GET' }, effect: { kind: 'response', status: 503 } }],
      },
      { after: { method: 'GET' }, user: null, faults: [] },
    ],
  })
  const sandbox = await buildSandbox({ entities: 40, scenarios: [scenario], scenario: 'two-steps' })
  await using server = await listen(createHandlers(sandbox))
  const read = async () => (await fetch(`${server.url}/api/entities/6`)).status
  const overview = async () => (await fetch(`${server.url}/__sandbox`)).json()

  expect(await overview()).toMatchObject({
    scenario: 'two-steps',
    acting_user: 'admin',
    clock: { mode: 'frozen', now: '2030-01-02T03:04:05.000Z' },
  })
  expect([await read(), await read(), await read(), await read()]).toEqual([200, 200, 503, 401])

  await fetch(`${server.url}/__sandbox/reset`, { method: 'POST' })
  expect(await read()).toBe(200)
})

test('a configured scenario for a misspelt path is rejected with the nearest one', async () => {
  const scenario = defineScenario({
    name: 'misspelt',
    description: 'Nothing happens.',
    steps: [{ after: { path: '/api/entities/qeury' } }],
  })
  await expect(buildSandbox({ entities: 1, scenarios: [scenario] })).rejects.toThrow(
    'No route has the path "/api/entities/qeury". Did you mean "/api/entities/query"?',
  )
})

describe('PUT /__sandbox/scenarios/:name', () => {
  const path = '/__sandbox/scenarios/busy'
  const busy = {
    description: 'Reads are rejected.',
    health: { search: { label: 'Orange' } },
    faults: [
      { match: { method: 'GET', path: '/api/entities/:id' }, effect: { kind: 'response', status: 503 } },
    ],
    user: 'reader',
  }

  test('defines a scenario that is listed, entered and left like the others', async (doors) => {
    const before = await look(doors)
    const defined = await doors.put(path, busy)

    expect(await defined.json()).toMatchObject({ name: 'busy', changes: ['health', 'faults', 'user'] })
    expect(await doors.get(path)).toMatchObject({ name: 'busy', ...busy })
    expect(
      (await doors.get<{ items: { name: string }[] }>('/__sandbox/scenarios')).items.at(-1),
    ).toMatchObject({
      name: 'busy',
      current: false,
    })

    await enter(doors, 'busy')
    expect((await doors.fetch(entity)).status).toBe(503)
    expect((await doors.delete('/__sandbox/scenario')).status).toBe(204)
    expect(await look(doors)).toEqual(before)
  })

  test('replaces a configured one until it is deleted, and ends it if it is active', async (doors) => {
    const maintenance = '/__sandbox/scenarios/maintenance'

    await enter(doors, 'maintenance')
    await doors.put(maintenance, { description: 'Nothing is wrong.' })
    expect(await doors.get('/__sandbox')).toMatchObject({ scenario: null, health: 'Green' })

    await enter(doors, 'maintenance')
    expect((await doors.fetch(entity)).status).toBe(200)
    await doors.delete(maintenance)
    expect(await doors.get('/__sandbox')).toMatchObject({ scenario: null })

    await enter(doors, 'maintenance')
    expect((await doors.fetch(entity)).status).toBe(503)
    expect((await doors.delete(maintenance)).status).toBe(409)
  })

  test.table([
    [{}, 'description'],
    [{ ...busy, steps: [{ user: 'nobody', after: {} }] }, 'steps.0.user'],
    [{ ...busy, user: 'nobody' }, 'user'],
    [{ ...busy, faults: [{ effect: { kind: 'explode' } }] }, 'faults.0'],
    [{ ...busy, faults: ['flakey'] }, 'faults.0'],
    [{ ...busy, health: { search: { label: 'Blue' } } }, 'health.search.label'],
    [{ ...busy, health: { 'search//': { label: 'Red' } } }, 'health.search//'],
    [{ ...busy, clock: { frozen_at: 'noon' } }, 'clock'],
    [{ ...busy, steps: [{ after: { path: '/api/entities/qeury' } }] }, 'steps.0.after.path'],
    [
      { ...busy, faults: [{ match: { path: '/api/entites/:id' }, effect: { kind: 'empty' } }] },
      'faults.0.match.path',
    ],
  ])('rejects an invalid scenario: %j', async (doors, json, place) => {
    expect(Object.keys(await jsonOf(400, doors.put(path, json)))).toContainEqual(
      expect.stringContaining(place),
    )
    expect((await doors.fetch(path)).status).toBe(404)
    expect(await (await doors.put('/__sandbox/scenarios/a%20b', busy)).json()).toEqual({
      name: expect.stringContaining('1 to 100 letters'),
    })
  })

  test('is kept by a reset and copied to forks, but not to other sandboxes', async (doors) => {
    await doors.put(path, busy)
    await doors.post('/__sandbox/reset')
    await doors.post('/__sandbox/sandboxes/default/fork', { id: 'copy' })

    expect((await doors.fetch(path)).status).toBe(200)
    expect((await doors.fetch(`/s/copy${path}`)).status).toBe(200)
    expect((await doors.fetch(`/s/other${path}`)).status).toBe(404)
  })
})

test('scenario: every sandbox has a separate one', async (doors) => {
  await doors.put('/s/blue/__sandbox/scenario', { name: 'maintenance' })

  expect((await doors.fetch(`/s/blue${entity}`)).status).toBe(503)
  expect((await doors.fetch(entity)).status).toBe(200)
})

async function enter(doors: Doors, name: string): Promise<void> {
  expect((await doors.put('/__sandbox/scenario', { name })).status).toBe(200)
}

/** Everything that a scenario can change. */
async function look(doors: Doors, prefix = ''): Promise<unknown> {
  const { clock, acting_user, health } = await doors.get(`${prefix}/__sandbox`)
  const components = await doors.get(`${prefix}/__sandbox/health`)
  const { total_items } = await doors.get(`${prefix}/__sandbox/entities?take=1`)

  return { clock, acting_user, health, components, total_items }
}
