import { expect, test } from './open.ts'

test('the graph shows what is around an entity, and goes on from there', async ({
  console: { page, open },
}) => {
  await open('/graph?root=1000')

  const start = page.getByRole('button', { name: /the start$/ })

  await expect(start).toBeVisible()

  await page.getByRole('button', { name: /M\.AssetType · \d+/ }).click()

  await expect(page.getByRole('complementary', { name: /^Entity/ })).toBeVisible()

  await page.getByRole('button', { name: /M\.AssetType · \d+/ }).press('Space')

  // A hundred and fifty entities are arranged and drawn, which takes a busy machine a while.
  await expect(page.getByRole('button', { name: /M\.AssetType · \d+.*the start$/ })).toBeVisible({
    timeout: 20_000,
  })
})

test('the outline tells the same by keyboard', async ({ console: { page, open, tabTo } }) => {
  await open('/graph?root=1000')
  await expect(page.getByRole('button', { name: 'Outline' })).toBeVisible()

  await page.keyboard.press('o')
  await expect(page.getByRole('treegrid', { name: 'Outline of the graph' })).toBeVisible()
  await tabTo(page.getByRole('row').nth(1))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('complementary', { name: /^Entity/ })).toBeVisible()
})
