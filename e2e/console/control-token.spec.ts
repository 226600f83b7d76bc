import { blockStorage } from '../testing/block-storage.ts'
import { expect, test } from '../testing/plain-test.ts'
import { startServer } from '../testing/start-server.ts'
import { expectAccessible } from './console-test.ts'

test('the console of a sandbox that other machines can reach asks for the token, keeps it for the tab, and shows new requests', async ({
  page,
}) => {
  await using server = await startServer('--host', '0.0.0.0', '--control-token', 'open-sesame')

  await page.goto(`${server.url}/requests`)

  await expect(page.getByRole('heading', { name: 'This sandbox requires a token' })).toBeVisible()
  await expect(page.getByText('the one that the server was given, or else printed at startup')).toBeVisible()
  await expectAccessible(page)

  const size = page.viewportSize() ?? { width: 1280, height: 720 }

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('main').locator('.card')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(size)

  await page.keyboard.type('guess')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('alert')).toHaveText('That token is not valid for this sandbox.')

  // A header can't have these quotes.
  await page.getByLabel('Control token').fill('“open-sesame”')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('alert')).toHaveText('That token is not valid for this sandbox.')

  await page.keyboard.press('Control+a')
  await page.keyboard.type('open-sesame')
  await page.keyboard.press('Enter')

  await expect(page.getByText('No application has sent a request yet.')).toBeVisible()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()

  await fetch(`${server.url}/api/entities/1000`)

  await expect(page.getByRole('row', { name: 'GET /api/entities/1000 200' })).toBeVisible()

  await page.reload()

  await expect(page.getByRole('row', { name: 'GET /api/entities/1000 200' })).toBeVisible()

  // The URL that is printed at startup contains the token, which is then removed from the address bar.
  const other = await page.context().newPage()

  await other.goto(`${server.url}/health?control=open-sesame`)

  await expect(other.getByRole('heading', { name: 'Health' })).toBeVisible()
  await expect(other).toHaveURL(`${server.url}/simulate?part=health`)

  // If the browser blocks storage and cookies, the page itself keeps the token.
  await blockStorage(other)
  await other.context().clearCookies()
  await other.reload()
  await other.getByLabel('Control token').fill('open-sesame')
  await other.keyboard.press('Enter')

  await expect(other.getByRole('heading', { name: 'Health' })).toBeVisible()
  await expect(other).toHaveURL(`${server.url}/simulate?part=health`)
})
