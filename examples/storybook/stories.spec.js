import { expect, test } from '@playwright/test'

/** What each story shows once it has been played. */
const shown = {
  'collections--seeded': /\w+/,
  'collections--with-soups': 'Soups',
  'collections--adding': 'Breads',
  'collections--as-reader': 'The collection was not added (403).',
  'collections--down': "The collections can't be read (503).",
}

test('every story shows what its sandbox holds', async ({ page, request }) => {
  const { entries } = await (await request.get('/index.json')).json()

  expect(Object.keys(entries).toSorted()).toEqual(Object.keys(shown).toSorted())

  for (const [id, text] of Object.entries(shown)) {
    await page.goto(`/iframe.html?id=${id}&viewMode=story`)
    await expect(page.locator('#storybook-root').getByText(text).first()).toBeVisible()
    await expect(page.locator('#error-message')).toBeHidden()
  }
})

test('a story begins with its own sandbox when one is chosen after another', async ({ page }) => {
  await page.goto('/?path=/story/collections--adding')

  const story = page.frameLocator('#storybook-preview-iframe')

  await expect(story.getByText('Breads')).toBeVisible()
  await page.getByRole('link', { name: 'Seeded' }).click()
  await expect(story.getByRole('listitem').first()).toBeVisible()
  await expect(story.getByText('Breads')).toBeHidden()
})
