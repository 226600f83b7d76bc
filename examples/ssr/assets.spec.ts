import { expect, test } from 'entity-sandbox/playwright'

for (const title of ['Leek soup', 'Rye bread', 'Green salad']) {
  test(`the server renders the asset of the test (${title})`, async ({ page, sandbox }) => {
    await sandbox.give('M.Asset', { identifier: 'dish', properties: { Title: title } })

    await page.goto('/dish')

    await expect(page.getByRole('heading')).toHaveText(title)
    await expect(sandbox).toHaveReceived('GET', '/api/entities/identifier/dish', { count: 1 })
  })
}
