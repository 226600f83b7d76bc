import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InlineConfig, ViteDevServer } from 'vite'
import type { entitySandbox } from '../../mocks/doors/vite/index.ts'
import type { EntitySandboxOptions } from '../../mocks/doors/vite/read-options.ts'
import { test as base } from './plain-test.ts'

const root = resolve(import.meta.dirname, '../..')
const application = {
  root: resolve(root, 'e2e/apps/tab'),
  configFile: false,
  logLevel: 'error',
} as const

interface Fixtures {
  /** The plugin of the built package. */
  readonly plugin: typeof entitySandbox
  readonly serve: (options: EntitySandboxOptions, config?: InlineConfig) => Promise<string>
  /** Builds the application, and returns the folder of the build. */
  readonly build: (options: EntitySandboxOptions, config?: InlineConfig) => Promise<string>
}

/** Playwright's `test` with an application that Vite serves or builds, with the plugin. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that no fixture is needed
  plugin: async ({}, use) => {
    const entry = pathToFileURL(resolve(root, 'dist/doors/vite/index.js')).href
    const { entitySandbox: plugin } = (await import(entry)) as { entitySandbox: typeof entitySandbox } // built from this source

    await use((options) => plugin({ entities: 120, ...options }))
  },
  serve: async ({ plugin }, use, info) => {
    const { createServer } = await import('vite')
    const servers: ViteDevServer[] = []

    await use(async (options, config = {}) => {
      // A build in this process has set it to "production", as which the panel is an empty module.
      delete process.env['NODE_ENV']

      const server = await createServer({
        ...application,
        cacheDir: join(info.project.outputDir, `vite-${info.parallelIndex}`),
        // Pre-bundling the application's other imports would take seconds.
        optimizeDeps: { noDiscovery: true },
        server: { host: '127.0.0.1', port: 0 },
        ...config,
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

    await use(async (options, config = {}) => {
      const outDir = info.outputPath(`build-${++count}`)

      await build({
        ...application,
        mode: 'production',
        build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
        ...config,
        plugins: [plugin(options)],
      })

      return outDir
    })
  },
})

export { expect } from './plain-test.ts'
