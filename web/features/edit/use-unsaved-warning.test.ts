import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../../.ci/console-in-tests.ts'

const { useUnsavedWarning } = await loadOnPage(() => import('./use-save.ts'))

/** A form with changes, and the page of a user who leaves it for the graph. */
async function renderForm(changed: readonly string[], isSaved = false) {
  const page = await renderInConsole(() => useUnsavedWarning(changed, isSaved))
  const leave = async (to = '/graph') => {
    void page.router.navigate({ to })
    await page.until(() => expect(page.asks() ?? page.router.state.location.pathname).not.toBe('/'))
  }

  return { page, leave, at: () => page.router.state.location.pathname }
}

test('leaving unsaved changes asks for confirmation: Cancel stays, the other button discards them', async () => {
  const { page, leave, at } = await renderForm(['Title', 'TagToAsset'])

  await leave()
  await page.answers('Leave without saving?', false)
  expect(page.asks()).toBeUndefined()
  expect(at()).toBe('/')
  await leave()
  await page.answers('Leave without saving?', true)
  await page.until(() => expect(at()).toBe('/graph'))
})

test.each([
  ['nothing was changed', [], false],
  ['all was saved', ['Title'], true],
])('leaving asks nothing when %s', async (_, changed, isSaved) => {
  const { page, leave, at } = await renderForm(changed, isSaved)

  await leave()
  expect(page.asks()).toBeUndefined()
  expect(at()).toBe('/graph')
})
