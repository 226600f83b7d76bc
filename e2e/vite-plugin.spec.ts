import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveApp } from './testing/app-server.ts'
import { sendFromPage } from './testing/conformance-door.ts'
import { expect, test } from './testing/vite-test.ts'

test('the dev server serves the service and shows the console', async ({ page, serve }) => {
  const url = await serve({ seed: 3 })

  await page.goto(url)
  await expect(page.locator('#first')).toHaveText('200')

  const overview = await page.request.get(new URL('/__sandbox', url).href)
  expect(await overview.json()).toMatchObject({ runtime: 'node', seed: 3 })

  // Navigating to a path that is not a file of the console returns its page.
  await page.goto(new URL('/api/graphql/preview/v1', url).href)
  await expect(page).toHaveURL(/\/__sandbox\/console\/requests\/new\?method=POST&path=%2Fapi%2Fgraphql/)

  const console = await page.goto(new URL('/__sandbox/console/entities/1001', url).href)
  expect(console?.headers()['content-type']).toBe('text/html; charset=utf-8')
})

test(
  'an application with a base path and a prefix of /api is handled',
  { tag: '@deep' },
  async ({ page, serve }) => {
    const url = await serve({ path: '/backend' }, { base: '/app/' })
    const response = await page.request.get(new URL('/backend/api/entities/1001', url).href)

    expect(await response.json()).toMatchObject({
      self: { href: new URL('/backend/api/entities/1001', url).href },
    })
  },
)

test('data is kept when Vite restarts its server', { tag: '@deep' }, async ({ page, serve }) => {
  const options = { seed: 5 }
  const response = await page.request.put(new URL('/__sandbox/user', await serve(options)).href, {
    data: { name: 'reader' },
  })
  expect(response.ok()).toBe(true)

  const overview = await page.request.get(new URL('/__sandbox', await serve(options)).href)

  expect(await overview.json()).toMatchObject({ acting_user: 'reader' })
})

for (const transport of ['page', 'worker'] as const) {
  test(
    `in the page, through the ${transport} transport, the plugin adds the sandbox and the console without any code`,
    { tag: '@deep' },
    async ({ page, context, serve }) => {
      const url = await serve({ mode: 'browser', transport }, { base: '/app/' })
      const console = await context.newPage()

      await page.goto(url)
      await expect(page.locator('#first')).toHaveText('200')
      await console.goto(`${url}__sandbox/console/entities/1001`)
      await expect(console.getByRole('status').filter({ hasText: 'In this tab' })).toBeVisible()

      await sendFromPage(page, {
        method: 'POST',
        path: '/api/entities',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 1001, identifier: 'renamed-by-the-application' }),
      })

      await expect(console.getByText('renamed-by-the-application').first()).toBeVisible()
    },
  )
}

test(
  'a build contains nothing of the sandbox in either mode, unless requested',
  { tag: '@deep' },
  async ({ build }) => {
    for (const options of [{}, { mode: 'browser' }] as const) {
      const folder = await build(options)
      const files = await readdir(folder, { recursive: true, withFileTypes: true })
      const texts = await Promise.all(
        files
          .filter((file) => file.isFile())
          .map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
      )

      expect(texts).toHaveLength(3) // the page, its script and its own worker
      expect(texts.join('')).not.toContain('entitySandboxInThisTab')
    }
  },
)

test(
  'a build that requests it contains the sandbox, the worker and the console',
  { tag: '@deep' },
  async ({ page, build }) => {
    await using app = await serveApp(
      await build({ mode: 'browser', transport: 'worker', build: true }, { base: './' }),
    )

    await page.goto(app.url)
    await expect(page.locator('#first')).toHaveText('200')
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
      .toBe(`${app.url}mockServiceWorker.js`)

    await page.goto(`${app.url}__sandbox/console/`)
    await expect(page.getByRole('status').filter({ hasText: 'In this tab' })).toBeVisible()
    expect(app.escaped).toEqual([])
  },
)
