import { expect, test } from 'vitest'
import { openDoors, type Doors } from '../testing/doors.ts'
import type { ComponentResource } from './health.ts'

function setHealth(doors: Doors, path: string, json: unknown): Promise<Response> {
  return doors.fetch(`/__sandbox/health${path}`, { method: 'PUT', json })
}

async function indexLabel(doors: Doors): Promise<unknown> {
  const index = await doors.get('/api/status')

  return index['aggregated_service_status_label']
}

test('GET /__sandbox/health is the tree of components, and why it is no better', async () => {
  await using doors = await openDoors()

  await setHealth(doors, '/graph/worker-2', { label: 'red', message: 'Out of memory.' })

  const health = await doors.get<ComponentResource>('/__sandbox/health')
  const why = { path: 'graph/worker-2', label: 'Red', message: 'Out of memory.' }

  expect(health).toMatchObject({ name: '', path: '', label: 'Green', aggregated: 'Red', source: 'seed', why })
  expect(health.downstream.map(({ path, aggregated }) => `${path} ${aggregated}`).sort()).toEqual([
    'data_storage Green',
    'graph Red',
    'search Green',
  ])
  expect(await doors.get('/__sandbox/health/graph/worker-2')).toEqual({
    name: 'worker-2',
    path: 'graph/worker-2',
    label: 'Red',
    message: 'Out of memory.',
    hold: false,
    since: '2026-06-15T12:00:00.000Z',
    recovers_on: null,
    source: 'you',
    aggregated: 'Red',
    why,
    downstream: [],
  })
})

test.each(['GREEN', 'Yellow', 'oRaNgE', 'red'])(
  'PUT /__sandbox/health takes "%s" in any letter case and writes it as documented',
  async (label) => {
    await using doors = await openDoors()

    await setHealth(doors, '/search', { label })

    const written = label[0]?.toUpperCase() + label.slice(1).toLowerCase()

    expect(await indexLabel(doors)).toBe(written)
  },
)

test('PUT /__sandbox/health refuses a colour that is none', async () => {
  await using doors = await openDoors()

  const response = await setHealth(doors, '/search', { label: 'Blue' })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ label: 'Expected one of Green, Yellow, Orange, Red, not "Blue".' })
})

test('PUT /__sandbox/health sets the service itself', async () => {
  await using doors = await openDoors()

  await setHealth(doors, '', { label: 'Orange' })

  expect(await doors.get('/__sandbox/health')).toMatchObject({ label: 'Orange', why: { path: '' } })
})

test('PUT /__sandbox/health/{path} adds a component with those above it, at any depth', async () => {
  await using doors = await openDoors()

  await setHealth(doors, '/media/renditions/worker-1', { label: 'Orange' })

  expect(await doors.get('/__sandbox/health/media')).toMatchObject({
    label: 'Green',
    aggregated: 'Orange',
    downstream: [{ path: 'media/renditions', downstream: [{ path: 'media/renditions/worker-1' }] }],
  })
})

test('Yellow turns Green after 30 seconds on the clock of the sandbox, unless it is held', async () => {
  await using doors = await openDoors()
  const advance = (ms: number) => doors.fetch('/__sandbox/clock/advance', { method: 'POST', json: { ms } })

  await doors.fetch('/__sandbox/clock', { method: 'PUT', json: { mode: 'frozen' } })
  await setHealth(doors, '/search', { label: 'Yellow' })
  expect(await doors.get('/__sandbox/health/search')).toMatchObject({
    recovers_on: '2026-06-15T12:00:30.000Z',
  })
  await advance(29_999)
  expect(await indexLabel(doors)).toBe('Yellow')
  await advance(1)
  expect(await indexLabel(doors)).toBe('Green')

  await setHealth(doors, '/search', { label: 'Yellow', hold: true })
  await advance(3_600_000)
  expect(await indexLabel(doors)).toBe('Yellow')
})

test('DELETE /__sandbox/health/{path} gives a seeded component its state back and removes an added one', async () => {
  await using doors = await openDoors()
  const remove = async (path: string) => {
    const { status } = await doors.fetch(`/__sandbox/health${path}`, { method: 'DELETE' })

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

test('DELETE /__sandbox/health puts everything back', async () => {
  await using doors = await openDoors()
  const seeded = await doors.get('/__sandbox/health')

  await setHealth(doors, '', { label: 'Orange' })
  await setHealth(doors, '/graph/worker-1/disk', { label: 'Red' })
  await doors.fetch('/__sandbox/health', { method: 'DELETE' })

  expect(await doors.get('/__sandbox/health')).toEqual(seeded)
})
