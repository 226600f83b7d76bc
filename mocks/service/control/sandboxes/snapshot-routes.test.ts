import { expect } from 'vitest'
import { jsonOf, origin, type Doors } from '../../../testing/doors.ts'
import { dish, menu } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const lunch = `/api/entities/${menu.lunch}`
const rename = (doors: Doors, name: string) => doors.put(lunch, { properties: { Name: name } })

test('POST /__sandbox/snapshots saves the current data, which can be restored with the random source, so that the same values follow', async (doors) => {
  const menu = { entitydefinition: { href: '/api/entitydefinitions/T.Menu' } }
  const create = () => jsonOf(201, doors.post('/api/entities', menu))

  await rename(doors, 'Snapped')

  const response = await doors.post('/__sandbox/snapshots', { name: 'base' })

  expect(response.status).toBe(201)
  expect(response.headers.get('location')).toBe(`${origin}/__sandbox/snapshots/base`)

  const first = await create()

  await rename(doors, 'Later')
  expect((await doors.post('/__sandbox/snapshots/base/restore')).status).toBe(204)
  expect(await doors.get(lunch)).toMatchObject({ properties: { Name: 'Snapped' } })
  expect(await create()).toEqual(first)
})

test('GET /__sandbox/snapshots lists snapshots; one with the same name replaces the earlier one', async (doors) => {
  for (const name of ['one', 'two', 'one']) await doors.post('/__sandbox/snapshots', { name })

  expect(await doors.get('/__sandbox/snapshots')).toMatchObject({
    items: [{ name: 'two' }, { name: 'one', taken_on: '2026-06-15T12:00:00.000Z' }],
    total_items: 2,
  })
})

test('a fork has the snapshots of its origin, and deletes only its own', async (doors) => {
  await doors.post('/__sandbox/snapshots', { name: 'base' })
  await doors.post('/__sandbox/sandboxes/default/fork', { id: 'sky' })

  expect((await doors.delete('/s/sky/__sandbox/snapshots/base')).status).toBe(204)
  expect(await doors.get('/__sandbox/snapshots')).toMatchObject({ total_items: 1 })
  expect(await doors.get('/s/sky/__sandbox/snapshots')).toMatchObject({ total_items: 0 })
})

test('an unknown snapshot is 404, with the available names', async (doors) => {
  await doors.post('/__sandbox/snapshots', { name: 'base' })

  expect(await jsonOf(404, doors.post('/__sandbox/snapshots/bse/restore'))).toEqual({
    Message: 'There is no snapshot "bse" in this sandbox. Available: base.',
  })
})

test.table(['', '.', '..', 'a b', 'a/b', 'x'.repeat(101)])(
  'a snapshot can not be named "%s"',
  async (doors, name) => {
    expect(await jsonOf(400, doors.post('/__sandbox/snapshots', { name }))).toHaveProperty('name')
  },
)

test('GET /__sandbox/snapshots/{name} returns what restoring it would change', async (doors) => {
  await doors.post('/__sandbox/snapshots', { name: 'base' })
  await rename(doors, 'Changed')
  await doors.delete(`/api/entities/${menu.dinner}`)

  const { changes } = await doors.get<{ changes: object }>('/__sandbox/snapshots/base')

  expect(changes).toMatchObject({ entities: { added: 1, removed: 0 } })
  expect(await doors.get('/__sandbox/reset')).toMatchObject({ changes: { entities: { added: 1 } } })

  await doors.post('/__sandbox/snapshots/base/restore')

  expect(await doors.get('/__sandbox/snapshots/base')).toHaveProperty('changes', {})
})

test('restoring or resetting changes no record with the same content, such as those of an import', async (doors) => {
  await doors.post('/__sandbox/snapshots', { name: 'base' })
  await doors.post('/__sandbox/import', await doors.get('/__sandbox/export'))

  expect(await doors.get('/__sandbox/snapshots/base')).toHaveProperty('changes', {})
  expect(await doors.get('/__sandbox/reset')).toHaveProperty('changes', {})
})

test('the export of a sandbox and of a snapshot can be imported at the maximum nesting depth', async (doors) => {
  let nested: unknown = 'the core'

  for (let level = 0; level < 198; level++) nested = [nested]
  await doors.put(`/api/entities/${dish.soup}`, { properties: { Extra: nested } })
  await doors.post('/__sandbox/snapshots', { name: 'deep' })

  const exported = async (path: string): Promise<unknown> => (await doors.fetch(`${path}/export`)).json()

  expect(
    (await doors.post('/__sandbox/snapshots/again/import', await exported('/__sandbox/snapshots/deep')))
      .status,
  ).toBe(201)
  expect((await doors.post('/__sandbox/import', await exported('/__sandbox'))).status).toBe(200)
})

test('the export of a snapshot can be imported as a snapshot of another sandbox, whose data does not change', async (doors) => {
  await rename(doors, 'Kept')
  await doors.post('/__sandbox/snapshots', { name: 'base' })
  await rename(doors, 'Changed since')

  const file: unknown = await (await doors.fetch('/__sandbox/snapshots/base/export')).json()
  expect((await doors.post('/s/sky/__sandbox/snapshots/from-default/import', file)).status).toBe(201)
  expect(await doors.get(`/s/sky${lunch}`)).not.toMatchObject({ properties: { Name: 'Kept' } })

  await doors.post('/s/sky/__sandbox/snapshots/from-default/restore')

  expect(await doors.get(`/s/sky${lunch}`)).toMatchObject({ properties: { Name: 'Kept' } })
})
