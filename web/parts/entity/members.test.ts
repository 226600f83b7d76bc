import { expect, test } from 'vitest'
import { createSandbox } from '../../../mocks/index.ts'
import { loadOnPage } from '../../testing/console-in-tests.ts'

const { endsOf, relatedIds } = await loadOnPage(() => import('./members.ts'))

test('the related entities are those of the side that the definition has, also if it is an empty single end', async () => {
  const sandbox = await createSandbox({ entities: 0 })
  const { id } = await sandbox.give('M.Product')
  const get = async (path: string) => (await sandbox.fetch(path)).json()
  const product = await get(`/api/entities/${id}?nestedRelations=ProductToProductSheet`)
  const ends = endsOf(await get('/api/entitydefinitions/M.Product'))
  const sheets = ends.filter(({ name }) => name === 'ProductToProductSheet')

  expect(sheets.map(({ side }) => side)).toEqual(['children'])
  expect(sheets.map((end) => relatedIds(product, end))).toEqual([[]])
})
