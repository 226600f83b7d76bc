import { expect, test, vi } from 'vitest'
import { openConsole, renderInConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'
import { renderHook } from '../../testing/render-hook.ts'
import type { EntityFilter, ListedEntity } from '../../service/entity-queries.ts'

const { entityChanges } = await loadOnPage(() => import('../../service/live.ts'))
const { deleteSelection, useEntityList, useSelection } = await loadOnPage(
  () => import('./use-entity-list.ts'),
)

/** The list of a sandbox with this number of tags; a page has 100. */
async function renderList(size: number) {
  let filter: EntityFilter = { definition: 'M.Tag', sort: 'id' }
  const page = await renderInConsole(() => useEntityList(filter, []))
  const ids: number[] = []

  for (let index = 0; index < size; index++)
    ids.push((await page.sandbox.give('M.Tag', { properties: { TagName: { 'en-US': `tag ${index}` } } })).id)
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

test('a page that was loaded ahead and failed shows no error, and is loaded again when it comes into view', async () => {
  const { page, ids } = await renderList(130)
  const failed = vi.fn<() => Promise<Response>>(async () => new Response('', { status: 503 }))
  const answer = globalThis.fetch

  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.includes('skip=100') ? failed() : answer(path, init),
  )
  await page.act(({ loadRows }) => loadRows(20, 40))
  await page.until(() => expect(failed).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.current.error).toBeNull()

  await page.act(({ loadRows }) => loadRows(95, 125))
  await page.until(() => expect(page.current.error).not.toBeNull())
  await page.act(({ loadRows }) => loadRows(20, 40))
  await page.until(() => expect(page.current.error).toBeNull())

  vi.stubGlobal('fetch', answer)
  await page.act(({ loadRows }) => loadRows(95, 125))
  await page.until(() => expect(page.current.rowAt(120)?.id).toBe(ids[120]))
  expect(page.current.error).toBeNull()
})

test('a filtered list shows the previous rows until there is a response', async () => {
  const { page, ids, setFilter } = await renderList(8)

  setFilter({ query: `Id==${ids[7]}` })
  expect(page.current.rowAt(0)?.id).toBe(ids[0])
  await page.until(() => expect(page.current.total).toBe(1))
  expect(page.current.rowAt(0)?.id).toBe(ids[7])
})

test.each([
  ['colour', 'position 7'],
  ["String('Hue')=='red'", 'No definition has a property "Hue"'],
])('a filter that is not understood finds nothing, and says why: %s', async (query, reason) => {
  const { page, setFilter } = await renderList(8)

  setFilter({ query })
  await page.until(() => expect(page.current.total).toBe(0))
  expect(page.current.problem).toContain(reason)
  expect(page.current.error).toBeNull()
})

test('while others write, the list stays as it is; on demand it shows the changes, which flash', async () => {
  const { page, ids } = await renderList(3)
  const last = ids[2] ?? 0

  await page.sandbox.remove(ids[0] ?? 0)
  await page.sandbox.give('M.Tag', { id: last, properties: { TagName: { 'en-US': 'leek' } } })
  // As `followSandbox()` does on the events of both.
  const { items } = await (await page.sandbox.fetch('/__sandbox/changes')).json()
  const sequence: number = items[0].sequence

  await page.act(() =>
    entityChanges.set([
      { sequence: sequence - 1, ids: [ids[0] ?? 0] },
      { sequence, ids: [last] },
    ]),
  )
  expect([page.current.total, page.current.rowAt(0)?.id, page.current.unseen]).toEqual([3, ids[0], 2])
  await page.act(({ showChanges }) => showChanges())
  await page.until(() => expect([page.current.total, page.current.unseen]).toEqual([2, 0]))
  await page.until(() => expect(page.current.flashing.has(last)).toBe(true))
  expect(page.current.rowAt(1)?.title).toBe('leek')
})

const entity = (id: number) => ({ id }) as ListedEntity // only `id` is used
const [one, two, three] = [entity(1), entity(2), entity(3)]

test('an action that began before a change of the selection deselects only its entities', async () => {
  const list = renderHook(() => useSelection({}))

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
  const list = renderHook(() => useSelection({}))
  const selection = () => [...list.current.selection.keys()]

  await list.act(({ toggleSelected }) => toggleSelected([one, two]))
  await list.act(({ toggleSelected }) => toggleSelected([two, three]))
  expect(selection()).toEqual([1, 2, 3])
  await list.act(({ toggleSelected }) => toggleSelected([one, three]))
  expect(selection()).toEqual([2])
  await list.act(({ clear }) => clear())
  expect(selection()).toEqual([])
})

test('all entities that match are selected, also those that have not been loaded', async () => {
  const { sandbox, until } = await openConsole()
  const list = renderHook(() => useSelection({ definition: 'M.Tag' }))

  for (let count = 0; count < 3; count++) await sandbox.give('M.Tag')
  await sandbox.give('M.Asset')
  await list.act(({ selectAll }) => selectAll())
  await list.act(() => until(() => expect(list.current.selection.size).toBe(3)))
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
