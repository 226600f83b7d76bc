// Clients that openapi-typescript and @hey-api/openapi-ts generate from the contract read what they write.
import { createSandbox, listen } from 'entity-sandbox/node'
import createClient from 'openapi-fetch'
import { afterAll, expect, test } from 'vitest'
import type { components, paths } from './generated/paths.js'
import { client as sdk } from './generated/sdk/client.gen.js'
import { getEntitiesById, postEntities } from './generated/sdk/sdk.gen.js'

const server = await listen(await createSandbox({ entities: 120 }))
const headers = { Authorization: 'Bearer sandbox-editor' }
const tag = {
  entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
  properties: { TagName: { 'en-US': 'Leek' }, Slug: 'leek' },
} satisfies components['schemas']['EntityInput.M.Tag']

afterAll(() => server.close())

test('openapi-typescript with openapi-fetch', async () => {
  const client = createClient<paths>({ baseUrl: server.url, headers })
  const created = await client.POST('/api/entities', { body: tag })
  const id = created.data?.id ?? 0
  const read = await client.GET('/api/entities/{id}', { params: { path: { id } } })
  const missing = await client.GET('/api/entities/{id}', { params: { path: { id: 999_999 } } })

  expect(created.response.status).toBe(201)
  expect(read.data?.identifier).toBe(created.data?.identifier)
  expect(missing.error).toMatchObject({ Message: expect.stringContaining('not found') })
})

test('@hey-api/openapi-ts', async () => {
  sdk.setConfig({ baseUrl: server.url, headers })

  const created = await postEntities({ body: { ...tag, properties: { ...tag.properties, Slug: 'soup' } } })
  const read = await getEntitiesById({ path: { id: created.data?.id ?? 0 } })

  expect(created.response?.status).toBe(201)
  expect(read.data?.identifier).toBe(created.data?.identifier)
})
