import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, type Response } from '@playwright/test'
import { buildAndServe } from './testing/app-server.ts'

const browserPage = readFileSync(resolve(import.meta.dirname, '../docs/browser.md'), 'utf8')

test(
  'a page loads at most the size that docs/browser.md states before its first response',
  { tag: '@deep' },
  async ({ page }) => {
    const [, stated] = /(\d+) kB gzipped at most before its\s+first response/.exec(browserPage) ?? []
    const scripts: Response[] = []

    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response)
    })
    await using app = await buildAndServe('first-response', '/', 'production')

    await page.goto(app.url)
    await expect(page.locator('#first')).toHaveText('200')

    const kilobytes = await gzipped(scripts)

    test.info().annotations.push({ type: 'kilobytes', description: kilobytes.toFixed(1) })
    expect(kilobytes).toBeLessThanOrEqual(Number(stated))
    expect(app.escaped).toEqual([])
  },
)

async function gzipped(scripts: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(scripts.map((script) => script.body()))
  const sizes = bodies.map((body) => gzipSync(body).length)

  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
