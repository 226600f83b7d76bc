import { isDeep } from '../../mocks/testing/scale.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { addressIn, expect, tabTo, test } from './console-test.ts'

test('every page is accessible, and fits a width of 320 pixels', async ({
  view: { page, open, send, expectAccessible },
  sandbox,
}) => {
  test.slow()
  // Imported here: its libraries take a second to load, also in processes that do not run this test.
  const { declaredPages } = await import('../../web/routes.ts')
  const missing = page.getByRole('heading', { name: 'Page not found' })
  // Without loading the console again.
  const goTo = (address: string) =>
    page.evaluate((url) => history.pushState(null, '', url), addressIn(address, sandbox.id))
  const addresses = declaredPages()
    .filter(({ title }) => title !== undefined)
    .flatMap(({ title, samples = [] }) => {
      expect(samples, `${title} has sample addresses`).not.toEqual([])

      return isDeep ? samples : samples.slice(0, 1)
    })

  await sandbox.setHealth('search', 'Red')
  await send('GET', '/api/entities/1000')
  await open('/nowhere')

  for (const address of ['/nowhere', ...addresses]) {
    await test.step(address, async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await goTo('/nowhere')
      await expect(missing).toBeVisible()

      if (address !== '/nowhere') {
        await goTo(address)
        await expect(missing).toBeHidden()
      }

      await expect(page.locator('main h1').or(page.locator('main p')).first()).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expectAccessible()

      if (isDeep) {
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessible('colours')
      }

      await page.setViewportSize({ width: 320, height: 640 })
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(320)
    })
  }
})

for (const [name, options] of [
  ['in forced colours', { contextOptions: { forcedColors: 'active' } }],
  // As a browser does it: half as many pixels, each twice as large.
  ['at 200% zoom', { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 }],
  ['at a width of 320 pixels', { viewport: { width: 320, height: 640 } }],
] as const)
  test.describe(() => {
    test.use(options)

    test(`the four pages are accessible ${name}, and nothing is beyond the edge @deep`, async ({
      view: { page, open, send, expectAccessible },
    }) => {
      test.slow()
      await send('GET', '/api/entities/1000')

      for (const path of ['/entities?definition=M.Asset', '/requests', '/simulate', '/sandbox'])
        await test.step(path, async () => {
          await open(path)
          await expect(page.locator('main h1')).toBeVisible()
          await expect(page.locator('.skeleton')).toHaveCount(0)
          await expectAccessible()
          expect(
            await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          ).toBe(0)
        })
    })
  })

test('two keys open a page, whose heading gets the focus; the palette finds commands and entities', async ({
  view: { page, open },
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))

  await open('/entities')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('h')

  await expect(page.getByRole('heading', { name: 'Health' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const second = page.getByRole('dialog').getByRole('option').nth(1)

  await expect(second).toHaveAttribute('aria-selected', 'true')
  const title = (await second.locator('span').first().innerText()).replace('Go to ', '')

  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: title })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.route(/query=[^&]*M\.Asset/, async (route) => {
    await released
    await route.fulfill({ status: 500 })
  })
  await page.keyboard.type('M.AssetType.Ph')

  await expect(page.getByText('Searching…')).toBeVisible()

  release()

  await expect(page.getByText('Entities can’t be searched: 500')).toBeVisible()

  await page.unroute(/query=[^&]*M\.Asset/)
  await page.keyboard.type('oto')
  await expect(page.getByRole('option', { name: /^Photo/ })).toBeVisible()
  await page.getByRole('option', { name: /^Photo/ }).click()

  await expect(page.getByRole('heading', { name: 'Photo' })).toBeVisible()
})

test('a chosen theme has its colours whatever the system prefers, and is kept @deep', async ({
  view: { page, open },
}) => {
  const grounds = { light: 'rgb(255, 255, 255)', dark: 'rgb(14, 17, 22)' }

  await open('/entities')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [label, theme] of [
      ['Light theme', 'light'],
      ['Dark theme', 'dark'],
      ['System theme', colorScheme],
    ] as const) {
      await page.getByRole('combobox', { name: 'Theme' }).selectOption(label)
      await page.reload()
      await expect(page.locator('body')).toHaveCSS('background-color', grounds[theme])
    }
  }

  // As when the browser blocks all cookies.
  await blockStorage(page)
  await page.reload()

  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light theme')

  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
})

test('at most twelve stops of the Tab key lead to the list; arrow keys move within a toolbar @deep', async ({
  view: { page, open },
}) => {
  await open('/entities?definition=M.Asset')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await tabTo(page.getByRole('grid', { name: 'Entities' }), 12, () => page.keyboard.press('Tab'))

  const pages = page.getByRole('navigation', { name: 'Pages' })

  await pages.getByRole('link', { name: 'Entities' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(pages.getByRole('link', { name: 'Requests' })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(pages.getByRole('button', { name: /^Shortcuts/ })).toBeFocused()
})

test('links from page to page keep the sandbox', async ({ view: { page, open }, sandbox }) => {
  await open('/entities')

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sandbox' }).click()

  await expect(page).toHaveURL(new RegExp(`/sandbox\\?.*sandbox=${sandbox.id}`))
})

test('a page that was not visited opens after the sandbox has stopped', async ({
  view: { page, open },
  context,
}) => {
  const loaded = ['simulate', 'requests', 'sandbox'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/${name}-page`)),
  )

  await open('/entities')
  for (const response of await Promise.all(loaded)) await response.finished()
  await context.setOffline(true)

  for (const name of ['Simulate', 'Requests', 'Sandbox']) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
})
