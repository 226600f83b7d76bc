/** Uses of the client, checked by the compiler. */
import { createClient } from './index.ts'

const client = createClient({ baseUrl: 'http://127.0.0.1:4010' })

export async function requestsAreTypedByTheirOperation(): Promise<void> {
  const { data } = await client.GET('/api/entities/{id}', { path: { id: 1000 }, query: { culture: 'en-US' } })
  const identifier: string = data.identifier
  const saved: { data: undefined } = await client.PUT('/api/entities/{id}', {
    path: { id: data.id },
    body: { properties: {} },
  })

  await client.POST('/api/entities', { body: { identifier: saved.data ?? identifier } })
  await client.GET('/api/status')
  // @ts-expect-error no such path
  await client.GET('/api/entitties')
  // @ts-expect-error no DELETE there
  await client.DELETE('/api/status')
  // @ts-expect-error the path has an id
  await client.GET('/api/entities/{id}')
  // @ts-expect-error no such parameter
  await client.GET('/api/entities/{id}', { path: { id: 1 }, query: { cultur: 'en-US' } })
  // @ts-expect-error no such member
  await client.POST('/api/entities', { body: { identifer: 'leek' } })
  // @ts-expect-error an entity has no such member
  void data.identifer
}
