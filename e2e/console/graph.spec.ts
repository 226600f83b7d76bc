import { expect, test } from './console-test.ts'

test('the graph has its root in the middle, and neighbours by relation with their numbers @deep', async ({
  view: { page, open },
}) => {
  await open('/entities/1000?tab=relations')

  const graph = page.getByRole('group', { name: 'Graph' })
  const tags = graph.getByRole('region', { name: 'TagToAsset' }).first()
  const root = graph.getByText('M.Asset · 1000')

  await expect(tags.getByRole('heading')).toHaveText(/^TagToAsset \d+$/)

  const box = await graph.boundingBox()
  const rootBox = await root.boundingBox()

  expect(box && rootBox && rootBox.x > box.x && rootBox.x + rootBox.width < box.x + box.width).toBe(true)

  await test.step('a neighbour becomes its root', async () => {
    await tags
      .getByRole('link', { name: /M\.Tag · \d+$/ })
      .first()
      .click()

    await expect(graph.getByText(/^M\.Tag · 4\d\d\d$/)).toBeVisible()
    await expect(page).toHaveURL(/entities\/4\d\d\d.*tab=relations/)
  })
})

test('neighbours of neighbours are expanded on demand, by keyboard @deep', async ({
  view: { page, open, tabTo },
}) => {
  await open('/entities/1000?tab=relations')

  const expand = page.getByRole('button', { name: /^Neighbours of / }).first()

  await expect(expand).toBeVisible()
  await tabTo(expand)
  await page.keyboard.press('Enter')

  await expect(expand).toHaveAttribute('aria-expanded', 'true')
  await expect(
    page
      .getByRole('list', { name: /^neighbours of \d+$/ })
      .or(page.getByText('No further neighbours'))
      .first(),
  ).toBeVisible()
})
