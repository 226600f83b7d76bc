import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../../.ci/console-in-tests.ts'

const { useReset } = await loadOnPage(() => import('./use-reset.tsx'))

/** A sandbox in which an entity was made since its seed. */
async function renderReset() {
  const page = await renderInConsole(useReset)
  const { id } = await page.sandbox.give('M.Tag')
  const { seed } = page.sandbox

  return { page, seed, isThere: async () => (await page.sandbox.fetch(`/api/entities/${id}`)).ok }
}

test('a reset asks for confirmation, and Cancel leaves everything as it is', async () => {
  const { page, seed, isThere } = await renderReset()

  await page.after(({ reset }) => void reset(seed))
  await page.answers(`Reset to seed ${seed}?`, false)
  expect(await isThere()).toBe(true)
})

test('a reset goes back to the seed, and Undo brings back what was there', async () => {
  const { page, seed, isThere } = await renderReset()

  await page.after(({ reset }) => void reset(seed))
  await page.answers(`Reset to seed ${seed}?`, true)
  await page.says(`Reset to seed ${seed}.`)
  expect(await isThere()).toBe(false)
  await page.press()
  await page.until(async () => expect(await isThere()).toBe(true))
})

test('another seed is another sandbox from then on', async () => {
  const { page } = await renderReset()

  await page.after(({ reset }) => void reset(77))
  await page.answers('Reset to seed 77?', true)
  await page.says('Reset to seed 77.')
  expect((await (await page.sandbox.fetch('/__sandbox')).json()).seed).toBe(77)
})
