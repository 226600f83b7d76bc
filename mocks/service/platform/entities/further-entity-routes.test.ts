import { expect } from 'vitest'
import { origin } from '../../../testing/doors.ts'
import { dish } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

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

test('all roles on an entity are maps, which are empty', async (doors) => {
  const path = `/api/entities/${dish.soup}/allroles`

  expect(await doors.get(path)).toEqual({
    user_roles: {},
    user_group_roles: {},
    self: { href: `${origin}${path}` },
  })
})

test('a user and a user group are read by their id, and nothing else is', async (doors) => {
  expect(await doors.get('/api/users/6')).toMatchObject({ properties: { Username: 'admin' } })
  expect(await doors.get('/api/usergroups/4')).toMatchObject({
    properties: { GroupName: expect.any(String) },
  })
  for (const path of ['/api/users/4', '/api/usergroups/6', '/api/users/999999'])
    expect((await doors.fetch(path)).status).toBe(404)
})

test('lists of an unknown entity return 404', async (doors) => {
  expect((await doors.fetch('/api/entities/999999/roles')).status).toBe(404)
})

test('users and user groups are listed, and userProfile returns the calling user', async (doors) => {
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

test('POST below a definition creates an entity of it, and rejects another definition in the body', async (doors) => {
  const path = '/api/entitydefinitions/T.Dish/entities'
  const body = (more?: object) => ({ id: -1, properties: { Title: 'Pea soup' }, ...more })

  for (const named of [undefined, { entitydefinition: { href: '/api/entitydefinitions/101' } }]) {
    expect(await doors.get(await doors.create(path, body(named)))).toMatchObject({
      entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
      properties: { Title: 'Pea soup' },
    })
  }

  const other = { entitydefinition: { href: '/api/entitydefinitions/T.Menu' } }

  expect((await doors.post(path, body(other))).status).toBe(400)
  expect((await doors.post('/api/entitydefinitions/T.None/entities', {})).status).toBe(404)
})
