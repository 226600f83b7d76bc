import { expect, test } from '@playwright/test'

test('the page includes the service, without a server', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Name').fill('Soups')
  await page.getByRole('button', { name: 'Add' }).click()

  await expect(page.getByText('Soups')).toBeVisible()
})
