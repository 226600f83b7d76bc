import { expect } from 'vitest'
import { seededComponents } from '../../../data/model/health/component.ts'
import { jsonOf, openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { define, relationEnd } from '../../../testing/records.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'

const asAdmin = { headers: { authorization: 'Bearer sandbox-admin' } }

const end = (role: 'Parent' | 'Child') => relationEnd('NoteToNote', role, 'ManyToMany', 'T.Note')
const note = define(101, 'T.Note', [{ type: 'String', name: 'Title' }, end('Parent'), end('Child')])

/** Sandboxes that have only notes and a frozen clock. */
const test = testWithDoors(async () => {
  const doors = await openDoors({ definitions: [note], data: [] })

  await doors.put('/__sandbox/clock', { mode: 'frozen' })

  return doors
})

async function writeNotes(doors: Doors, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await doors.post('/api/entities', {
      entitydefinition: { href: `${origin}/api/entitydefinitions/T.Note` },
      properties: { Title: `Note ${index}` },
    })
  }
}

function advance(doors: Doors, ms: number): Promise<Response> {
  return doors.post('/__sandbox/clock/advance', { ms })
}

function setHealth(doors: Doors, path: string, label: string, message?: string): Promise<Response> {
  return doors.put(`/__sandbox/health/${path}`, { label, message })
}

function status<T = Record<string, unknown>>(doors: Doors, name: string): Promise<T> {
  return doors.get<T>(`/api/status/${name}`, asAdmin)
}

interface Queues {
  total_messages_ready: number
  queues: {
    name: string
    consumer: string
    messages_ready: number
    is_running: boolean
    service_status_label: string
  }[]
}

async function queue(doors: Doors, name: string) {
  const { queues } = await status<Queues>(doors, 'queues')

  return queues.find((each) => each.name === name)
}

test('GET /api/status/queues: changes are queued as messages, which are processed as time passes (interface 4.4.2)', async (doors) => {
  expect(await status(doors, 'queues')).toMatchObject({ total_messages_ready: 0 })
  await writeNotes(doors, 3)
  expect(await queue(doors, 'search_indexing')).toMatchObject({ consumer: 'search', messages_ready: 3 })
  expect(await queue(doors, 'graph_updates')).toMatchObject({ consumer: 'graph', messages_ready: 3 })
  await advance(doors, 1000)
  expect(await status(doors, 'queues')).toMatchObject({ total_messages_ready: 0 })
})

test('response times are null for the whole of the last outage, even after it is over', async (doors) => {
  await setHealth(doors, 'search', 'Red', 'The index is gone.')
  await advance(doors, 3_600_000)
  await setHealth(doors, 'search', 'Green')
  await advance(doors, 1000)

  const { response_times } = await status<{ response_times: { response_time_ms: number | null }[] }>(
    doors,
    'search',
  )

  expect(response_times.filter(({ response_time_ms }) => response_time_ms === null)).toHaveLength(11)
})

test('search, its queue and its KPI agree with its health: if Red, search is unavailable and falls behind (interface 4.4.7 and 4.4.12)', async (doors) => {
  await setHealth(doors, 'search', 'Red', 'The index is gone.')
  await writeNotes(doors, 4)
  await advance(doors, 60_000)

  expect(await status(doors, 'search')).toMatchObject({
    service_status_label: 'Red',
    service_status_message: 'The index is gone.',
    is_available: false,
    documents_pending: 4,
    lag_seconds: 60,
    error_rate: 1,
    response_time_ms: null,
  })
  expect(await queue(doors, 'search_indexing')).toMatchObject({
    service_status_label: 'Red',
    is_running: false,
    messages_ready: 4,
  })
  expect(await queue(doors, 'graph_updates')).toMatchObject({ is_running: true, messages_ready: 0 })

  const { kpis } = await status<{ kpis: { name: string; value: number; status_label: string }[] }>(
    doors,
    'kpis',
  )

  expect(kpis.find(({ name }) => name === 'search_lag')).toMatchObject({ value: 60, status_label: 'Yellow' })

  const components = seededComponents.size - 1 // The service itself is none.
  expect(kpis.find(({ name }) => name === 'availability')?.value).toBeCloseTo(
    (100 * (components - 1)) / components,
    1,
  )

  await setHealth(doors, 'search', 'Green')
  expect(await status(doors, 'search')).toMatchObject({ is_available: true, documents_pending: 4 })
  await advance(doors, 1000)
  expect(await status(doors, 'search')).toMatchObject({ documents_pending: 0, lag_seconds: 0 })
})

test.table([
  ['search', 'search'],
  ['datastorage', 'data_storage'],
  ['graph', 'graph'],
])(
  'GET /api/status/%s returns 200 and the same state as the service status, in every colour (interface 4.4.6 to 4.4.8 and 7.2)',
  async (doors, name, path) => {
    for (const label of ['Yellow', 'Orange', 'Red', 'Green']) {
      await setHealth(doors, path, label)

      const tree = await status<{ downstream_services: Record<string, object> }>(doors, 'servicestatus')
      const { downstream_services: _, ...state } = {
        downstream_services: null,
        ...tree.downstream_services[path],
      }

      expect(state).toMatchObject({ service_status_label: label })
      expect(await status(doors, name)).toMatchObject({ ...state, is_available: label !== 'Red' })
    }
  },
)

test('GET /api/status/graph counts the available workers; with fewer the queue is processed more slowly', async (doors) => {
  await setHealth(doors, 'graph/worker-2', 'Red', 'Out of memory.')

  expect(await status(doors, 'graph')).toMatchObject({
    service_status_label: 'Green',
    aggregated_service_status_label: 'Red',
    workers_available: 2,
  })
  expect(await queue(doors, 'graph_updates')).toMatchObject({ rate_per_second: 8 })
})

test('the graph queue: messages wait while no worker is available, also after an earlier outage of the graph itself', async (doors) => {
  const workers = ['graph/worker-1', 'graph/worker-2', 'graph/worker-3']

  await setHealth(doors, 'graph', 'Red')
  await advance(doors, 60_000)
  await setHealth(doors, 'graph', 'Green')
  await advance(doors, 60_000)
  for (const worker of workers) await setHealth(doors, worker, 'Red')
  await writeNotes(doors, 4)
  await advance(doors, 60_000)
  for (const worker of workers) await setHealth(doors, worker, 'Green')

  expect(await queue(doors, 'graph_updates')).toMatchObject({ is_running: true, messages_ready: 4 })
  await advance(doors, 1000)
  expect(await queue(doors, 'graph_updates')).toMatchObject({ messages_ready: 0 })
})

test('GET /api/status/graph returns the last built graph, with its age; forceRefresh rebuilds it (interface 4.4.8)', async (doors) => {
  const nodesBefore = await status<{ nodes: number }>(doors, 'graph')

  await writeNotes(doors, 2)
  await advance(doors, 90_000)

  expect(await status(doors, 'graph')).toMatchObject({
    nodes: nodesBefore.nodes + 2,
    snapshot: { built_on: '2026-06-15T12:00:00.000Z', age_seconds: 90, nodes: nodesBefore.nodes },
  })
  expect(await status(doors, 'graph?forceRefresh=true')).toMatchObject({
    snapshot: { built_on: '2026-06-15T12:01:30.000Z', age_seconds: 0, nodes: nodesBefore.nodes + 2 },
  })
  expect(await status(doors, 'graph?forceRefresh=false')).toMatchObject({ snapshot: { age_seconds: 0 } })
  expect((await doors.fetch('/api/status/graph?forceRefresh=maybe', asAdmin)).status).toBe(400)
})

test('GET /api/status/jobs counts copies and requests of the retention period, 30 days by default (interface 4.4.4 and 8.1)', async (doors) => {
  await writeNotes(doors, 1)
  const { items } = await doors.get<{ items: { id: number }[] }>('/api/entitydefinitions/T.Note/entities')
  const copy = (id: number) => doors.post(`/api/entities/${id}/copy`, {})

  await copy(items[0]?.id ?? 0)
  await copy(items[0]?.id ?? 0)
  await copy(999_999)

  const copies = { type: 'EntityCopy', conditions: { succeeded: 2, failed: 1, pending: 0 } }

  expect(await status(doors, 'jobs')).toMatchObject({
    retention_period: 30,
    job_types: [
      copies,
      { type: 'SearchIndexing' },
      { type: 'GraphUpdate' },
      { type: 'NotificationDelivery' },
      { type: 'MassEdit', total: 0 },
    ],
    requests: {
      total: 5,
      succeeded: 4,
      rejected: 1,
      days: [{ date: '2026-06-15', requests: 5 }],
    },
  })

  await advance(doors, 8 * 86_400_000)

  expect(await status(doors, 'jobs/7')).toMatchObject({
    retention_period: 7,
    job_types: [{ conditions: { succeeded: 0, failed: 0 } }, {}, {}, {}, {}],
  })
  expect(await status(doors, 'jobs/9')).toMatchObject({
    retention_period: 9,
    job_types: [copies, {}, {}, {}, {}],
  })
})

test.table(['0', '3651', '-1', '1.5', 'week'])(
  'GET /api/status/jobs/%s returns 400: only 1 to 3650 whole days are allowed',
  async (doors, period) => {
    expect(await jsonOf(400, doors.fetch(`/api/status/jobs/${period}`, asAdmin))).toEqual({
      retentionPeriod: `Expected a whole number of days, 1 to 3650, not "${period}".`,
    })
  },
)

test('GET /api/status/system says that it is obsolete, and links to its successors (interface 4.4.5 and 9.1)', async (doors) => {
  const response = await doors.fetch('/api/status/system', asAdmin)
  const successor = ['datastorage', 'search', 'graph', 'servicestatus'].map(
    (name) => `${origin}/api/status/${name}`,
  )

  expect(response.headers.get('deprecation')).toBe('true')
  expect(response.headers.get('link')).toBe(
    successor.map((href) => `<${href}>; rel="successor-version"`).join(', '),
  )
  expect(await response.json()).toMatchObject({ successor: successor.map((href) => ({ href })) })
})

test('GET /api/status/users counts users and active sessions (interface 4.4.10)', async (doors) => {
  const before = await status<{ total: number; roles: Record<string, number> }>(doors, 'users')

  await signIn(doors, 'reader')
  await doors.post('/api/entities', {
    entitydefinition: { href: `${origin}/api/entitydefinitions/User` },
    properties: { Username: 'newcomer', IsEnabled: false },
  })

  expect(await status(doors, 'users')).toMatchObject({
    total: before.total + 1,
    disabled: 1,
    roles: { ...before.roles, reader: (before.roles['reader'] ?? 0) + 1 },
    active_sessions: 1,
    active_users: 1,
  })
  await advance(doors, 3_600_000)
  expect(await status(doors, 'users')).toMatchObject({ active_sessions: 0, active_users: 0 })
})

test('GET /api/status/licenses: the license is valid for the current year, and ExpiresSoon at its end (interface 4.4.11)', async (doors) => {
  expect(await status(doors, 'licenses')).toMatchObject({
    licenses: [{ state: 'Valid', valid_until: '2027-01-01T00:00:00.000Z', days_left: 200 }],
  })
  await advance(doors, 180 * 86_400_000)
  expect(await status(doors, 'licenses')).toMatchObject({
    licenses: [{ state: 'ExpiresSoon', days_left: 20 }],
  })
})

test('GET /api/status/datastorage counts the stored records (interface 4.4.6)', async (doors) => {
  const before = await status<{ entities: number }>(doors, 'datastorage')

  await writeNotes(doors, 2)

  expect(await status(doors, 'datastorage')).toMatchObject({
    entities: before.entities + 2,
    entities_created_in_last_day: 2,
    size_in_bytes: expect.any(Number),
  })
})

test('GET /api/status/version lists the versions of the sandbox and its dependencies (interface 4.4.3)', async (doors) => {
  expect(await status(doors, 'version')).toMatchObject({
    product_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    assemblies: expect.arrayContaining([
      { name: 'entity-sandbox', version: expect.any(String) },
      { name: 'msw', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    ]),
  })
})

test('a reset restores the values of the status resources', async (doors) => {
  const names = ['queues', 'jobs', 'search', 'graph', 'datastorage', 'kpis', 'servicestatus']
  const read = async (): Promise<unknown> => {
    const bodies: unknown[] = []

    for (const name of names) bodies.push(await status(doors, name))

    return bodies
  }

  const before = await read()

  await writeNotes(doors, 2)
  await setHealth(doors, 'graph', 'Red')
  await doors.post('/__sandbox/reset')

  expect(await read()).toEqual(before)
})
