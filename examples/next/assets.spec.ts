import { connect } from 'entity-sandbox/node'
import { expect, test } from 'entity-sandbox/playwright'

for (const title of ['Leek soup', 'Rye bread']) {
  test(`a server component renders the asset of the test (${title})`, async ({ page, sandbox }) => {
    await sandbox.give('M.Asset', { identifier: 'dish', properties: { Title: title } })

    await page.goto('/assets/dish')

    await expect(page.getByRole('heading')).toHaveText(title)
    await expect(sandbox).toHaveReceived('GET', '/api/entities/identifier/dish')
  })
}

test('a server component shows the latest assets, read by GraphQL', async ({ page, sandbox }) => {
  await sandbox.give('M.Asset', { properties: { Title: 'Leek soup' } })

  await page.goto('/assets')

  await expect(page.getByRole('listitem').first()).toHaveText('Leek soup')
  await expect(sandbox).toHaveReceived('query', 'LatestAssets', { variables: { count: 2 } })
})

test('a server component reports that the API is down', async ({ page, sandbox }) => {
  await sandbox.setScenario('maintenance')

  await page.goto('/assets/dish')

  await expect(page.getByText("can't be read (503)")).toBeVisible()
})

test('a preview contains its backend, with separate sandboxes', async ({ context, page }) => {
  const preview = 'http://127.0.0.1:4192'
  await using sandbox = await connect(`${preview}/backend`, { own: true })

  await sandbox.give('M.Asset', { identifier: 'dish', properties: { Title: 'Leek soup' } })
  await context.addCookies([{ name: 'sandbox', value: sandbox.id, url: preview }])
  await page.goto(`${preview}/assets/dish`)

  await expect(page.getByRole('heading')).toHaveText('Leek soup')
})
