import type { Page } from '@playwright/test'
import { expect, test } from 'entity-sandbox/playwright'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { buildAndServe, type AppServer } from './testing/app-server.ts'
import { test as plainTest } from './testing/plain-test.ts'

let app: AppServer

test.beforeAll(async () => {
  app = await buildAndServe('tab', './', 'development')
})
test.afterAll(() => app[Symbol.asyncDispose]())

test.use({ sandboxOptions: kitchen })

/** The address of the page for signing in; it leads back to one of the application. */
function signInPage(origin: string, callback: string): string {
  const query = { response_type: 'code', client_id: 'sandbox', redirect_uri: callback, state: 'mine' }

  return `${origin}/oauth/authorize?${String(new URLSearchParams(query))}`
}

/** Waits until the browser is back, and gets an access token for the code, from the page. */
async function tokenFor(page: Page, origin: string, callback: string): Promise<number> {
  await page.waitForURL(`${callback}?code=*&state=mine`)

  return page.evaluate(
    async ([url = '', redirect_uri = '']) => {
      const code = new URLSearchParams(location.search).get('code') ?? ''
      const client = { client_id: 'sandbox', client_secret: 'sandbox' }
      const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, ...client })

      return (await fetch(url, { method: 'POST', body })).status
    },
    [`${origin}/oauth/token`, callback],
  )
}

/** Waits until the application has started a sandbox of its own. */
async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.starting)
  await page.evaluate(() => globalThis.starting?.then(() => undefined))
}

plainTest(
  'a browser is led from the page of a server to the application of another origin',
  async ({ page, baseURL: server }) => {
    const baseURL = server ?? ''
    const callback = `${app.url.replace('127.0.0.1', 'localhost')}index.html`

    await page.goto(signInPage(baseURL, callback))
    await page.getByRole('button', { name: 'reader' }).click()
    expect(await tokenFor(page, baseURL, callback)).toBe(200)

    await page.goto(signInPage(baseURL, callback))
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(`${callback}?error=access_denied&*`)
  },
)

test('a test signs in through the page of its sandbox', async ({ page, sandbox }) => {
  const { origin } = new URL(app.url)
  const callback = `${app.url}index.html`

  await page.goto(app.url)
  await page.evaluate((url) => location.assign(url), signInPage(origin, callback))
  await page.getByRole('button', { name: 'reader' }).click()

  expect(await tokenFor(page, origin, callback)).toBe(200)
  await expect(sandbox).toHaveReceived('POST', '/oauth/authorize')
})

for (const transport of ['page', 'worker'] as const) {
  for (const baseUrl of [undefined, 'https://api.test/v2']) {
    plainTest(
      `a page with a sandbox of its own shows the page to sign in on (${transport}, ${baseUrl ?? 'same origin'})`,
      // A quick run tests one of four.
      { tag: transport === 'page' && baseUrl === undefined ? [] : ['@deep'] },
      async ({ page }) => {
        const origin = baseUrl ?? new URL(app.url).origin
        const callback = `${app.url}index.html`

        await page.addInitScript(
          `globalThis.sandboxOptions = ${JSON.stringify({ ...kitchen, transport, baseUrl })}`,
        )
        await page.goto(app.url)
        await started(page)
        await page.evaluate((url) => location.assign(url), signInPage(origin, callback))
        await page.getByRole('button', { name: 'reader' }).click()
        await page.waitForURL(`${callback}?code=*&state=mine`)
        await started(page)

        expect(await tokenFor(page, origin, callback)).toBe(200)
        expect(app.escaped.filter((request) => request.includes('oauth'))).toEqual([])
      },
    )
  }
}
