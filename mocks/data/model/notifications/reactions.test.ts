import { expect } from 'vitest'
import type { NotificationResource } from '../../../service/api/notifications/notification-routes.ts'
import { openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { define } from '../../../testing/records.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'
import { addCompletedCopy } from '../copy/copy-entity.ts'

const definitions = [
  define(101, 'M.SavedSearch', [
    { type: 'String', name: 'Name', is_mandatory: true },
    { type: 'Boolean', name: 'IsShared' },
  ]),
  define(102, 'M.Order', [{ type: 'String', name: 'Status' }]),
  define(103, 'T.Note', [{ type: 'String', name: 'Status' }]),
]

const test = testWithDoors(() => openDoors({ definitions, data: [] }))

function as(name: string) {
  return { 'x-auth-token': `sandbox-${name}` }
}

function create(doors: Doors, definition: string, properties: unknown, user = 'editor'): Promise<string> {
  const entitydefinition = { href: `/api/entitydefinitions/${definition}` }

  return doors.create('/api/entities', { entitydefinition, properties }, { headers: as(user) })
}

function change(doors: Doors, path: string, properties: unknown, user = 'admin'): Promise<Response> {
  return doors.put(path, { properties }, { headers: as(user) })
}

/** The notifications of a user that the test created, by the date of the clock; others are seeded. */
async function newFor(doors: Doors, name: string): Promise<NotificationResource[]> {
  const { items } = await doors.get<{ items: NotificationResource[] }>('/api/notifications', {
    headers: as(name),
  })

  return items.filter(({ created_on }) => created_on === '2026-06-15T12:00:00.000Z')
}

test('notifications: a change of a saved search sends SearchChanged to its owner', async (doors) => {
  const search = await create(doors, 'M.SavedSearch', { Name: 'Autumn' })

  expect(await newFor(doors, 'editor')).toEqual([])
  await change(doors, search, { Name: 'Winter' })

  expect(await newFor(doors, 'editor')).toMatchObject([
    {
      notificationtype: 'SearchChanged',
      notificationtypelabel: 'Search changed',
      UserId: 7,
      created_by: { href: `${origin}/api/entities/6` },
      channels: [{ is_checked: true }, { is_checked: true }],
    },
  ])
  expect(await newFor(doors, 'admin')).toEqual([])
})

test('notifications: a change of a shared saved search sends SearchChanged to everyone', async (doors) => {
  await change(doors, await create(doors, 'M.SavedSearch', { Name: 'Autumn' }), { IsShared: true })

  expect(await newFor(doors, 'reader')).toMatchObject([{ notificationtype: 'SearchChanged', UserId: 0 }])
})

test('notifications: completing an order sends one OrderCompleted to its owner', async (doors) => {
  const order = await create(doors, 'M.Order', { Status: 'placed' })

  await change(doors, order, { Status: 'packed' })
  expect(await newFor(doors, 'editor')).toEqual([])
  await change(doors, order, { Status: 'Completed' })
  await change(doors, order, { Status: 'completed' })

  expect(await newFor(doors, 'editor')).toMatchObject([{ notificationtype: 'OrderCompleted', UserId: 7 }])
})

test('notifications: a completed copy sends OrderCompleted to its user', async (doors) => {
  for (const sandbox of doors.sandboxes) {
    sandbox.change((draft) => addCompletedCopy(draft, 3, { userId: 8, now: sandbox.clock.timestamp() }))
  }

  expect(await newFor(doors, 'reader')).toMatchObject([{ notificationtype: 'OrderCompleted', UserId: 8 }])
})

test('notifications: other entities, deletions and rejected changes send none', async (doors) => {
  const note = await create(doors, 'T.Note', { Status: 'placed' })
  const search = await create(doors, 'M.SavedSearch', { Name: 'Autumn' })

  await change(doors, note, { Status: 'completed' })
  await change(doors, search, { Name: null })
  await doors.delete(search)

  expect(await newFor(doors, 'editor')).toEqual([])
})
