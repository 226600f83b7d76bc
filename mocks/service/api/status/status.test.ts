import { expect } from 'vitest'
import { openDoors, origin } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import { status, type ServiceStatus } from './status-routes.ts'

const asAdmin = { headers: { authorization: 'Bearer sandbox-admin' } }

const subResources = [
  ...status.map(({ path }) => path.replace(/\/:\w+\?$/, '')).filter((path) => path !== '/api/status'),
  '/api/status/jobs/7',
]

test('GET /api/status returns the index, which needs no authorization (interface 2.5.1, 2.5.2, 4.4.1 and 5.1)', async () => {
  await using doors = await openDoors({ auth: 'required' })

  expect(await doors.get('/api/status')).toMatchObject({
    hostname: 'entity-sandbox',
    aggregated_service_status_label: 'Green',
    queues: { href: `${origin}/api/status/queues` },
    jobs: { href: `${origin}/api/status/jobs` },
    users: { href: `${origin}/api/status/users` },
    licenses: { href: `${origin}/api/status/licenses` },
    system: { href: `${origin}/api/status/system` },
    data_storage: { href: `${origin}/api/status/datastorage` },
    search: { href: `${origin}/api/status/search` },
    graph: { href: `${origin}/api/status/graph{?forceRefresh}`, templated: true },
    service_status: { href: `${origin}/api/status/servicestatus` },
    kpis: { href: `${origin}/api/status/kpis` },
  })
})

test('the hostname of the index is that of the option (interface 2.5.1)', async () => {
  await using doors = await openDoors({ hostname: 'web-3' })

  expect(await doors.get('/api/status')).toMatchObject({ hostname: 'web-3' })
})

test('every link in the status index works for an administrator (interface 1.5)', async (doors) => {
  const index = await doors.get<Record<string, { href?: string }>>('/api/status')
  const links = Object.values(index).flatMap(({ href }) => href ?? [])

  expect(links).toHaveLength(10)
  for (const href of links) {
    await doors.get(href.slice(origin.length).replace('{?forceRefresh}', ''), asAdmin)
  }
})

test.table(subResources)(
  'GET %s returns 401 without credentials, and 403 to users who are not administrators (interface 5.2)',
  async (doors, path) => {
    const statusFor = async (token: string) => {
      const { status } = await doors.fetch(path, { headers: { 'x-auth-token': token } })

      return status
    }

    expect((await doors.fetch(path)).status).toBe(401)
    expect(await statusFor('no such token')).toBe(401)
    expect(await statusFor('sandbox-editor')).toBe(403)
    expect(await statusFor('sandbox-reader')).toBe(403)
    expect(await statusFor('sandbox-admin')).toBe(200)
  },
)

test.table(['HEAD', 'PUT', 'POST', 'DELETE'])(
  '%s /api/status returns 405: status resources support only GET (interface 1.9)',
  async (doors, method) => {
    const response = await doors.fetch('/api/status', { method, ...asAdmin })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
  },
)

test('the service status object has the documented fields; downstream_services is null if there are none (interface 2.6.1 and 2.6.2)', async (doors) => {
  const green = {
    service_status_label: 'Green',
    service_status_message: expect.any(String),
    aggregated_service_status_label: 'Green',
  }
  const worker = { ...green, downstream_services: null }

  expect(await doors.get('/api/status/servicestatus', asAdmin)).toEqual({
    ...green,
    downstream_services: {
      search: worker,
      data_storage: worker,
      graph: {
        ...green,
        downstream_services: { 'worker-1': worker, 'worker-2': worker, 'worker-3': worker },
      },
    },
    self: { href: `${origin}/api/status/servicestatus` },
  })
})

test('if the index is not Green, downstream_services lead to the cause (interface 4.4.9 and 7.2)', async (doors) => {
  await doors.put('/__sandbox/health/graph/worker-2', {
    label: 'ORANGE',
    message: 'Loses one message in ten.',
  })

  const index = await doors.get<{
    aggregated_service_status_label: string
    service_status: { href: string }
  }>('/api/status')

  expect(index.aggregated_service_status_label.toLowerCase()).not.toBe('green')

  const service = await doors.get<ServiceStatus>(index.service_status.href.slice(origin.length), asAdmin)

  expect(causeOf(service)).toEqual({
    path: ['graph', 'worker-2'],
    label: 'Orange',
    message: 'Loses one message in ten.',
  })
})

/** Finds the cause as a client does: by following the aggregated label downwards. */
function causeOf(service: ServiceStatus, path: string[] = []): unknown {
  const label = service.aggregated_service_status_label.toLowerCase()
  const below = Object.entries(service.downstream_services ?? {}).find(
    ([, each]) => each.aggregated_service_status_label.toLowerCase() === label,
  )

  if (service.service_status_label.toLowerCase() === label || !below) {
    return { path, label: service.service_status_label, message: service.service_status_message }
  }

  return causeOf(below[1], [...path, below[0]])
}
