import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import type { entitySandbox } from '../mocks/doors/vite/index.ts'
import type { EntitySandboxOptions } from '../mocks/doors/vite/read-options.ts'
import { serveApp } from './testing/app-server.ts'
import { sendFromPage } from './testing/conformance-door.ts'
import { expect, test as base } from './testing/plain-test.ts'

const root = resolve(import.meta.dirname, '..')
const application = {
  root: resolve(root, 'e2e/apps/tab'),
  configFile: false,
  logLevel: 'error',
} as const

interface Fixtures {
  /** The plugin of the built package. */
  readonly plugin: typeof entitySandbox
  readonly serve: (options: EntitySandboxOptions, base?: string) => Promise<string>
  /** Builds the application, and returns the folder of the build. */
  readonly build: (options: EntitySandboxOptions, base?: string) => Promise<string>
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that no fixture is needed
  plugin: async ({}, use) => {
    const entry = pathToFileURL(resolve(root, 'dist/doors/vite/index.js')).href
    const { entitySandbox: plugin } = (await import(entry)) as { entitySandbox: typeof entitySandbox } // built from this source

    await use((options) => plugin({ entities: 120, ...options }))
  },
  serve: async ({ plugin }, use, info) => {
    const { createServer } = await import('vite')
    const servers: ViteDevServer[] = []

    await use(async (options, base = '/') => {
      const server = await createServer({
        ...application,
        base,
        cacheDir: join(info.project.outputDir, `vite-${info.parallelIndex}`),
        // Pre-bundling the application's other imports would take seconds.
        optimizeDeps: { noDiscovery: true },
        server: { host: '127.0.0.1', port: 0 },
        plugins: [plugin(options)],
      })

      await server.listen()
      servers.push(server)

      return server.resolvedUrls?.local[0] ?? ''
    })
    for (const server of servers) await server.close()
  },
  build: async ({ plugin }, use, info) => {
    const { build } = await import('vite')
    let count = 0

    await use(async (options, base = '/') => {
      const outDir = info.outputPath(`build-${++count}`)

      await build({
        ...application,
        base,
        mode: 'production',
        build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
        plugins: [plugin(options)],
      })

      return outDir
    })
  },
})

test('the dev server serves the service and shows the console', async ({ page, serve }) => {
  const url = await serve({ seed: 3 })

  await page.goto(url)
  await expect(page.locator('#first')).toHaveText('200')

  const overview = await page.request.get(new URL('/__sandbox', url).href)
  expect(await overview.json()).toMatchObject({ runtime: 'node', seed: 3 })

  // Navigating to a path that is not a file of the console returns its page.
  await page.goto(new URL('/api/graphql/preview/v1', url).href)
  await expect(page).toHaveURL(/\/__sandbox\/console\/requests\/new\?.*graphql/)

  const console = await page.goto(new URL('/__sandbox/console/entities/1001', url).href)
  expect(console?.headers()['content-type']).toBe('text/html; charset=utf-8')
})

test(
  'an application with a base path and a prefix of /api is handled',
  { tag: '@deep' },
  async ({ page, serve }) => {
    const url = await serve({ path: '/backend' }, '/app/')
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
      const url = await serve({ mode: 'browser', transport }, '/app/')
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
    await using app = await serveApp(await build({ mode: 'browser', transport: 'worker', build: true }, './'))

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
