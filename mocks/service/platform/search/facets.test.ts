import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { ids, recipes } from '../../../testing/recipes-data.ts'
import { openDoors, type Doors } from '../../../testing/doors.ts'
import { facetFields } from './search-filter.ts'
import { countFacets } from './facets.ts'
import type { Facet } from './search-result.ts'

test('hits are counted once, and again after a change of option lists', async () => {
  const { data } = await buildSandbox(recipes)
  const changed = { ...data, optionLists: (await buildSandbox()).data.optionLists }
  const hits = [ids.leekSoup]
  const count = (from: typeof data) => countFacets(from, facetFields(from), hits)
  const counts = await count(data)

  expect(await count(data)).toBe(counts)
  expect(await count(changed)).not.toBe(counts)
})

test('the addQuery of each facet value finds as many as its matchCount says', async () => {
  await using doors = await openDoors()
  const { facets } = await searched(doors, {})
  const values = facets.flatMap(({ children }) => children).flatMap(withDescendants)
  const found = []

  for (const { name, value, addQuery } of values) {
    const { totalItemCount } = await searched(doors, { query: addQuery })

    found.push({ name, value, matchCount: totalItemCount })
  }

  expect(found).toEqual(values.map(({ name, value, matchCount }) => ({ name, value, matchCount })))
  expect(values.filter(({ children }) => children.length > 0).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['UsageRights', 'Colours']),
  )
})

function withDescendants(facet: Facet): Facet[] {
  return [facet, ...facet.children.flatMap(withDescendants)]
}

async function searched(doors: Doors, body: object) {
  const response = await doors.post('/api/search', { ...body, take: 0 })

  return (await response.json()) as { totalItemCount: number; facets: Facet[] } // what the test is about
}
