import { declaredPages } from '../../web/routes.ts'
import { isDeep } from '../../mocks/testing/scale.ts'
import { expect, test } from './open.ts'

/** The reference page is Scalar's, with a second `main` and lists that take no focus. */
const ofAnother = 'Reference'

/** The console's own routes, and an address that none of them has. */
const pages = [
  ...declaredPages().filter(({ title }) => title !== ofAnother),
  { title: 'Missing page', samples: ['/nowhere'] },
]

for (const { title, samples = [] } of pages) {
  if (title === undefined) continue

  test(`${title}: accessible in both schemes, and fits a width of 320 pixels`, async ({
    console: { page, open, send, expectAccessible },
    sandbox,
  }) => {
    expect(samples, 'a page names addresses that show it').not.toEqual([])
    await sandbox.setHealth('search', 'Red')
    await send('GET', '/api/entities/1000')

    for (const route of isDeep ? samples : samples.slice(0, 1)) {
      await test.step(route, async () => {
        await page.setViewportSize({ width: 1280, height: 720 })
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await open(route)
        await expect(page.locator('main h1').or(page.locator('main p')).first()).toBeVisible()
        await expect(page.locator('.skeleton')).toHaveCount(0)

        await expectAccessible()

        await page.emulateMedia({ colorScheme: 'dark' })

        await expectAccessible('colours')

        await page.setViewportSize({ width: 320, height: 640 })
        await expect(page.locator('.skeleton')).toHaveCount(0)

        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(320)
      })
    }
  })
}

test('no two pages have the same keys', () => {
  const keys = declaredPages().flatMap((page) => page.keys ?? [])

  expect(keys).toEqual([...new Set(keys)])
})

test('the palette finds commands and entities by typing', async ({ console: { page, open } }) => {
  await open('/entities')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.type('health')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Health' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('M.AssetType.Photo')
  await expect(page.getByRole('option', { name: /^Photo/ })).toBeVisible()
  await page.getByRole('option', { name: /^Photo/ }).click()

  await expect(page.getByRole('heading', { name: 'Photo' })).toBeVisible()
})

test('the palette, the sheet of keys and menus are accessible', async ({
  console: { page, open, expectAccessible },
}) => {
  await open('/entities')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl+K')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')

  await page.getByRole('row').nth(3).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible()
})

test('two keys go to a view, and the heading takes the focus', async ({ console: { page, open } }) => {
  await open('/entities')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('h')

  await expect(page.getByRole('heading', { name: 'Health' })).toBeFocused()
})

test('the theme is chosen and kept', async ({ console: { page, open } }) => {
  await open('/entities')

  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark theme')
  await page.reload()

  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})

test('a link keeps its sandbox from view to view', async ({ console: { page, open }, sandbox }) => {
  await open('/entities')

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sandbox' }).click()

  await expect(page).toHaveURL(new RegExp(`/sandbox\\?.*sandbox=${sandbox.id}`))
})
