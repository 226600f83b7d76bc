import { expect } from 'vitest'
import { jsonOf, origin, type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import { dish, openKitchen } from '../../../testing/kitchen.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

const newAsset = (doors: Doors) =>
  doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
    properties: { Title: 'Leek' },
  })

/** The identifier of the status, which programs read by the relation. */
async function statusOf(doors: Doors, asset: string): Promise<unknown> {
  const { parent } = await doors.get<{ parent?: { href: string } }>(
    `${asset}/relations/FinalLifeCycleStatusToAsset`,
  )

  return parent && (await doors.get(parent.href.slice(origin.length))).identifier
}

test('an asset can be created with only a title', async (doors) => {
  expect(await doors.get(await newAsset(doors))).toMatchObject({
    properties: { Title: 'Leek', FileName: null },
  })
})

test.table([
  [['submit'], 'UnderReview'],
  [['approve'], 'Approved'],
  [['submit', 'approve'], 'Approved'],
  [['directpublish'], 'Approved'],
  [['directpublish', 'archive'], 'Archived'],
  [['directpublish', 'archive', 'restore'], 'Approved'],
  [['submit', 'softdeleteentity'], 'Deleted'],
  [['softdeleteentity', 'restorefromdelete'], 'Created'],
])('after %j an asset is %s', async (doors, actions, expected) => {
  const asset = await newAsset(doors)

  for (const action of actions) {
    const { status } = await doors.post(`${asset}/lifecycle/${action}`, {})

    expect(status).toBe(204)
  }

  expect(await statusOf(doors, asset)).toBe(`M.Final.LifeCycle.Status.${expected}`)
})

test('approving records the user and the time', async (doors) => {
  const asset = await newAsset(doors)

  await doors.post(`${asset}/lifecycle/approve`)

  expect(await doors.get(asset)).toMatchObject({
    properties: { ApprovedBy: 'editor', ApprovalDate: '2026-06-15T12:00:00.000Z' },
  })
})

test('rejecting requires a reason', async (doors) => {
  const asset = await newAsset(doors)
  const reject = (body: string) =>
    doors.fetch(`${asset}/lifecycle/reject`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json-patch+json' },
    })

  expect((await reject('{}')).status).toBe(400)
  expect((await reject('{"reason": "blurred"}')).status).toBe(204)
  expect(await statusOf(doors, asset)).toBe('M.Final.LifeCycle.Status.Rejected')
})

test('actions are listed by permission, whatever the status; one that the status does not allow returns 400', async (doors) => {
  const asset = await newAsset(doors)
  const { actions } = await doors.get<{ actions: object }>(`${asset}/lifecycle`)

  expect(Object.keys(actions)).toEqual([
    'submit',
    'directpublish',
    'approve',
    'reject',
    'archive',
    'restore',
    'softdeleteentity',
    'restorefromdelete',
  ])

  expect(await jsonOf(400, doors.post(`${asset}/lifecycle/restore`))).toEqual({
    action: expect.stringContaining('is Created'),
  })
  expect((await doors.post(`${asset}/lifecycle/polish`)).status).toBe(400)
})

test('entities of a definition without a lifecycle have no actions', async () => {
  await using doors = await openKitchen()

  expect(await doors.get(`/api/entities/${dish.soup}/lifecycle`)).toMatchObject({ actions: emptyObject })
})

test('the status can also be set by its relation, on creation and later', async (doors) => {
  const status = (value: string) => ({
    parent: { href: `/api/entities/identifier/M.Final.LifeCycle.Status.${value}` },
  })
  const asset = await doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
    properties: { Title: 'Leek', FileName: 'leek.jpg' },
    relations: { FinalLifeCycleStatusToAsset: status('UnderReview') },
  })

  expect(await statusOf(doors, asset)).toBe('M.Final.LifeCycle.Status.UnderReview')
  await doors.put(`${asset}/relations/FinalLifeCycleStatusToAsset`, status('Approved'))
  expect(await statusOf(doors, asset)).toBe('M.Final.LifeCycle.Status.Approved')
})
