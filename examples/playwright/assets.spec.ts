import { expect, test } from 'entity-sandbox/playwright'

test('an asset gets another title', async ({ page, sandbox }) => {
  const asset = await sandbox.give<{ Title: string }>('M.Asset', {
    identifier: 'leek',
    properties: { Title: 'Leek' },
  })

  await page.goto('/?asset=leek')
  await page.getByLabel('Title').fill('Leek soup')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('status')).toHaveText('Saved')
  await expect(sandbox).toHaveReceived('PUT', `/api/entities/${asset.id}`, {
    body: { properties: { Title: 'Leek soup' } },
  })
  expect((await sandbox.entity(asset.id)).properties).toMatchObject({ Title: 'Leek soup' })
})

test('a reader sees that nothing was saved', async ({ page, sandbox }) => {
  await sandbox.give('M.Asset', { identifier: 'leek' })
  await sandbox.actAs('reader')

  await page.goto('/?asset=leek')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('status')).toHaveText('Not saved (403)')
})
