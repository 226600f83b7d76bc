import { expect, onTestFinished, test, vi } from 'vitest'
import { openDoors, origin, type Doors } from '../testing/doors.ts'
import { dish } from '../testing/kitchen-data.ts'
import { openKitchen } from '../testing/kitchen.ts'
import { createClient, ResponseError } from './client.ts'
import { emptyObject } from '../testing/empty-object.ts'

/** A client whose requests are sent through every door, of the kitchen data or others. */
async function openClient(headers?: Record<string, string>, open: () => Promise<Doors> = openKitchen) {
  const doors = await open()
  const client = createClient({
    baseUrl: origin,
    ...(headers && { headers }),
    async fetch(url, init) {
      const request = new Request(url, init)
      const { method, headers } = request
      const body = method === 'GET' ? null : await request.text()

      return doors.fetch(url.slice(origin.length), { method, headers, body })
    },
  })

  return { client, [Symbol.asyncDispose]: () => doors[Symbol.asyncDispose]() }
}

test('client: a request accepts path and query parameters, and returns the data and the response', async () => {
  await using kitchen = await openClient()
  const { data, response } = await kitchen.client.GET('/api/entities/{id}', {
    path: { id: dish.soup },
    query: { culture: 'en-US', members: undefined },
  })

  expect(data).toMatchObject({ id: dish.soup, entitydefinition: { href: expect.stringContaining('T.Dish') } })
  expect(response.headers.get('etag')).toMatch(/"/)
})

test('client: a body is sent as JSON, and the data of a response without a body is undefined', async () => {
  await using kitchen = await openClient({ Authorization: 'Bearer sandbox-editor' })
  const path = { id: dish.soup }

  expect(
    await kitchen.client.PUT('/api/entities/{id}', { path, body: { properties: { Title: 'Leek' } } }),
  ).toMatchObject({ data: undefined, response: { status: 204 } })
  expect(await kitchen.client.GET('/api/entities/{id}', { path })).toMatchObject({
    data: { properties: { Title: 'Leek' } },
  })
})

test.each([
  ['JSON', '{}', { 'Content-Type': 'application/json' }, {}],
  ['an empty JSON body', '', { 'Content-Type': 'application/json' }, undefined],
  ['no body and no type', null, {}, undefined],
  ['an empty file', '', { 'Content-Type': 'image/png' }, expect.any(Blob)],
])('client: the data of a 200 with %s', async (_, body, headers, data) => {
  const { GET } = createClient({ fetch: () => Promise.resolve(new Response(body, { headers })) })

  expect((await GET('/api/status')).data).toEqual(data)
})

test('client: a later replacement of the global fetch() is called', async () => {
  const { GET } = createClient()

  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ isStubbed: true })))

  expect((await GET('/api/status')).data).toEqual({ isStubbed: true })
})

test('client: a form is sent unchanged, and a response that is not JSON is returned as a Blob', async () => {
  await using builtIn = await openClient({}, openDoors)
  const body = new URLSearchParams({
    grant_type: 'password',
    username: 'editor',
    password: 'editor',
    client_id: 'sandbox',
    client_secret: 'sandbox',
  })

  expect((await builtIn.client.POST('/oauth/token', { body })).data).toMatchObject({ token_type: 'Bearer' })

  const { data } = await builtIn.client.GET('/api/gateway/{id}/{name}', {
    path: { id: 1000, name: 'thumbnail' },
  })

  expect((await data.text()).slice(1, 4)).toBe('PNG')
  expect(data.type).toBe('image/png')
})

test('client: an error response is thrown, with its messages by member', async () => {
  await using kitchen = await openClient()
  const failing = kitchen.client.PUT('/api/entities/{id}', {
    path: { id: dish.soup },
    body: { properties: { Titel: 'Leek' } },
  })

  await expect(failing).rejects.toThrow(ResponseError)
  await expect(failing).rejects.toMatchObject({
    message: `Failed to PUT /api/entities/${dish.soup}: the sandbox returned 400. Titel: T.Dish has no property "Titel". Did you mean "Title"?`,
    status: 400,
    failures: { Titel: expect.any(String) },
  })
  await expect(kitchen.client.GET('/api/entities/{id}', { path: { id: 999 } })).rejects.toMatchObject({
    status: 404,
    failures: emptyObject,
  })
})

test('client: the error for a missing path parameter names it', async () => {
  const client = createClient()

  // @ts-expect-error the path has an id
  await expect(client.GET('/api/entities/{id}', { path: {} })).rejects.toThrow(
    '/api/entities/{id} needs a value for id',
  )
})
