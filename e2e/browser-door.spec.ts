import { expect, test as base, type Page } from '@playwright/test'
import type { StartOptions } from '../mocks/browser/start-sandbox.ts'
import { conformance, type ConformanceAnswer } from '../mocks/testing/conformance.ts'
import { kitchen } from '../mocks/testing/kitchen-world.ts'
import { buildApp, serveApp, type AppServer } from './testing/app-server.ts'
import { askNodeDoor, askPage, startNodeDoor } from './testing/conformance-door.ts'

const test = base.extend<object, { app: AppServer }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is asked for
    async ({}, use) => {
      await using app = await serveApp(await buildApp('tab', './', 'development'))

      await use(app)
    },
    { scope: 'worker' },
  ],
})

const transports = ['page', 'worker'] as const

for (const transport of transports) {
  test(`the answers through the ${transport} transport are those of the Node door, byte for byte`, async ({
    page,
    app,
  }) => {
    using door = await startNodeDoor()

    await open(page, app, { transport, ...kitchen })

    for (const [number, { name, requests }] of conformance.entries()) {
      const prefix = `/s/case-${number}`
      const fromNode: ConformanceAnswer[] = []

      for (const request of requests) {
        const path = `${prefix}${request.path}`

        fromNode.push(await askNodeDoor(door, new URL(app.url).origin, { ...request, path }))
      }

      expect(await askPage(page, prefix, requests), name).toEqual(fromNode)
    }
  })
}

async function open(page: Page, app: AppServer, options: StartOptions): Promise<void> {
  await page.addInitScript(`globalThis.sandboxOptions = ${JSON.stringify(options)}`)
  await page.goto(app.url)
  await page.waitForFunction(() => globalThis.starting)
  await page.evaluate(() => globalThis.starting?.then(() => undefined))
}
