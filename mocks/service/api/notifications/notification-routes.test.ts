import { expect } from 'vitest'
import { openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import type { NotificationResource } from './notification-routes.ts'

interface NotificationsArray {
  items: NotificationResource[]
  total_items: number
}

const personas = { admin: 6, editor: 7, reader: 8 }

function as(name: string) {
  return { headers: { 'x-auth-token': `sandbox-${name}` } }
}

function listFor(doors: Doors, name: string): Promise<NotificationsArray> {
  return doors.get<NotificationsArray>('/api/notifications', as(name))
}

/** The first notification in a user's list that is the user's own, or else for everyone. */
async function firstOf(doors: Doors, name: string, isOwn = true): Promise<NotificationResource> {
  const { items } = await listFor(doors, name)
  const found = items.find(({ is_user_owned }) => is_user_owned === isOwn)

  if (!found) throw new Error(`Failed to find a notification for ${name}.`)

  return found
}

test.table(Object.entries(personas))(
  'GET /api/notifications returns those of the user %s and those for everyone (interface 5.3)',
  async (doors, name, id) => {
    const { items, total_items } = await listFor(doors, name)

    expect(total_items).toBe(items.length)
    expect(new Set(items.map(({ UserId }) => UserId))).toEqual(new Set([0, id]))
    expect(items.filter(({ is_user_owned }) => is_user_owned).every(({ UserId }) => UserId === id)).toBe(true)
    expect(items.map(({ created_on }) => created_on)).toEqual(
      items
        .map(({ created_on }) => created_on)
        .sort()
        .toReversed(),
    )
  },
)

test('a notification has the documented fields (interface 1.6, 2.4.1 to 2.4.3 and 3.4)', async (doors) => {
  const notification = await firstOf(doors, 'editor')

  expect(notification).toEqual({
    id: expect.any(Number),
    notificationtype: expect.stringMatching(/^[A-Z]\w+$/),
    notificationtypelabel: expect.stringMatching(/^[A-Z][a-z ]+$/),
    is_user_owned: true,
    created_on: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
    created_by: { href: expect.stringMatching(/\/api\/entities\/\d+$/) },
    modified_on: expect.any(String),
    modified_by: { href: expect.stringMatching(/\/api\/entities\/\d+$/) },
    channels: [
      { channelname: 'EmailNotification', is_checked: expect.any(Boolean) },
      { channelname: 'RealTimeNotification', is_checked: expect.any(Boolean) },
    ],
    UserId: 7,
    user: { href: `${origin}/api/entities/7` },
    self: { href: `${origin}/api/notifications/${notification.id}` },
  })
  expect(await doors.get(notification.self.href.slice(origin.length))).toEqual(notification)
})

test('the same seed generates the same notifications, another seed others', async () => {
  const listOf = async (seed: number) => {
    await using doors = await openDoors({ seed })

    return await listFor(doors, 'editor')
  }

  expect(await listOf(3)).toEqual(await listOf(3))
  expect(await listOf(3)).not.toEqual(await listOf(4))
})

test.table(['/api/notifications', '/api/notifications/{id}'])(
  'GET and HEAD %s return ETag and Content-Length, and 304 for If-None-Match (interface 1.8, 4.5.1 and 4.5.2)',
  async (doors, template) => {
    const { id } = await firstOf(doors, 'editor')
    const path = template.replace('{id}', String(id))

    const get = await doors.fetch(path)
    const head = await doors.fetch(path, { method: 'HEAD' })
    const etag = get.headers.get('etag') ?? ''

    expect(etag).toMatch(/^".+"$/)
    expect(get.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(get.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBe(etag)
    expect(await head.text()).toBe('')
    expect((await doors.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304)

    await doors.put(`/api/notifications/${id}`, {
      channels: [{ channelname: 'EmailNotification', is_checked: true }],
    })
    await doors.put(`/api/notifications/${id}`, {
      channels: [{ channelname: 'EmailNotification', is_checked: false }],
    })

    expect((await doors.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  },
)

test.table(['admin', 'editor', 'reader'])(
  'PUT /api/notifications/{id} by %s changes the given channels, in any letter case, and nothing else',
  async (doors, name) => {
    const before = await firstOf(doors, name)
    const [email, realTime] = before.channels
    const choice = { channelname: 'EmailNotification', is_checked: !email?.is_checked }

    const response = await doors.fetch(`/api/notifications/${before.id}`, {
      method: 'PUT',
      ...as(name),
      json: {
        channels: [{ ...choice, channelname: 'emailnotification' }],
        notificationtype: 'Other',
        UserId: 6,
      },
    })
    const { items } = await listFor(doors, name)

    expect(response.status).toBe(204)
    expect(items.find(({ id }) => id === before.id)).toEqual({
      ...before,
      channels: [choice, realTime],
      modified_on: '2026-06-15T12:00:00.000Z',
      modified_by: before.user,
    })
  },
)

test('PUT /api/notifications accepts one notification, or a whole list with changed channels (interface 4.5.3)', async (doors) => {
  const { items } = await listFor(doors, 'reader')
  const flip = (notification: NotificationResource) => ({
    ...notification,
    channels: notification.channels.map((channel) => ({ ...channel, is_checked: !channel.is_checked })),
  })
  const put = (json: unknown) => doors.fetch('/api/notifications', { method: 'PUT', ...as('reader'), json })
  const own = await firstOf(doors, 'reader')

  expect((await put(flip(own))).status).toBe(204)
  expect(await firstOf(doors, 'reader')).toMatchObject({ channels: flip(own).channels })
  expect((await put({ items: items.map((item) => (item.id === own.id ? flip(own) : item)) })).status).toBe(
    204,
  )

  const after = await listFor(doors, 'reader')

  expect(after.items.map(({ channels }) => channels)).toEqual(
    items.map((item) => (item.id === own.id ? flip(own) : item).channels),
  )
})

test('a rejected PUT of notifications changes nothing', async (doors) => {
  const { id } = await firstOf(doors, 'editor')
  const others = await firstOf(doors, 'admin')
  const forEveryone = await firstOf(doors, 'reader', false)
  const before = await listFor(doors, 'editor')
  const flipped = forEveryone.channels.map((channel) => ({ ...channel, is_checked: !channel.is_checked }))
  const put = async (path: string, json: unknown, name = 'editor') => {
    const response = await doors.fetch(`/api/notifications${path}`, { method: 'PUT', ...as(name), json })

    return [response.status, await response.json()]
  }
  const pigeon = [{ channelname: 'PigeonNotification', is_checked: true }]

  expect(await put(`/${id}`, { channels: pigeon })).toEqual([
    400,
    {
      'channels.0.channelname':
        'Expected one of EmailNotification, RealTimeNotification, not "PigeonNotification".',
    },
  ])
  expect(
    await put('', {
      items: [
        { id, channels: flipped },
        { id, channels: pigeon },
      ],
    }),
  ).toMatchObject([400, { 'items.1.channels.0.channelname': expect.any(String) }])
  expect(await put('', { channels: [] })).toMatchObject([400, { id: expect.any(String) }])
  expect(await put('/99999', {})).toMatchObject([404, { Message: expect.stringContaining('99999') }])
  expect(await put('', { id: 99_999 })).toMatchObject([404, {}])
  expect(await put('/abc', {})).toMatchObject([404, {}])
  expect(await put(`/${others.id}`, {})).toMatchObject([404, {}])
  expect(await put(`/${forEveryone.id}`, { channels: flipped }, 'reader')).toMatchObject([403, {}])
  expect(await listFor(doors, 'editor')).toEqual(before)
})

test('notifications: 401 without credentials where they are required, and for a wrong token', async () => {
  await using doors = await openDoors({ auth: 'required' })

  expect((await doors.fetch('/api/notifications')).status).toBe(401)
  expect((await doors.fetch('/api/notifications', as('nobody'))).status).toBe(401)
  expect((await doors.fetch('/api/notifications', as('reader'))).status).toBe(200)
})

test('POST /api/notifications/{type} sends a notification to users', async (doors) => {
  const parameters = { title: 'Ready', options: { body: 'Your export is ready.' }, extra: { level: 2 } }

  const response = await doors.post('/api/notifications/Raw', {
    channels: ['realtimeNotification'],
    recipients: [
      { href: `${origin}/api/entities/8` },
      { href: `${origin}/api/entities/identifier/User.admin` },
    ],
    parameters,
  })

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ total_items: 2 })
  for (const name of ['reader', 'admin']) {
    expect((await listFor(doors, name)).items[0]).toMatchObject({
      notificationtype: 'Raw',
      is_user_owned: true,
      created_on: '2026-06-15T12:00:00.000Z',
      created_by: { href: `${origin}/api/entities/7` },
      channels: [
        { channelname: 'EmailNotification', is_checked: false },
        { channelname: 'RealTimeNotification', is_checked: true },
      ],
      parameters,
    })
  }
  expect((await listFor(doors, 'editor')).items[0]?.notificationtype).not.toBe('Raw')
})

test('POST /api/notifications/{type} without recipients sends to everyone', async (doors) => {
  await doors.post('/api/notifications/MaintenancePlanned', {})

  for (const name of Object.keys(personas)) {
    expect((await listFor(doors, name)).items[0]).toMatchObject({
      notificationtype: 'MaintenancePlanned',
      notificationtypelabel: 'Maintenance planned',
      is_user_owned: false,
      UserId: 0,
    })
  }
})

test('POST /api/notifications/{type} rejects unknown channels and recipients, and readers', async (doors) => {
  const post = async (json: unknown, name = 'editor') => {
    const response = await doors.fetch('/api/notifications/Raw', { method: 'POST', ...as(name), json })

    return [response.status, await response.json()]
  }

  for (const channel of ['Pigeon', null, ['RealTimeNotification'], { toString: 1, valueOf: 1 }]) {
    expect(await post({ channels: [channel] })).toEqual([
      400,
      { 'channels.0': 'Expected EmailNotification or RealTimeNotification.' },
    ])
  }
  expect(await post({ recipients: [{ href: '/api/entities/2' }] })).toEqual([
    400,
    { 'recipients.0': '"/api/entities/2" is not a link to a user.' },
  ])
  expect(await post({}, 'reader')).toMatchObject([403, {}])
})
