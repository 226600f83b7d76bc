import { expect, test } from 'vitest'
import { openConsole, renderInConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { copyItems, entityCommands, useDeleteEntity, useEntityActions } = await loadOnPage(
  () => import('./entity-actions.ts'),
)

test.each([
  ['Open entity 7', '/entities/7'],
  ['Edit entity 7', '/entities/7?edit=form'],
  ['Copy entity 7', '/entities/7/copy'],
  ['Requests about entity 7', '/requests?q=entity%3A7'],
  ['Relations of entity 7', '/entities/7?tab=relations'],
])('%s opens %s', async (label, address) => {
  const page = await renderInConsole(useEntityActions)
  const commands = entityCommands(page.current(7))

  await page.act(() => commands.find((command) => command.label === label)?.run())
  await page.until(() => expect(page.router.state.location.href).toBe(address))
})

test('the link to an entity’s page can be copied', async () => {
  await openConsole()

  expect(copyItems(7).map(({ label }) => label)).toContain('Link to this page')
})

/** The console at the path for a new entity. */
async function renderOn(path: (id: number) => string) {
  const page = await renderInConsole(() => ({ remove: useDeleteEntity() }))
  const { id } = await page.sandbox.give('M.Tag')

  await page.act(() => page.router.navigate({ to: path(id) }))

  return { page, id, exists: () => page.sandbox.has(id) }
}

test('deleting an entity on its page opens the list, and Undo restores the entity', async () => {
  const { page, id, exists } = await renderOn((id) => `/entities/${id}`)

  await page.act(({ remove }) => remove(id))
  await page.expectNotice(`Deleted entity ${id} and its relations.`)
  expect(await exists()).toBe(false)
  expect(page.router.state.location.pathname).toBe('/entities')
  await page.pressNoticeButton(`Restored entity ${id}.`)
  expect(await exists()).toBe(true)
})

test('beside the list, only the panel of the deleted entity is closed', async () => {
  const { page, id } = await renderOn((id) => `/entities?query=tag&selected=${id}`)

  await page.act(({ remove }) => remove(id))
  await page.until(() => expect(page.router.state.location.search).toEqual({ query: 'tag' }))
})

test('deleting an entity that no longer exists is a failure, without Undo', async () => {
  const { page, id } = await renderOn(() => '/entities')

  await page.sandbox.remove(id)
  await page.act(({ remove }) => remove(id))
  await page.until(() => expect(page.notice()?.isFailure).toBe(true))
  expect(page.notice()?.action).toBeUndefined()
})
