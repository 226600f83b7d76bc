import type { ServerProcess } from './processes.ts'
import type { EntityIds } from './entities.ts'

/** CPU times of single requests to our server, in microseconds. */
export interface SingleCosts {
  /** Copy of an entity and of 10 related entities. */
  readonly copy: number
  /** POST of an asset. */
  readonly post: number
  /** Full-text search for three words. */
  readonly search: number
}

const headers = { 'Content-Type': 'application/json', 'X-Auth-Token': 'sandbox-admin' }

export async function measureSingles(server: ServerProcess, { assets }: EntityIds): Promise<SingleCosts> {
  const links = assets.slice(0, 10).map((id) => ({ href: `/api/entities/${id}` }))
  const collection = await send(server, '/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Collection' },
    properties: { Name: { 'en-US': 'Soups' } },
    relations: { CollectionToAsset: { children: links } },
  })
  const copyOptions = { relation_copy_options: [{ relation: 'CollectionToAsset', method: 'Copy' }] }
  const asset = {
    entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
    properties: {
      Title: 'Pier',
      FileName: 'b.jpg',
      Media: { identifier: 'image' },
    },
  }
  const words = ['harbour', 'summer', 'red']
  let turn = 0

  return {
    copy: await costOf(server, 40, () => send(server, `/api/entities/${collection.id}/copy`, copyOptions)),
    post: await costOf(server, 400, () => send(server, '/api/entities', asset)),
    // Each search differs, so that no response is cached.
    search: await costOf(server, 40, () =>
      send(server, '/api/search', { fulltext: [...words, `a${turn++}`].slice(1) }),
    ),
  }
}

async function costOf(server: ServerProcess, times: number, run: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < times / 2; round++) await run() // warm-up

  const before = await server.usage()

  for (let round = 0; round < times; round++) await run()

  return ((await server.usage()).cpu - before.cpu) / times
}

async function send(server: ServerProcess, path: string, body: unknown): Promise<{ id?: number }> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })

  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`)

  return (await response.json()) as { id?: number } // the id, if it created an entity
}
