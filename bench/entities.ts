import { writeFile } from 'node:fs/promises'
import type { ServerProcess } from './processes.ts'

/** The entities that the cases request. */
export interface EntityIds {
  /** Ids of all entities. */
  readonly ids: readonly number[]
  readonly assets: readonly number[]
}

interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly total_items: number
}

interface Definition {
  readonly name: string
}

interface Entity {
  readonly id: number
}

const pageSize = 1000
// Faults do not affect requests of the console, and an administrator may read everything.
const headers = { 'X-Auth-Token': 'sandbox-admin', 'X-Sandbox-Source': 'console' }

/** Writes all entities of a server to a file, one per line as JSON. Returns their ids. */
export async function copyEntities(server: ServerProcess, file: string): Promise<EntityIds> {
  const definitions = await readAll<Definition>(server, '/api/entitydefinitions')
  const lines: string[] = []
  const [ids, assets]: [number[], number[]] = [[], []]

  for (const { name } of definitions) {
    for (const entity of await readAll<Entity>(server, `/api/entitydefinitions/${name}/entities`)) {
      lines.push(JSON.stringify(entity))
      ids.push(entity.id)
      if (name === 'M.Asset') assets.push(entity.id)
    }
  }
  await writeFile(file, lines.join('\n'))

  return { ids, assets }
}

/** Writes the entities of the GraphQL cases to a file in the same form, with the relations that these read. */
export async function copyRelated(server: ServerProcess, file: string): Promise<void> {
  const names = ['M.Asset', 'M.AssetType', 'M.Collection']
  const options = '&nestedRelations=AssetTypeToAsset,CollectionToAsset'
  const entities = await Promise.all(
    names.map((name) => readAll<Entity>(server, `/api/entitydefinitions/${name}/entities`, options)),
  )

  await writeFile(
    file,
    entities
      .flat()
      .map((entity) => JSON.stringify(entity))
      .join('\n'),
  )
}

async function readAll<Item>(server: ServerProcess, path: string, options = ''): Promise<Item[]> {
  const items: Item[] = []

  for (let total = 1; items.length < total;) {
    const response = await fetch(`${server.url}${path}?skip=${items.length}&take=${pageSize}${options}`, {
      headers,
    })
    const page = (await response.json()) as ListPage<Item> // what the service returns

    if (page.items.length === 0) break
    total = page.total_items
    items.push(...page.items)
  }

  return items
}

/** Pseudo-random numbers, the same in every run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed

  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0

    return (state >>> 4) % below
  }
}
