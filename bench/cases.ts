import { deepStrictEqual } from 'node:assert/strict'
import type { LoadRequest } from './load.ts'
import { createRandom, type EntityIds } from './entities.ts'

/**
 * A request to our server and to the map server. The latter can't filter or sort: it returns any page of the
 * definition, which is the minimum of work.
 */
export interface Case {
  readonly name: string
  /** The minimum of our rate, as a multiple of the map server's. */
  readonly goal: number
  /** The number of requests in a round; if omitted, a round has a duration instead. */
  readonly amount?: number
  /** Whether "map" is the handwritten GraphQL server. */
  readonly isGraphql?: boolean
  readonly next: (server: 'ours' | 'map' | 'constant') => LoadRequest
}

const json = { 'Content-Type': 'application/json' }
const asset = JSON.stringify({
  entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
  properties: {
    Title: 'Harbour',
    Media: { identifier: 'image' },
    FileName: 'a.jpg',
  },
})

/**
 * @param etag the tag of the first asset on our server
 * @param cursors those of `graphqlCursors()`
 * @param amount the number of assets that are posted, and deleted again, in a round
 */
export function casesFor(
  { ids, assets }: EntityIds,
  { etag, cursors, amount }: { etag: string; cursors: readonly (string | null)[]; amount: number },
): Case[] {
  const draw = createRandom(7)
  const pick = (choices: readonly number[]) => choices[draw(choices.length)] ?? 0
  let nextStart = 0
  const graphqlPage = (server: 'ours' | 'map' | 'constant', start: number) => {
    const index = start % cursors.length

    return graphqlRequest(server === 'map' ? String(index) : (cursors[index] ?? null))
  }
  const query = "/api/entities/query?query=Definition.Name=='M.Asset'"
  // Pages from anywhere in a long list, of entities that were not read just before.
  const pageStarts = Math.max(1, Math.min(3000, assets.length - 25))
  const deleted = { ours: 0, map: 0, constant: 0 }
  let version = 0

  return [
    {
      name: 'GET by id, random',
      goal: ids.length > 10_000 ? 0.8 : 1,
      next: () => ({ path: `/api/entities/${pick(ids)}` }),
    },
    {
      name: 'GET unchanged (304)',
      goal: 1.5,
      next: () => ({ path: `/api/entities/${assets[0]}`, headers: { 'If-None-Match': etag } }),
    },
    {
      name: 'page of 25, by definition',
      goal: 2,
      next: () => ({ path: `${query}&skip=${draw(pageStarts)}&take=25` }),
    },
    {
      name: 'page of 25, filtered',
      goal: 2,
      next: () => ({
        path: `${query}%20AND%20String('Media')=='image'&skip=${draw(10) * 25}&take=25`,
      }),
    },
    {
      name: 'page of 25, sorted',
      goal: 2,
      next: () => ({ path: `${query}&sort=Title&skip=${draw(10) * 25}&take=25` }),
    },
    {
      name: 'page of 20 with two levels of relations, by GraphQL',
      goal: 1,
      isGraphql: true,
      next: (server) => graphqlPage(server, nextStart++),
    },
    {
      name: 'page of 20 with two nested relations, by REST',
      goal: 1,
      next: () => ({
        path: `${query}&skip=${draw(10) * 20}&take=20&nestedRelations=AssetTypeToAsset,CollectionToAsset`,
      }),
    },
    {
      name: 'PUT of one property',
      goal: 0.25,
      next: () => ({
        method: 'PUT',
        path: `/api/entities/${pick(assets)}`,
        headers: json,
        body: `{"properties":{"Title":"Harbour ${version++}"}}`,
      }),
    },
    {
      name: 'POST of an asset',
      goal: 0.25,
      amount,
      next: () => ({ method: 'POST', path: '/api/entities', headers: json, body: asset }),
    },
    {
      name: 'DELETE of one of those',
      goal: 0.25,
      amount,
      next: (server) => ({
        method: 'DELETE',
        path: `/api/entities/${(server === 'ours' ? firstNewId(ids) : firstNewMapId) + deleted[server]++}`,
      }),
    },
  ]
}

/** The id of the first entity that is posted to the map server. */
const firstNewMapId = 10_000_001

function firstNewId(ids: readonly number[]): number {
  return ids.reduce((highest, id) => Math.max(highest, id), 0) + 1
}

const graphqlPath = '/api/graphql/preview/v1'
const graphqlQuery = `query Page($after: String, $first: Int) {
  allM_Asset(first: $first, after: $after) {
    total
    pageInfo { hasNext endCursor }
    results {
      id title createdOn
      assetTypeToAsset { id }
      collectionToAsset(first: 2) { total results { id name collectionToAsset(first: 5) { total results { id title } } } }
    }
  }
}`

/** @param after the cursor before the page; null for the first page */
function graphqlRequest(after: string | null, first = 20): LoadRequest & { readonly body: string } {
  const body = JSON.stringify({ query: graphqlQuery, variables: { after, first } })

  return { method: 'POST', path: graphqlPath, headers: json, body }
}

interface GraphqlResult {
  readonly data: { readonly allM_Asset: { readonly pageInfo: { hasNext: boolean; endCursor: string } } }
}

async function askGraphql(url: string, after: string | null, first?: number): Promise<GraphqlResult> {
  const { path, ...request } = graphqlRequest(after, first)

  return (await (await fetch(`${url}${path}`, request)).json()) as GraphqlResult // what the query asks for
}

/** The cursors before the first assets on our server. */
export async function graphqlCursors(url: string): Promise<(string | null)[]> {
  const cursors: (string | null)[] = [null]

  while (cursors.length < 400) {
    const { hasNext, endCursor } = (await askGraphql(url, cursors.at(-1) ?? null, 1)).data.allM_Asset.pageInfo

    if (!hasNext) break
    cursors.push(endCursor)
  }

  return cursors
}

/** @throws when the handwritten server gives other results than ours */
export async function checkSameResults(
  ours: string,
  map: string,
  cursors: readonly (string | null)[],
): Promise<void> {
  for (let start = 0; start < cursors.length; start += 20) {
    const results = [
      await askGraphql(ours, cursors[start] ?? null),
      await askGraphql(map, String(start)),
    ] as const

    for (const { data } of results) data.allM_Asset.pageInfo.endCursor = '' // each has its own form of cursors
    deepStrictEqual(results[1], results[0])
  }
}
