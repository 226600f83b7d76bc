import { expect, test } from '@playwright/test'

/** The text that each story shows after its play function. */
const expectedTexts = {
  'collections--seeded': /\w+/,
  'collections--with-soups': 'Soups',
  'collections--adding': 'Breads',
  'collections--as-reader': 'The collection was not added (403).',
  'collections--down': "The collections can't be read (503).",
}

test('every story shows the data of its sandbox', async ({ page, request }) => {
  const { entries } = await (await request.get('/index.json')).json()

  expect(Object.keys(entries).toSorted()).toEqual(Object.keys(expectedTexts).toSorted())

  for (const [id, text] of Object.entries(expectedTexts)) {
    await page.goto(`/iframe.html?id=${id}&viewMode=story`)
    await expect(page.locator('#storybook-root').getByText(text).first()).toBeVisible()
    await expect(page.locator('#error-message')).toBeHidden()
  }
})

test('a story that is chosen after another has a separate sandbox', async ({ page }) => {
  await page.goto('/?path=/story/collections--adding')

  const story = page.frameLocator('#storybook-preview-iframe')

  await expect(story.getByText('Breads')).toBeVisible()
  await page.getByRole('link', { name: 'Seeded' }).click()
  await expect(story.getByRole('listitem').first()).toBeVisible()
  await expect(story.getByText('Breads')).toBeHidden()
})

test('the scenario and the persona of a story can be chosen in the toolbar', async ({ page }) => {
  await page.goto('/?path=/story/collections--seeded')

  const story = page.frameLocator('#storybook-preview-iframe')
  const choose = async (menu, item) => {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('option', { name: item }).click()
  }

  await expect(story.getByRole('listitem').first()).toBeVisible()
  await choose('Scenario', 'maintenance')
  await expect(story.getByText("The collections can't be read (503).")).toBeVisible()
  await choose('Scenario', 'As the story')
  await expect(story.getByRole('listitem').first()).toBeVisible()

  await choose('Persona', 'reader')
  await story.getByLabel('Name').fill('Breads')
  await story.getByRole('button', { name: 'Add' }).click()
  await expect(story.getByText('The collection was not added (403).')).toBeVisible()
})
