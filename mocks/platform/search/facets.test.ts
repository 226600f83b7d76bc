import { expect, test } from 'vitest'
import { buildSandbox } from '../../build-sandbox.ts'
import { ids, recipes } from '../../testing/recipes-data.ts'
import { facetFields } from './facet-fields.ts'
import { countInSlices } from './facets.ts'

test('many hits are counted in slices again after a change of option lists', async () => {
  const { data } = await buildSandbox(recipes)
  const changed = { ...data, optionLists: (await buildSandbox()).data.optionLists }
  const hits = Array.from({ length: 5001 }, () => ids.leekSoup)
  const count = (from: typeof data) => countInSlices(from, facetFields(from), hits)

  await count(data)

  expect(count(data)).toBeUndefined()
  expect(count(changed)).toBeInstanceOf(Promise)
})
