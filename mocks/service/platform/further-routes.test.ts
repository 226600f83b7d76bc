import { expect } from 'vitest'
import { jsonOf, openDoors, origin } from '../../testing/doors.ts'
import { dish } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

const admin = { headers: { 'x-auth-token': 'sandbox-admin' } }

test.table([
  ['license', { licenses: [{ state: 'Valid' }] }],
  ['mediastorage', { files: 0, size_in_bytes: 0 }],
  ['publishing', { is_enabled: false, pending: 0 }],
  ['videoindexing', { is_enabled: false, failed: 0 }],
])('/api/status/%s is available to administrators', async (doors, name, expected) => {
  expect(await doors.get(`/api/status/${name}`, admin)).toMatchObject(expected)
  expect((await doors.fetch(`/api/status/${name}`)).status).toBe(401)
})

test('every change has a status message, whose id is its sequence in the audit', async (doors) => {
  await doors.put(`/api/entities/${dish.soup}`, { properties: { Servings: 6 } })

  expect(await doors.get('/api/status/messages/1', admin)).toMatchObject({
    id: 1,
    payload: { entities: [dish.soup] },
  })
  expect((await doors.fetch('/api/status/messages/2', admin)).status).toBe(404)
})

test('a definition links to the paths of its entities', async () => {
  await using doors = await openDoors()
  const { related_paths } = await doors.get<{ related_paths: { href: string } }>(
    '/api/entitydefinitions/M.PCM.Product',
  )
  const address = related_paths.href.replace(/^.*(\/api[^{]+).*$/, '$1?take=1')
  const { items } = await doors.get<{ items: { entity: { href: string }; related_paths: object }[] }>(address)
  const product = await doors.get(items[0]?.entity.href.slice(origin.length) ?? '')

  expect(product.related_paths).not.toEqual({})
  expect(items[0]?.related_paths).toEqual(product.related_paths)
})

test('a background copy is complete when the response arrives', async (doors) => {
  const copy = await doors.create(`/api/entities/${dish.soup}/copyasync`, {})

  expect(await doors.get(copy)).toMatchObject({ properties: { Title: 'Leek soup' } })
})

test('only an administrator gets the token of another user', async (doors) => {
  await doors.forEachDoor(async (door) => {
    const response = await door.send('/api/authenticate/reader', { method: 'POST', ...admin })
    const { token } = (await response.json()) as { token: string } // what the test is about
    const profile = await door.send('/api/userprofile', { headers: { 'x-auth-token': token } })

    expect(await profile.json()).toMatchObject({ properties: { Username: 'reader' } })
  })
  expect(
    (await doors.fetch('/api/authenticate/reader', { headers: { 'x-auth-token': 'sandbox-editor' } })).status,
  ).toBe(403)
  expect((await doors.fetch('/api/authenticate/nobody', admin)).status).toBe(404)
})

test('a path of the real service that is not implemented says so, and is marked in the journal', async (doors) => {
  expect(await jsonOf(501, doors.fetch('/api/publishaudit/history/default'))).toEqual({
    Message: expect.stringMatching(
      /is not implemented by the sandbox \(Publishing, and its audit\)\. To answer it yourself: use\(http\.all\(/,
    ),
  })
  await doors.forEachDoor(async (door) => {
    const { items } = (await (await door.send('/__sandbox/journal', {})).json()) as { items: object[] } // the journal

    expect(items).toContainEqual(
      expect.objectContaining({ unmatched: expect.objectContaining({ reason: 'It is not implemented.' }) }),
    )
  })
})
