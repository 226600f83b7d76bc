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
 * @param amount the number of assets that are posted, and deleted again, in a round
 */
export function casesFor({ ids, assets }: EntityIds, etag: string, amount: number): Case[] {
  const draw = createRandom(7)
  const pick = (choices: readonly number[]) => choices[draw(choices.length)] ?? 0
  const query = "/api/entities/query?query=Definition.Name=='M.Asset'"
  // Pages from anywhere in a long list, of entities that were not read just before.
  const pageStarts = Math.max(1, Math.min(3000, assets.length - 25))
  const deleted = { ours: 0, map: 0, constant: 0 }
  let version = 0

  return [
    {
      name: 'GET by id, random',
      goal: ids.length > 10_000 ? 0.9 : 1,
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
