import { expect, test } from '@playwright/test'

test('the built console shows its name', async ({ page }) => {
  await page.goto('/')

  await expect(page.getByRole('heading', { name: 'entity-sandbox console' })).toBeVisible()
})
