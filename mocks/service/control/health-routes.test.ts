import { expect } from 'vitest'
import { jsonOf, type Doors } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-doors.ts'
import type { ChangeList } from './sandboxes/change-routes.ts'
import type { ComponentResource, HealthMomentResource } from './health-routes.ts'

function setHealth(doors: Doors, path: string, json: unknown): Promise<Response> {
  return doors.put(`/__sandbox/health${path}`, json)
}

async function indexLabel(doors: Doors): Promise<unknown> {
  const index = await doors.get('/api/status')

  return index['aggregated_service_status_label']
}

test('GET /__sandbox/health returns the tree of components, and which one decides the aggregated colour', async (doors) => {
  await setHealth(doors, '/graph/worker-2', { label: 'red', message: 'Out of memory.' })

  const health = await doors.get<ComponentResource>('/__sandbox/health')
  const why = { path: 'graph/worker-2', label: 'Red', message: 'Out of memory.' }

  expect(health).toMatchObject({ name: '', path: '', label: 'Green', aggregated: 'Red', source: 'seed', why })
  expect(health.downstream.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['data_storage', 'graph', 'search']),
  )
  expect(
    health.downstream.filter(({ aggregated }) => aggregated !== 'Green').map(({ path }) => path),
  ).toEqual(['graph'])
  expect(await doors.get('/__sandbox/health/graph/worker-2')).toEqual({
    name: 'worker-2',
    path: 'graph/worker-2',
    label: 'Red',
    message: 'Out of memory.',
    hold: false,
    since: '2026-06-15T12:00:00.000Z',
    recovers_on: null,
    flap: null,
    source: 'you',
    aggregated: 'Red',
    why,
    downstream: [],
  })
})

test.table(['GREEN', 'Yellow', 'oRaNgE', 'red'])(
  'PUT /__sandbox/health accepts "%s" in any letter case; status resources write it as documented (interface 2.6.3)',
  async (doors, label) => {
    await setHealth(doors, '/search', { label })

    const written = label[0]?.toUpperCase() + label.slice(1).toLowerCase()

    expect(await indexLabel(doors)).toBe(written)
  },
)

test('PUT /__sandbox/health rejects an unknown colour', async (doors) => {
  expect(await jsonOf(400, setHealth(doors, '/search', { label: 'Blue' }))).toEqual({
    label: 'Expected one of Green, Yellow, Orange, Red, not "Blue".',
  })
})

test('PUT /__sandbox/health/{path} adds a component and its parents, at any depth', async (doors) => {
  await setHealth(doors, '/media/renditions/worker-1', { label: 'Orange' })

  expect(await doors.get('/__sandbox/health/media')).toMatchObject({
    label: 'Green',
    aggregated: 'Orange',
    downstream: [{ path: 'media/renditions', downstream: [{ path: 'media/renditions/worker-1' }] }],
  })
})

test('Yellow turns Green after 30 seconds on the clock of the sandbox, unless it is held; Orange and Red last (interface 3.2)', async (doors) => {
  const advance = (ms: number) => doors.post('/__sandbox/clock/advance', { ms })

  await doors.put('/__sandbox/clock', { mode: 'frozen' })
  await setHealth(doors, '/search', { label: 'Yellow' })
  expect(await doors.get('/__sandbox/health/search')).toMatchObject({
    recovers_on: '2026-06-15T12:00:30.000Z',
  })
  await advance(29_999)
  expect(await indexLabel(doors)).toBe('Yellow')
  await advance(1)
  expect(await indexLabel(doors)).toBe('Green')

  for (const lasting of [{ label: 'Yellow', hold: true }, { label: 'Orange' }, { label: 'Red' }]) {
    await setHealth(doors, '/search', lasting)
    await advance(3_600_000)
    expect(await indexLabel(doors)).toBe(lasting.label)
  }
})

test('DELETE /__sandbox/health/{path} restores a seeded component and removes an added one', async (doors) => {
  const remove = async (path: string) => {
    const { status } = await doors.delete(`/__sandbox/health${path}`)

    return status
  }

  await setHealth(doors, '/graph', { label: 'Red' })
  await setHealth(doors, '/media/worker-1', { label: 'Red' })

  expect(await remove('/graph')).toBe(204)
  expect(await doors.get('/__sandbox/health/graph')).toMatchObject({ label: 'Green', source: 'seed' })
  expect(await remove('/media')).toBe(204)
  expect(await remove('/media/worker-1')).toBe(404)
  expect(await indexLabel(doors)).toBe('Green')
})

test('DELETE /__sandbox/health restores all components', async (doors) => {
  const seeded = await doors.get('/__sandbox/health')

  await setHealth(doors, '', { label: 'Orange' })
  await setHealth(doors, '/graph/worker-1/disk', { label: 'Red' })
  await doors.delete('/__sandbox/health')

  expect(await doors.get('/__sandbox/health')).toEqual(seeded)
})

test('a flapping component alternates between two colours, on the clock of the sandbox', async (doors) => {
  const advance = (ms: number) => doors.post('/__sandbox/clock/advance', { ms })

  await doors.put('/__sandbox/clock', { mode: 'frozen' })
  await setHealth(doors, '/search', { label: 'Red', flap: { label: 'green', every_ms: 10_000 } })

  const seen: unknown[] = []

  for (const ms of [9999, 1, 9999, 1]) {
    await advance(ms)
    seen.push(await indexLabel(doors))
  }

  expect(seen).toEqual(['Red', 'Green', 'Green', 'Red'])
  expect(await doors.get('/__sandbox/health/search')).toMatchObject({
    since: '2026-06-15T12:00:20.000Z',
    flap: { label: 'Green', every_ms: 10_000, switches_on: '2026-06-15T12:00:30.000Z' },
  })

  await setHealth(doors, '/search', { label: 'Orange' })
  await advance(60_000)

  expect(await indexLabel(doors)).toBe('Orange')
})

test('GET /__sandbox/health-history says what changed, by whom, and what changed without a request', async (doors) => {
  await doors.put('/__sandbox/clock', { mode: 'frozen' })
  await setHealth(doors, '/search', { label: 'Yellow', message: 'Slow.' })
  await doors.post('/__sandbox/clock/advance', { ms: 45_000 })
  await setHealth(doors, '/graph/worker-9', { label: 'Red', flap: { label: 'Orange', every_ms: 10_000 } })
  await doors.post('/__sandbox/clock/advance', { ms: 7000 })
  await setHealth(doors, '/data_storage', { label: 'Orange' })
  await doors.post('/__sandbox/clock/advance', { ms: 3000 })
  await doors.post('/__sandbox/undo')

  const { items } = await doors.get<{ items: HealthMomentResource[] }>('/__sandbox/health-history')

  expect(
    items.map(
      ({ at, aggregated, changes }) =>
        `${at.slice(14, 19)} ${aggregated}: ${changes.map(({ path, from, to, source }) => `${path} ${from} ${to} ${source}`).join()}`,
    ),
  ).toEqual([
    '00:00 Green: ',
    '00:00 Yellow: search Green Yellow you',
    '00:30 Green: search Yellow Green itself',
    '00:45 Red: graph/worker-9 null Red you',
    '00:52 Red: data_storage Green Orange you',
    '00:55 Orange: graph/worker-9 Red Orange itself',
    '00:55 Orange: data_storage Orange Green seed',
  ])
})

test.table([
  ['upper', 'RED'],
  ['lower', 'red'],
  ['documented', 'Red'],
])('PUT /__sandbox/label-case: with %s the status resources write %s', async (doors, labelCase, written) => {
  const admin = { headers: { 'x-auth-token': 'sandbox-admin' } }
  const read = async (path: string) => (await doors.fetch(path, admin)).json()

  await setHealth(doors, '/search', { label: 'Red' })
  await doors.put('/__sandbox/label-case', { case: labelCase })

  expect(await indexLabel(doors)).toBe(written)
  expect(await read('/api/status/servicestatus')).toMatchObject({
    aggregated_service_status_label: written,
    downstream_services: { search: { service_status_label: written } },
  })
  expect(await read('/api/status/search')).toMatchObject({ service_status_label: written })

  await doors.post('/__sandbox/reset')

  expect(await doors.get('/__sandbox/label-case')).toEqual({ case: 'documented' })
})

test.table([
  ['serch', 'serch', 'search'],
  ['Search', 'Search', 'search'],
  ['grpah/worker-9', 'grpah', 'graph'],
  ['graph/wroker-2', 'graph/wroker-2', 'graph/worker-2'],
])(
  'the new component %s is rejected, since another has a similar name, unless it is meant',
  async (doors, path, name, similar) => {
    expect(await jsonOf(400, setHealth(doors, `/${path}`, { label: 'Red' }))).toEqual({
      path: `There is no component "${name}". Did you mean "${similar}"? To add it all the same, set "is_new" to true.`,
    })

    expect((await setHealth(doors, `/${path}`, { label: 'Red', is_new: true })).status).toBe(200)
    expect((await setHealth(doors, `/${path}`, { label: 'Green' })).status).toBe(200)
  },
)

test.table([
  'graph/worker-9',
  'graph/worker-new',
  'graph/broker',
  'processing/audio',
  'cache',
  'search/index',
])('the new component %s is added', async (doors, path) => {
  expect((await setHealth(doors, `/${path}`, { label: 'Red' })).status).toBe(200)
})

test('the list of changes names the components whose health was changed', async (doors) => {
  await setHealth(doors, '/graph/worker-2', { label: 'Red' })
  await setHealth(doors, '', { label: 'Orange' })

  const { items } = await doors.get<ChangeList>('/__sandbox/changes')

  expect(items.map(({ titles }) => titles)).toEqual([['service'], ['graph/worker-2']])
})
