import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { test as base } from '@playwright/test'
import type { StartOptions } from '../../mocks/doors/browser/start-sandbox.ts'
import { kitchen } from '../../mocks/testing/kitchen-data.ts'
import { buildAndServe, serveApp, type AppServer } from '../testing/app-server.ts'
import { type EngineName, findEngine } from './find-engines.ts'
import type { Engine, Tab } from './webdriver.ts'

export interface EngineOptions {
  /** The browser that the tests are for. */
  engineName: EngineName
}

interface Fixtures {
  /** Opens a URL in a tab, which is closed when the test ends. */
  open: (url: string) => Promise<Tab>
  /** Opens an application with the sandbox in its page, and data that no other test has. */
  openApp: (options: StartOptions) => Promise<Tab>
}

interface WorkerFixtures {
  engine: Engine
  app: AppServer
  /** The console with the service in its page, on a static file server. */
  playground: AppServer
}

/** Playwright's `test`, with tabs of an engine that Playwright does not drive. */
export const test = base.extend<Fixtures, WorkerFixtures & EngineOptions>({
  engineName: ['firefox', { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await findEngine(engineName)?.()

      if (!engine) throw new Error(`This machine has no ${engineName}.`)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that no fixture is needed
    async ({}, use) => {
      // WebKitGTK at times never loads a chunk of a reloaded page with a worker (docs/browser.md); Chromium's tests use chunks.
      await using app = await buildAndServe('tab', './', 'development', false)

      await use(app)
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  playground: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that no fixture is needed
    async ({}, use) => {
      const folder = resolve(import.meta.dirname, '../../dist/playground')

      // A build of the package empties dist.
      if (!existsSync(folder)) throw new Error('There is no playground: npm run build:playground')
      await using server = await serveApp(folder)

      await use(server)
    },
    { scope: 'worker' },
  ],

  open: async ({ engine }, use) => {
    const tabs: Tab[] = []

    await use(async (url) => {
      const tab = await engine.open()

      tabs.push(tab)
      await tab.goto(url)

      return tab
    })
    for (const tab of tabs) await tab.close().catch(() => undefined)
  },

  openApp: async ({ open, app }, use, { testId }) => {
    await use(async (options) => {
      // The browser stores the data of each seed separately.
      const seed = Number.parseInt(testId.slice(-7), 16)
      const tab = await open(
        `${app.url}#${encodeURIComponent(JSON.stringify({ ...kitchen, seed, ...options }))}`,
      )

      await tab.waitFor('the sandbox has started', () => Boolean(globalThis.starting))
      await tab.evaluate(() => globalThis.starting?.then(() => undefined))

      return tab
    })
  },
})

export { expect } from '@playwright/test'
