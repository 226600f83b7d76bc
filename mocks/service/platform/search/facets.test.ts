import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { ids, recipes } from '../../../testing/recipes-data.ts'
import { facetFields } from './search-filter.ts'
import { countFacets } from './facets.ts'

test('hits are counted once, and again after a change of option lists', async () => {
  const { data } = await buildSandbox(recipes)
  const changed = { ...data, optionLists: (await buildSandbox()).data.optionLists }
  const hits = [ids.leekSoup]
  const count = (from: typeof data) => countFacets(from, facetFields(from), hits)
  const counts = await count(data)

  expect(await count(data)).toBe(counts)
  expect(await count(changed)).not.toBe(counts)
})
