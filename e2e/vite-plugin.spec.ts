import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test as base } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import type { entitySandbox as plugin } from '../mocks/vite/entity-sandbox.ts'
import type { EntitySandboxOptions } from '../mocks/vite/options.ts'

const root = resolve(import.meta.dirname, '..')

const test = base.extend<{ serve: (options: EntitySandboxOptions, base?: string) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is asked for
  serve: async ({}, use, info) => {
    const built = pathToFileURL(resolve(root, 'dist/vite/index.js')).href
    const { entitySandbox } = (await import(built)) as { entitySandbox: typeof plugin } // what it was built from
    const servers: ViteDevServer[] = []

    await use(async (options, path = '/') => {
      const server = await createServer({
        root: resolve(root, 'e2e/apps/tab'),
        configFile: false,
        logLevel: 'error',
        base: path,
        cacheDir: join(info.project.outputDir, `vite-${info.parallelIndex}`),
        server: { host: '127.0.0.1', port: 0 },
        plugins: [entitySandbox({ entities: 120, ...options })],
      })

      await server.listen()
      servers.push(server)

      return server.resolvedUrls?.local[0] ?? ''
    })
    for (const server of servers) await server.close()
  },
})

test('the dev server answers the service and shows the console', async ({ page, serve }) => {
  const url = await serve({ seed: 3 })

  await page.goto(url)
  await expect(page.locator('#first')).toHaveText('200')

  const overview = await page.request.get(new URL('/__sandbox', url).href)
  expect(await overview.json()).toMatchObject({ runtime: 'node', seed: 3 })

  const console = await page.request.get(new URL('/__sandbox/console/entities/1001', url).href)
  expect(console.headers()['content-type']).toBe('text/html; charset=utf-8')
})

test('an application with a base path and a path in front of /api is answered', async ({ page, serve }) => {
  const url = await serve({ path: '/backend' }, '/app/')
  const response = await page.request.get(new URL('/backend/api/entities/1001', url).href)

  expect(await response.json()).toMatchObject({
    self: { href: new URL('/backend/api/entities/1001', url).href },
  })
})

test('data stays when Vite starts its server anew', async ({ page, serve }) => {
  const options = { seed: 5 }
  const created = await page.request.put(new URL('/__sandbox/user', await serve(options)).href, {
    data: { name: 'reader' },
  })
  expect(created.ok()).toBe(true)

  const overview = await page.request.get(new URL('/__sandbox', await serve(options)).href)

  expect(await overview.json()).toMatchObject({ acting_user: 'reader' })
})

for (const transport of ['page', 'worker'] as const) {
  test(`in the page, through the ${transport} transport, without a line of code`, async ({ page, serve }) => {
    await page.goto(await serve({ mode: 'browser', transport, persist: false }, '/app/'))

    await expect(page.locator('#first')).toHaveText('200')
    expect(
      await page.evaluate(() =>
        fetch('/__sandbox')
          .then((response) => response.json() as Promise<{ runtime: string }>)
          .then(({ runtime }) => runtime),
      ),
    ).toBe('browser')
  })
}
