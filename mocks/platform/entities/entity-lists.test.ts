import { expect } from 'vitest'
import { origin } from '../../testing/doors.ts'
import { dish } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

const empty = { items: [], total_items: 0, returned_items: 0, offset: 0 }

test.table([
  `/api/entities/${dish.soup}/roles`,
  `/api/entities/${dish.soup}/savedselections`,
  `/api/entities/${dish.soup}/annotations`,
  '/api/roles',
  '/api/savedselections',
  '/api/savedselections/searchcomponent/1',
  '/api/downloadorders',
  '/api/graph/v1/rebuilds',
])('%s returns an empty list', async (doors, path) => {
  expect(await doors.get(path)).toEqual({ ...empty, self: { href: `${origin}${path}` } })
})

test('all roles on an entity are maps, which are empty', async ({ doors }) => {
  const path = `/api/entities/${dish.soup}/allroles`

  expect(await doors.get(path)).toEqual({
    user_roles: {},
    user_group_roles: {},
    self: { href: `${origin}${path}` },
  })
})

test('a user and a user group are read by their id, and nothing else is', async ({ doors }) => {
  expect(await doors.get('/api/users/6')).toMatchObject({ properties: { Username: 'admin' } })
  expect(await doors.get('/api/usergroups/4')).toMatchObject({
    properties: { GroupName: expect.any(String) },
  })
  for (const path of ['/api/users/4', '/api/usergroups/6', '/api/users/999999'])
    expect((await doors.fetch(path)).status).toBe(404)
})

test('lists of an unknown entity return 404', async ({ doors }) => {
  expect((await doors.fetch('/api/entities/999999/roles')).status).toBe(404)
})

test('users and user groups are listed, and userProfile returns the calling user', async ({ doors }) => {
  expect(await doors.get('/api/users?take=2')).toMatchObject({
    items: [{ id: 6 }, { id: 7 }],
    total_items: 6,
    next: { href: `${origin}/api/users?take=2&skip=2` },
  })
  expect(await doors.get('/api/usergroups')).toMatchObject({ total_items: 5 })
  expect(
    await doors.get('/api/userProfile', { headers: { 'x-auth-token': 'sandbox-reader' } }),
  ).toMatchObject({
    properties: { Username: 'reader' },
  })
})

test('POST below a definition creates an entity of it, without a definition in the body', async ({
  doors,
}) => {
  const response = await doors.post('/api/entitydefinitions/T.Dish/entities', {
    id: -1,
    properties: { Title: 'Pea soup' },
  })
  const location = response.headers.get('location') ?? ''

  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ id: expect.any(Number), identifier: expect.any(String) })
  expect(await doors.get(location.slice(origin.length))).toMatchObject({
    entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
    properties: { Title: 'Pea soup' },
  })
  expect((await doors.post('/api/entitydefinitions/T.None/entities', {})).status).toBe(404)
})

test('POST below a definition rejects another definition in the body', async ({ doors }) => {
  const post = (entitydefinition: object) =>
    doors.post('/api/entitydefinitions/T.Dish/entities', {
      entitydefinition,
      properties: { Title: 'Pea soup' },
    })

  expect((await post({ href: '/api/entitydefinitions/T.Menu' })).status).toBe(400)
  expect((await post({ href: '/api/entitydefinitions/101' })).status).toBe(201)
})
