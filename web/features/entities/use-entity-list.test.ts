import { expect, test, vi } from 'vitest'
import { loadOnPage, openConsole, renderInConsole } from '../../testing/console-in-tests.ts'
import { renderHook } from '../../testing/render-hook.ts'
import type { EntityFilter, ListedEntity } from '../../service/entity-queries.ts'

const { deleteSelection, useEntityList, useFilterNames, useSelection } = await loadOnPage(
  () => import('./use-entity-list.ts'),
)

/** The list of a sandbox with this number of tags; a page has 100. */
async function renderList(size: number) {
  let filter: EntityFilter = { definition: 'M.Tag', sort: 'id' }
  const page = await renderInConsole(() => useEntityList(filter))
  const ids: number[] = []

  for (let index = 0; index < size; index++) ids.push((await page.sandbox.give('M.Tag')).id)
  await page.act(({ retry }) => retry())
  await page.until(() => expect(page.current.total).toBe(size))

  return {
    page,
    ids,
    setFilter: (next: EntityFilter) => {
      filter = next
      page.rerender()
    },
  }
}

test('rows are loaded when they come into view', async () => {
  const { page, ids } = await renderList(130)

  expect(page.current.rowAt(99)?.id).toBe(ids[99])
  expect(page.current.rowAt(120)).toBeUndefined()
  await page.act(({ loadRows }) => loadRows(95, 125))
  await page.until(() => expect(page.current.rowAt(120)?.id).toBe(ids[120]))
  expect(page.current.rowAt(95)?.id).toBe(ids[95])
})

test('a filtered list shows the previous rows until there is a response', async () => {
  const { page, ids, setFilter } = await renderList(8)

  setFilter({ q: `id:${ids[7]}` })
  expect(page.current.rowAt(0)?.id).toBe(ids[0])
  await page.until(() => expect(page.current.total).toBe(1))
  expect(page.current.rowAt(0)?.id).toBe(ids[7])
})

test('a filter that is not understood finds nothing, and says which term it is', async () => {
  const { page, ids, setFilter } = await renderList(8)

  setFilter({ q: `id:${ids[7]} colour:red` })
  await page.until(() => expect(page.current.total).toBe(0))
  expect(page.current.terms.filter(({ problem }) => problem).map(({ text }) => text)).toEqual(['colour:red'])
})

const entity = (id: number) => ({ id }) as ListedEntity // only `id` is used
const [one, two, three] = [entity(1), entity(2), entity(3)]

test('an action that began before a change of the selection deselects only its entities', async () => {
  const list = renderHook(useSelection)

  await list.act(({ toggleSelected }) => toggleSelected([one, two]))

  const { deselect } = list.current

  await list.act(({ toggleSelected }) => toggleSelected([three]))
  await list.act(() => deselect([one]))
  expect([...list.current.selection.keys()]).toEqual([2, 3])
  await list.act(({ clear }) => clear())
  await list.act(() => deselect([two]))
  expect(list.current.selection.size).toBe(0)
})

test('selecting adds entities, or removes them if all of them are selected', async () => {
  const list = renderHook(useSelection)
  const selection = () => [...list.current.selection.keys()]

  await list.act(({ toggleSelected }) => toggleSelected([one, two]))
  await list.act(({ toggleSelected }) => toggleSelected([two, three]))
  expect(selection()).toEqual([1, 2, 3])
  await list.act(({ toggleSelected }) => toggleSelected([one, three]))
  expect(selection()).toEqual([2])
  await list.act(({ clear }) => clear())
  expect(selection()).toEqual([])
})

test('the filter suggests the members of the definition that the list is limited to', async () => {
  const page = await renderInConsole(() => useFilterNames([{ name: 'M.Tag', labels: {}, count: 0 }], 'M.Tag'))

  await page.until(() => expect(page.current.properties).toContain('TagName'))
  expect(page.current.relations).toContain('TagToAsset')
  expect(page.current.definitions).toEqual(['M.Tag'])
})

/** Three selected tags. */
async function renderSelection() {
  const selection = new Map<number, ListedEntity>()
  const deselected: number[] = []
  const page = await openConsole()

  for (let count = 0; count < 3; count++) {
    const { id } = await page.sandbox.give('M.Tag')

    selection.set(id, { id } as ListedEntity) // only `id` is used
  }
  const ids = [...selection.values()].map(({ id }) => id)
  const remove = async () => {
    const done = deleteSelection(
      selection,
      (entities) => void deselected.push(...entities.map(({ id }) => id)),
    )

    await page.closeDialog('Delete 3 entities?', true)
    await done
  }
  const exist = () => Promise.all(ids.map((id) => page.sandbox.has(id)))

  return { page, ids, deselected, remove, exist }
}

test('an entity that someone else has deleted does not keep the others from being deleted, and Undo restores those', async () => {
  const { page, ids, deselected, remove, exist } = await renderSelection()

  await page.sandbox.remove(ids[0] ?? 0)
  await remove()
  await page.expectNotice('Deleted 2 entities.')
  expect(deselected).toEqual(ids)
  await page.pressNoticeButton('Restored 2 entities.')
  expect(await exist()).toEqual([false, true, true])
})

test('when a deletion is rejected, those before it are deselected and can be undone', async () => {
  const { page, ids, deselected, remove, exist } = await renderSelection()

  const served = fetch

  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    init.method === 'DELETE' && path.endsWith(`/${ids[1]}`)
      ? Promise.resolve(new Response('', { status: 500 }))
      : served(path, init),
  )
  await remove()
  await page.until(() => expect(page.notice()?.text).toMatch(/^Deleted 1 entity\. ./))
  expect(deselected).toEqual([ids[0]])
  await page.pressNoticeButton('Restored 1 entity.')
  expect(await exist()).toEqual([true, true, true])
})
