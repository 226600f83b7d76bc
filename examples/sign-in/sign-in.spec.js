import { expect, test } from 'entity-sandbox/playwright'

test('a person signs in on the page', async ({ page, sandbox }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'reader' }).click()

  await expect(page.getByText('Signed in.')).toBeVisible()
  expect(await sandbox.requests({ path: '/api/entities/1001' })).toMatchObject([{ user: 'reader' }])
})

test('a person refuses', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()

  await expect(page.getByText('The user has refused.')).toBeVisible()
})

test.describe('without the page', () => {
  test.use({ sandboxOptions: { signIn: 'editor' } })

  test('a person is signed in at once', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect(page.getByText('Signed in.')).toBeVisible()
  })
})
