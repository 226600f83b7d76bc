import { expect, test } from 'vitest'
import { createSandbox } from '../../../mocks/index.ts'
import { relatedLinks, relationsOf, sideOf } from './members.ts'

test('the links of a relation are those of the side that the definition has, also if it is an empty single end', async () => {
  const sandbox = await createSandbox({ entities: 0 })
  const { id } = await sandbox.give('M.Product')
  const get = async (path: string) => (await sandbox.fetch(path)).json()
  const { relations } = await get(`/api/entities/${id}?nestedRelations=ProductToProductSheet`)
  const members = relationsOf(await get('/api/entitydefinitions/M.Product'))
  const sheet = members.filter(({ name }) => name === 'ProductToProductSheet')

  expect(sheet.map(sideOf)).toEqual(['children'])
  expect(relatedLinks(relations['ProductToProductSheet'], 'children')).toEqual([])
})
