import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../testing/console-in-tests.ts'

const { useHealthActions } = await loadOnPage(() => import('./use-health.ts'))

test('a change of the health offers Undo, unless there is nothing to reset', async () => {
  const page = await renderInConsole(useHealthActions)
  const label = async () => (await (await page.sandbox.fetch('/__sandbox/health/search')).json()).label

  await page.act(({ actions }) => actions.reset())
  await page.expectNotice('Reset every component to its initial state.')
  expect(page.notice()?.action).toBeUndefined()

  await page.act(({ actions }) => actions.set('search', { label: 'Red' }))
  await page.expectNotice('search is now Red.')
  await page.act(({ actions }) => actions.reset())
  await page.expectNotice('Reset every component to its initial state.')
  expect(await label()).toBe('Green')
  await page.pressNoticeButton()
  await page.until(async () => expect(await label()).toBe('Red'))
})

test('a reset that removes a Green component offers Undo', async () => {
  const page = await renderInConsole(useHealthActions)

  await page.sandbox.setHealth('extra', 'Green')
  await page.act(({ actions }) => actions.reset())
  await page.expectNotice('Reset every component to its initial state.')
  await page.pressNoticeButton()
  await page.until(async () => expect((await page.sandbox.fetch('/__sandbox/health/extra')).status).toBe(200))
})
