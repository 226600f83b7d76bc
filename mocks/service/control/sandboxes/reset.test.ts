import { expect } from 'vitest'
import { openDoors, type Doors } from '../../../testing/doors.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { menu } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const lunch = `/api/entities/${menu.lunch}`
const rename = (doors: Doors, name: string) => doors.put(lunch, { properties: { Name: name } })
const create = (doors: Doors) =>
  doors.post('/api/entities', { entitydefinition: { href: '/api/entitydefinitions/T.Menu' } })

test('POST /__sandbox/reset restores the initial data and random source', async (doors) => {
  const first = await (await create(doors)).json()
  await rename(doors, 'Changed')

  expect((await doors.post('/__sandbox/reset')).status).toBe(204)
  expect(await doors.get(lunch)).toMatchObject({ properties: { Name: 'Lunch' } })
  expect(await (await create(doors)).json()).toEqual(first)
})

test('POST /__sandbox/reset revokes issued tokens', async (doors) => {
  const { access_token } = await signIn(doors, 'admin')
  const headers = { Authorization: `Bearer ${access_token}` }

  expect((await doors.fetch(lunch, { headers })).status).toBe(200)

  await doors.post('/__sandbox/reset')

  expect((await doors.fetch(lunch, { headers })).status).toBe(401)
})

test('POST /__sandbox/reset keeps the clock, and restores it on request', async (doors) => {
  const frozen = { mode: 'frozen', at: '2030-01-02T03:04:05.000Z' }
  await doors.put('/__sandbox/clock', frozen)

  await doors.post('/__sandbox/reset')

  expect(await doors.get('/__sandbox/clock')).toMatchObject(frozen)

  await doors.post('/__sandbox/reset', { clock: true })

  expect(await doors.get('/__sandbox/clock')).toMatchObject({ mode: 'real', offset_ms: 0 })
})

test('POST /__sandbox/reset with another seed generates other data, which later resets restore', async () => {
  await using doors = await openDoors()
  const before = await doors.get('/api/entities/1000')

  await doors.post('/__sandbox/reset', { seed: 7 })

  const after = await doors.get('/api/entities/1000')

  expect(after.identifier).not.toBe(before.identifier)

  await doors.delete('/api/entities/1000')
  await doors.post('/__sandbox/reset')

  expect(await doors.get('/api/entities/1000')).toEqual(after)
})

test('POST /__sandbox/undo undoes changes one by one, POST /__sandbox/redo redoes them until there is another change', async (doors) => {
  const name = async () => (await doors.get<{ properties: { Name: string } }>(lunch)).properties.Name
  await rename(doors, 'One')
  await rename(doors, 'Two')

  const undone = await doors.post('/__sandbox/undo')

  expect(await undone.json()).toMatchObject({ sequence: 2, steps: { undo: 1, redo: 1 } })
  expect(await name()).toBe('One')

  await doors.post('/__sandbox/undo')

  expect(await name()).toBe('Lunch')

  await doors.post('/__sandbox/redo')

  expect(await name()).toBe('One')

  await rename(doors, 'Other')

  expect((await doors.post('/__sandbox/redo')).status).toBe(409)
})

test('undo reverts the last change of the sandbox, whoever made it', async (doors) => {
  const headers = { 'X-Auth-Token': 'sandbox-admin' }

  await rename(doors, 'By the console')
  const made = await doors.create('/api/entitydefinitions/T.Menu/entities', {}, { headers })
  await doors.post('/__sandbox/undo')

  expect((await doors.fetch(made)).status).toBe(404)
  expect(await doors.get(lunch)).toMatchObject({ properties: { Name: 'By the console' } })
})

test.table(['undo', 'redo'])('POST /__sandbox/%s is 409 when there is nothing to %s', async (doors, step) => {
  expect((await doors.post(`/__sandbox/${step}`)).status).toBe(409)
})

test('what is created after a reset was undone has a new identifier', async (doors) => {
  const made = (response: Response) => response.json() as Promise<{ id: number; identifier: string }>
  const first = await made(await create(doors))

  await doors.post('/__sandbox/reset')
  await doors.post('/__sandbox/undo')

  const second = await made(await create(doors))
  const copy = await made(await doors.post(`${lunch}/copy`, {}))

  expect(new Set([first, second, copy].map(({ identifier }) => identifier)).size).toBe(3)
  expect(await doors.get(`/api/entities/identifier/${first.identifier}`)).toMatchObject({ id: first.id })
})

test('GET /__sandbox/changes lists the changes that can be undone and redone', async (doors) => {
  expect(await doors.get('/__sandbox/changes')).toEqual({
    items: [],
    steps: { undo: 0, redo: 0, discarded: 0 },
  })

  await rename(doors, 'Brunch')
  await doors.delete(lunch)
  await doors.post('/__sandbox/undo')

  expect(await doors.get('/__sandbox/changes')).toMatchObject({
    items: [
      { kind: 'change', is_undone: true, titles: ['Brunch'], changes: { entities: { removed: 1 } } },
      { kind: 'change', is_undone: false, titles: ['Brunch'], changes: { entities: { changed: 1 } } },
    ],
    steps: { undo: 1, redo: 1, discarded: 0 },
  })
})
