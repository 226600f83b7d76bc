import { expect } from 'vitest'
import { openDoors, origin } from '../testing/doors.ts'
import { ExistingClient, type JsonBody } from '../testing/existing-client.ts'
import { dish, openKitchen } from '../testing/kitchen.ts'
import { test } from '../testing/test-with-kitchen.ts'

test('400 has a key with a message for every invalid member', async ({ doors }) => {
  const client = await ExistingClient.signedIn(doors)
  const result = await client.send('PUT', `${origin}/api/entities/${dish.soup}`, {
    properties: { Title: 7, Sold: 'many' },
  })

  expect(result).toMatchObject({ status: 400, body: { Title: expect.any(String), Sold: expect.any(String) } })
})

/** Existing clients read `Message`, with a capital letter. */
test.each<[title: string, user: string, method: string, path: string, status: number, body?: JsonBody]>([
  ['a reader who writes', 'reader', 'DELETE', `/api/entities/${dish.soup}`, 403],
  ['an entity that is not there', 'editor', 'GET', '/api/entities/999999', 404],
  ['a definition that has entities', 'admin', 'DELETE', '/api/entitydefinitions/T.Dish', 409],
  ['a method that is not supported', 'editor', 'LOCK', `/api/entities/${dish.soup}`, 405],
])('%s is rejected with a Message', async (_, user, method, path, status) => {
  await using doors = await openKitchen()
  const client = await ExistingClient.signedIn(doors, user)

  expect(await client.send(method, `${origin}${path}`)).toMatchObject({
    status,
    body: { Message: expect.stringMatching(/\S/) },
  })
})

test('a rate limit applies to each user, and returns 429 with Retry-After until the second is over', async () => {
  await using doors = await openDoors({ rateLimit: 3 })
  const [editor, admin] = [
    await ExistingClient.signedIn(doors),
    await ExistingClient.signedIn(doors, 'admin'),
  ]
  const read = (client: ExistingClient) => client.send('GET', `${origin}/api/entities/6`)

  for (const { clock } of doors.sandboxes) clock.freeze()
  for (let request = 0; request < 3; request++) expect((await read(editor)).status).toBe(200)

  const rejected = await read(editor)

  expect(rejected).toMatchObject({ status: 429, body: { Message: expect.stringContaining('3 requests') } })
  expect(rejected.headers.get('retry-after')).toBe('1')
  expect((await read(admin)).status).toBe(200)
  for (const { clock } of doors.sandboxes) clock.advance(1000)
  expect((await read(editor)).status).toBe(200)
})

test('a reset clears the requests that a rate limit has counted', async () => {
  await using doors = await openDoors({ rateLimit: 1 })
  const read = async () => (await doors.fetch('/api/entities/6')).status

  for (const { clock } of doors.sandboxes) clock.freeze()
  expect([await read(), await read()]).toEqual([200, 429])
  await doors.post('/__sandbox/reset')
  expect(await read()).toBe(200)
})
