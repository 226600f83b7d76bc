import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../testing/console-in-tests.ts'

const { useUnsavedWarning } = await loadOnPage(() => import('./use-save.ts'))

/** A form with changes; `leave` navigates to the graph. */
async function renderForm(changed: readonly string[], isSubmitted = false) {
  const page = await renderInConsole(() => useUnsavedWarning(changed, isSubmitted))
  const leave = async () => {
    void page.router.navigate({ to: '/health' })
    await page.until(() => expect(page.dialogTitle() ?? page.router.state.location.pathname).not.toBe('/'))
  }

  return { page, leave, pathname: () => page.router.state.location.pathname }
}

test('leaving unsaved changes asks for confirmation: Cancel stays, the other button discards them', async () => {
  const { page, leave, pathname } = await renderForm(['Title', 'TagToAsset'])

  await leave()
  await page.closeDialog('Leave without saving?', false)
  expect(page.dialogTitle()).toBeUndefined()
  expect(pathname()).toBe('/')
  await leave()
  await page.closeDialog('Leave without saving?', true)
  await page.until(() => expect(pathname()).toBe('/health'))
})

test('another definition on the same page asks for confirmation', async () => {
  const { page, pathname } = await renderForm(['Title'])
  const { location } = page.router.state

  void page.router.navigate({ href: `${location.pathname}?definition=M.Tag` })
  await page.closeDialog('Leave without saving?', true)
  await page.until(() => expect(page.router.state.location.search).toEqual({ definition: 'M.Tag' }))
  expect(pathname()).toBe('/')
})

test.each([
  ['nothing was changed', [], false],
  ['everything was saved', ['Title'], true],
])('leaving asks for no confirmation when %s', async (_, changed, isSubmitted) => {
  const { page, leave, pathname } = await renderForm(changed, isSubmitted)

  await leave()
  expect(page.dialogTitle()).toBeUndefined()
  expect(pathname()).toBe('/health')
})
