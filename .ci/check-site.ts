/** Checks the built site (`npm run site`): narrow and wide, light and dark, its search and its playground. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import type axe from 'axe-core'
import sirv from 'sirv'
import { launchOptions } from './chromium.ts'
import { root } from './command.ts'

const folder = join(root, 'dist/site')
const axeScript = join(root, 'node_modules/axe-core/axe.min.js')
const server = createServer(sirv(folder)).listen(0, '127.0.0.1')

await new Promise((ready) => server.once('listening', ready))

const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a server on a port
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.html') && path !== '404.html' && !path.startsWith('playground/'))
const problems: string[] = []
const browser = await chromium.launch(launchOptions())

try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const widths = [400, 1400]

    await Promise.all(
      widths.map((width) => checkPages(browser, { colorScheme, viewport: { width, height: 900 } })),
    )
  }
  await checkSearch(await open(browser))
  await checkPlayground(await open(browser))
} finally {
  await browser.close()
  server.close()
}
for (const name of ['openapi.json', 'openapi.yaml']) {
  if (!readFileSync(join(folder, name), 'utf8').includes('3.1.1'))
    problems.push(`${name} is not the contract.`)
}
if (problems.length > 0) throw new Error(problems.join('\n'))
console.log(`${pages.length} pages of the site, its search and its playground work.`)

async function checkPages(browser: Browser, options: Parameters<Browser['newPage']>[0]): Promise<void> {
  const page = await open(browser, options)

  for (const name of pages) {
    await page.goto(`${base}/${name}`)
    await page.locator('h1').first().waitFor()
    await page.addScriptTag({ path: axeScript })

    const { violations }: axe.AxeResults = await page.evaluate('axe.run(document, { iframes: false })')
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    const where = `${name} ${options?.colorScheme} ${options?.viewport?.width}`

    problems.push(...violations.map(({ help, nodes }) => `${where}: ${help}: ${nodes[0]?.html}`))
    if (isTooWide) problems.push(`${where} is wider than the window.`)
  }
  await page.close()
}

async function checkSearch(page: Page): Promise<void> {
  await page.goto(`${base}/index.html`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('latency')
  await page
    .getByRole('option', { name: /Faults/ })
    .first()
    .click()
  await page.waitForURL(/faults/)
}

async function checkPlayground(page: Page): Promise<void> {
  await page.goto(`${base}/try-it.html`)
  await page.frameLocator('iframe').getByRole('heading', { name: 'Entities' }).waitFor()
  await page.frameLocator('iframe').getByText('Connected', { exact: true }).waitFor()
}

/** Opens a page that adds its errors, and its requests to other origins, to the problems. */
async function open(browser: Browser, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options)

  // Long enough for a busy machine.
  page.setDefaultTimeout(120_000)
  page.on('pageerror', ({ message }) => problems.push(`${page.url()}: ${message}`))
  page.on('request', (request) => {
    const url = request.url()

    if (!url.startsWith(base) && !/^(data|blob):/.test(url)) problems.push(`${page.url()} requests ${url}.`)
  })

  return page
}
