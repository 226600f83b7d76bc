import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createSandbox } from '../../../mocks/index.ts'
import { renderInConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { queryClient } = await loadOnPage(() => import('../../service/service-client.ts'))
const { definitionQuery } = await loadOnPage(() => import('../../service/entity-queries.ts'))
const { endsOf, relatedIds, useWholeEntity } = await loadOnPage(() => import('./members.ts'))

test('the related entities are those of the side that the definition has, also if it is an empty single end', async () => {
  const sandbox = await createSandbox({ entities: 0 })
  const { id } = await sandbox.give('M.PCM.Product')
  const get = async (path: string) => (await sandbox.fetch(path)).json()
  const product = await get(`/api/entities/${id}?nestedRelations=ProductToProductSheet`)
  const ends = endsOf(await get('/api/entitydefinitions/M.PCM.Product'))
  const sheets = ends.filter(({ name }) => name === 'ProductToProductSheet')

  expect(sheets.map(({ side }) => side)).toEqual(['children'])
  expect(sheets.map((end) => relatedIds(product, end))).toEqual([[]])
})

test('an entity is loaded with its relations in full and its definition', async () => {
  let id = 0
  const page = await renderInConsole(() => useWholeEntity(id))
  const tag = await page.sandbox.give('M.Tag')
  const asset = await page.sandbox.give('M.Asset', { relations: { TagToAsset: { parents: [tag.id] } } })

  id = asset.id
  page.rerender()
  await page.until(() => expect(page.current.data?.entity.id).toBe(asset.id))
  expect(page.current.data?.definition.name).toBe('M.Asset')
  expect(page.current.data?.entity.relations['TagToAsset']).toMatchObject({
    parents: [{ href: expect.stringMatching(`/${tag.id}$`) }],
  })
})

test('an entity is loaded when what asked for its definition at the same time has gone', async () => {
  let id = 0
  const page = await renderInConsole(() => useWholeEntity(id))
  const served = globalThis.fetch
  const tag = await page.sandbox.give('M.Tag')
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = () => {
      unsubscribe()
      resolve()
    }
  })

  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('nestedRelations')) setTimeout(leave)
    if (path.includes('entitydefinitions')) await left
    init.signal?.throwIfAborted()

    return served(path, init)
  })
  const unsubscribe = new QueryObserver(queryClient, definitionQuery('M.Tag')).subscribe(() => undefined)

  id = tag.id
  page.rerender()
  await page.until(() => expect(page.current.data?.definition.name).toBe('M.Tag'))
})

test('an entity that is deleted while it is shown has no data any more', async () => {
  let id = 0
  const page = await renderInConsole(() => useWholeEntity(id))

  id = (await page.sandbox.give('M.Tag')).id
  page.rerender()
  await page.until(() => expect(page.current.data?.entity.id).toBe(id))
  await page.sandbox.remove(id)
  await page.untilFetched(() => expect(page.current.data).toBeUndefined())
  expect(page.current.error).toMatchObject({ status: 404 })
})

test('an entity that does not exist is an error', async () => {
  const page = await renderInConsole(() => useWholeEntity(999_999))

  await page.until(() => expect(page.current.error).toMatchObject({ status: 404 }))
})
