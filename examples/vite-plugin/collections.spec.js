import { expect, test } from '@playwright/test'

test('Vite serves the service with the page', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Name').fill('Soups')
  await page.getByRole('button', { name: 'Add' }).click()

  await expect(page.getByText('Soups')).toBeVisible()
})
