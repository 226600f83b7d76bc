import { expect } from 'vitest'
import { jsonOf, origin } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import { openKitchen } from '../../../testing/kitchen.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

test('an option list is returned with nested values and audit fields', async (doors) => {
  expect(await doors.get('/api/datasources/M.UsageRights?after=signature')).toMatchObject({
    name: 'M.UsageRights',
    type: 'Hierarchical',
    values: expect.arrayContaining([
      {
        identifier: 'licensed',
        labels: expect.objectContaining({ 'en-US': 'Licensed' }),
        values: expect.arrayContaining([
          expect.objectContaining({ identifier: 'licensed.worldwide', values: [] }),
        ]),
      },
    ]),
    created_by: { href: `${origin}/api/entities/6` },
    created_on: '2023-06-01T08:00:00.000Z',
    self: { href: `${origin}/api/datasources/M.UsageRights` },
  })
})

test('a list of a real tenant is accepted and listed: nested values, without labels, with spaces and parentheses', async () => {
  await using doors = await openKitchen()
  const response = await doors.post('/api/datasources', {
    name: 'Demo.Courses',
    labels: null,
    type: 'Hierarchical',
    values: [{ identifier: 'Main dish (hot)', values: [{ identifier: 'Soup', labels: null, values: [] }] }],
  })

  expect(response.status).toBe(201)
  expect(await doors.get('/api/datasources/Demo.Courses')).toMatchObject({
    labels: emptyObject,
    values: [
      {
        identifier: 'Main dish (hot)',
        labels: emptyObject,
        values: [{ identifier: 'Soup', labels: emptyObject, values: [] }],
      },
    ],
  })
  expect(await doors.get('/api/datasources')).toMatchObject({
    items: expect.arrayContaining([
      { name: 'Demo.Courses', is_system_owned: false, href: `${origin}/api/datasources/Demo.Courses` },
    ]),
  })
})

test('a full-text search finds options by their current labels', async (doors) => {
  const path = '/api/datasources/M.UsageRights'
  const query = encodeURIComponent("Definition.Name=='M.Asset' AND FullText=='zeppelin'")
  const count = async () =>
    (await doors.get<{ total_items: number }>(`/api/entities/query?query=${query}`)).total_items
  const list = await doors.get<{ values: { labels: object }[] }>(path)

  expect(await count()).toBe(0)
  for (const value of list.values) value.labels = { 'en-US': 'Zeppelin' }
  expect((await doors.put(path, list)).ok).toBe(true)
  expect(await count()).toBeGreaterThan(0)
})

test.table(['bad name!', '', '..'])('an option list with the name "%s" is rejected', async (doors, name) => {
  expect(await jsonOf(400, doors.post('/api/datasources', { name, values: [] }))).toHaveProperty('name')
})
