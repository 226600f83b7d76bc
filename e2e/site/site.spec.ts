import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, expect, test as base } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'
import { expectAccessible } from '../console/console-test.ts'
import { serveApp } from '../testing/app-server.ts'

const folder = resolve(import.meta.dirname, '../../dist/site')
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.html') && path !== '404.html' && !path.startsWith('playground/'))

/** The site on a static file server. Its pages have no errors, and request nothing from other origins. */
const test = base.extend<{ url: string }>({
  url: async ({ page }, use) => {
    await using site = await serveApp(folder)
    const problems: string[] = []

    page.on('pageerror', ({ message }) => problems.push(`${page.url()}: ${message}`))
    page.on('request', (request) => {
      const requested = request.url()

      if (!requested.startsWith(site.url) && !/^(data|blob):/.test(requested))
        problems.push(`${page.url()} requests ${requested}.`)
    })
    await use(site.url)
    expect(problems).toEqual([])
  },
})

test('every page is accessible, and no wider than the window', async ({ page, url }) => {
  for (const name of pages) {
    await page.goto(`${url}${name}`)
    await page.locator('h1').first().waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true)
  }
})

test('the search finds a page', async ({ page, url }) => {
  await page.goto(`${url}index.html`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('latency')
  await page
    .getByRole('option', { name: /Controls/ })
    .first()
    .click()
  await page.waitForURL(/controls/)
})

test('the first page has the playground, which starts within ten seconds', async ({ page, url }) => {
  await page.goto(`${url}index.html`)
  await page.frameLocator('iframe').getByRole('heading', { name: 'Entities' }).waitFor({ timeout: 10_000 })
  await page.frameLocator('iframe').getByText('Connected', { exact: true }).waitFor()

  const opened = page.context().waitForEvent('page')

  await page.getByRole('link', { name: 'open it in its own tab' }).click()
  await (await opened).getByRole('heading', { name: 'Entities' }).waitFor()
})

test('the playground has the colours that the switch of the site sets, and not those of the system', async ({
  url,
}) => {
  // The system prefers dark. Emulated, it would be preferred by the frame too.
  const { args = [], ...options } = launchOptions()
  const browser = await chromium.launch({
    ...options,
    args: [...args, '--blink-settings=preferredColorScheme=0'],
  })

  try {
    const page = await browser.newPage({ colorScheme: null, viewport: { width: 1400, height: 900 } })
    const body = page.locator('iframe').contentFrame().locator('body')
    const isDark = () => body.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)

    await page.goto(`${url}index.html`)
    await expect.poll(isDark).toBe(true)
    await page.getByRole('switch').first().click()
    await expect.poll(isDark).toBe(false)
  } finally {
    await browser.close()
  }
})

test('the contract can be downloaded', () => {
  expect(readFileSync(join(folder, 'openapi.json'), 'utf8')).toContain('3.1.1')
})

test('llms.txt lists the pages in Markdown, which the site has', async ({ page, url }) => {
  const text = await (await page.request.get(`${url}llms.txt`)).text()
  const links = Array.from(text.matchAll(/^- \[.+\]\((.+\.md)\)$/gm), ([, link]) => link)

  expect(text).toMatch(/^# entity-sandbox\n/)
  expect(links).toContain('controls.md')
  for (const link of links) expect((await page.request.get(`${url}${link}`)).status(), link).toBe(200)
})
