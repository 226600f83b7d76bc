import { expect, test } from 'vitest'
import { buildSandbox } from '../../build-sandbox.ts'
import { Links } from '../../http/replies/links.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { Data } from '../../model/tables.ts'
import { entityResource } from './entity-resource.ts'
import { entityText } from './entity-text.ts'
import type { LoadOptions } from './loading.ts'

const links = new Links('http://sandbox.test', '/s/blue')
const loading: LoadOptions = { cultures: 'all', hasMember: () => true, isNested: () => false }

/** The slow equivalent of `entityText()`. */
function resourceText(entity: Entity, data: Data): string {
  return JSON.stringify(entityResource(entity, { data, links, loading }))
}

test('entityText() returns the serialized resource, for every definition', async () => {
  const { data } = await buildSandbox({ entities: 400 })

  for (const entity of data.entities.all()) {
    expect(entityText(entity, data, links)).toBe(resourceText(entity, data))
  }
})

test('entityText() follows changes of relations, files and option labels', async () => {
  const sandbox = await buildSandbox({ entities: 400 })
  const asset = [...sandbox.data.entities.group('definition', 'M.Asset').keys()][0] ?? 0
  const collection = [...sandbox.data.entities.group('definition', 'M.Collection').keys()][0] ?? 0
  const texts = (serialize: typeof entityText) =>
    [asset, collection].map((id) => serialize(entityOf(id), sandbox.data, links))
  const entityOf = (id: number) => sandbox.data.entities.get(id) ?? missing(id)

  expect(texts(entityText)).toEqual(texts(resourceText))
  await sandbox.change((draft) => {
    const entity = entityOf(asset)

    draft.entities.put({
      ...entity,
      identifier: 'a "quoted" identifier',
      properties: { ...entity.properties, Title: 'Tag 1, "7700000000000001" \u2028 \ud800' },
      relations: { AssetToPublicLink: { children: [collection] } },
    })
    draft.files.put({ entityId: collection, name: 'a.txt', type: 'text/plain', size: 0, content: '' })
    for (const list of draft.optionLists.all()) {
      draft.optionLists.put({
        ...list,
        values: list.values.map((value) => ({ ...value, labels: { 'en-US': 'Another label' } })),
      })
    }
  })
  expect(texts(entityText)).toEqual(texts(resourceText))
})

function missing(id: number): never {
  throw new Error(`There is no entity ${id}.`)
}
