import { expect, test, vi } from 'vitest'
import { loadOnPage, openConsole } from '../../testing/console-in-tests.ts'
import type { ListedEntity } from '../../service/entities.ts'

const { deleteSelection } = await loadOnPage(() => import('./use-entity-list.ts'))

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
  page.pressNoticeButton()
  await page.expectNotice('Restored 2 entities.')
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
  page.pressNoticeButton()
  await page.expectNotice('Restored 1 entity.')
  expect(await exist()).toEqual([true, true, true])
})
