import { expect, test } from 'vitest'
import { openConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { askToReset } = await loadOnPage(() => import('./reset.tsx'))

/** A sandbox with an entity that was created after the seed. */
async function renderReset() {
  const page = await openConsole()
  const { id } = await page.sandbox.give('M.Tag')

  return { page, exists: () => page.sandbox.has(id) }
}

test('a reset asks for confirmation, and Cancel changes nothing', async () => {
  const { page, exists } = await renderReset()

  void askToReset()
  await page.closeDialog('Reset the sandbox?', false)
  expect(await exists()).toBe(true)
})

test('a reset to another seed changes the seed of the sandbox', async () => {
  const { page } = await renderReset()

  void askToReset(77)
  await page.closeDialog('Reset to seed 77?', true)
  await page.expectNotice('Reset to seed 77.')
  expect((await page.sandbox.overview()).seed).toBe(77)
})
