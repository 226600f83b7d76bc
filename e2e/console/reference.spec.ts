import { expect, test } from './console-test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Rules of axe that Scalar's elements break, which no setting or style can fix (docs/contract.md). */
const scalarExceptions = [
  'aria-allowed-attr',
  'aria-allowed-role',
  'aria-required-children',
  'button-name',
  'label-content-name-mismatch',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-main',
  'landmark-unique',
  'nested-interactive',
  'scrollable-region-focusable',
]

test(
  'the reference is read, filled in, tried as the chosen persona and copied, and requests nothing from other origins',
  { tag: '@deep' },
  async ({ baseURL, view: { page, open } }) => {
    // A script of three megabytes renders all operations.
    test.slow()
    const otherOrigins: string[] = []
    const operation = page.getByRole('group', {
      name: 'Request Example for get/api/entities/{id}',
      exact: true,
    })
    const client = page.getByRole('dialog', { name: 'API Client' })
    const copyAs = async (language: string, expected: string) => {
      await operation.locator('button').first().click()
      await page.locator('[role=option]', { hasText: language }).click()
      await expect(operation.locator('code')).toContainText(expected)
    }

    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '')) otherOrigins.push(request.url())
    })

    await test.step('read', async () => {
      await open('/health')
      await page.getByRole('combobox', { name: 'Console user' }).selectOption('reader')
      await page.getByRole('link', { name: 'Reference' }).click()
      await page.locator('aside button', { hasText: /^\s*Reads an entity\s*HTTP/ }).click()
      await expect(page.getByText('Id of an entity.').first()).toBeVisible()
    })

    await test.step('copied', async () => {
      await copyAs('Playwright', '/api/entities/11000')
      await copyAs('Fetch', "fetch('")
      await copyAs('Curl', 'curl ')
      await operation.locator(String.raw`button.group\/copy-button`).click({ force: true })

      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/api/entities/11000')
    })

    await test.step('filled in, with an example and by hand, and tried as the chosen persona', async () => {
      await operation.locator('button', { hasText: 'Test Request' }).click()
      const received = page.waitForResponse((response) => response.url().endsWith('/api/entities/11000'))
      const send = client.locator('button', { hasText: 'Send get request' })

      await send.click()

      expect((await received).request().headers()['authorization']).toBe('Bearer sandbox-reader')

      await client.locator('.cm-content', { hasText: /^11000$/ }).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('11001')
      // It uses the typed text a moment later.
      await expect(async () => {
        const requested = page.waitForRequest((request) => request.url().endsWith('/api/entities/11001'), {
          timeout: 2000,
        })

        await send.click()
        await requested
      }).toPass()
    })

    expect(otherOrigins.filter((url) => /^(https?|wss?):/.test(url))).toEqual([])
  },
)

test(
  'the reference is accessible, except for known defects of Scalar',
  { tag: '@deep' },
  async ({ view: { page, open, expectAccessible } }) => {
    test.slow()
    await open('/docs')
    await expect(page.locator('button', { hasText: 'Test Request' }).first()).toBeVisible({ timeout: 60_000 })
    await expectAccessible('all', { exceptions: scalarExceptions })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible('colours')
  },
)

test('the reference fits a width of 360 pixels', { tag: '@deep' }, async ({ view: { page, open } }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/docs')
  await expect(page.locator('button', { hasText: 'Test Request' }).first()).toBeAttached({ timeout: 60_000 })

  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, main > div')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ className }) => className),
    )

  // While it renders, the page responds slowly.
  await expect.poll(tooWide, { timeout: 60_000 }).toEqual([])
})
