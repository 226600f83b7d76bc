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

for (const transport of transports) {
  test(`${transport}: a request sent before the sandbox is ready waits for it, none escapes to the network`, async ({
    page,
    app,
  }) => {
    await open(page, app, { transport })

    await expect(page.locator('#first')).toHaveText('200')
    expect(app.escaped).toEqual([])
  })

  test(`${transport}: changes outlive a reload`, async ({ page, app }) => {
    await open(page, app, { transport })
    await rename(page, 'kept')

    await page.reload()

    expect(await nameOf(page)).toBe('kept')
  })

  test(`${transport}: a reset is kept too`, async ({ page, app }) => {
    await open(page, app, { transport })
    const before = await nameOf(page)
    await rename(page, 'kept')
    await page.evaluate(() => fetch('/__sandbox/reset', { method: 'POST' }).then(() => undefined))

    await page.reload()

    expect(await nameOf(page)).toBe(before)
  })

  test(`${transport}: without persistence changes go with the page`, async ({ page, app }) => {
    await open(page, app, { transport, persist: false })
    const before = await nameOf(page)
    await rename(page, 'gone')

    await page.reload()

    expect(await nameOf(page)).toBe(before)
  })

  test(`${transport}: two tabs have the same data, also when the first one is closed`, async ({
    page,
    context,
    app,
  }) => {
    const second = await context.newPage()

    await open(page, app, { transport })
    await open(second, app, { transport })
    await rename(second, 'of-the-second')
    expect(await nameOf(page)).toBe('of-the-second')
    await rename(page, 'of-the-first')
    expect(await nameOf(second)).toBe('of-the-first')

    await page.close()

    expect(await nameOf(second)).toBe('of-the-first')
    await rename(second, 'of-the-second-again')
    expect(await nameOf(second)).toBe('of-the-second-again')
  })

  test(`${transport}: events of changes reach a tab that does not lead`, async ({ page, context, app }) => {
    const second = await context.newPage()

    await open(page, app, { transport })
    await open(second, app, { transport })
    await second.evaluate(() => {
      const seen = new Promise<string>((resolve) => {
        const source = new EventSource('/__sandbox/events')

        source.addEventListener('change', ({ data }) => resolve(String(data)))
      })

      Object.assign(globalThis, { seen })

      return new Promise<void>((resolve) => setTimeout(resolve, 200))
    })
    await rename(page, 'seen-elsewhere')

    const seen = await second.evaluate(() => (globalThis as { seen?: Promise<string> }).seen)

    expect(JSON.parse(seen ?? '')).toMatchObject({ changes: [{ table: 'entities', keys: [1001] }] })
  })

  test(`${transport}: who signed in stays signed in after a reload`, async ({ page, app }) => {
    await open(page, app, { transport })
    const token = await page.evaluate(async () => {
      const response = await fetch('/oauth/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          username: 'admin',
          password: 'admin',
          client_id: 'sandbox',
          client_secret: 'sandbox',
        }),
      })
      const { access_token } = (await response.json()) as { access_token: string }

      return access_token
    })

    await page.reload()

    expect(await statusOf(page, '/api/entities/1001', { authorization: `Bearer ${token}` })).toBe(200)
  })
}

test('a hard reload, which takes the service worker away, is followed by a soft one', async ({
  page,
  app,
}) => {
  await open(page, app, { transport: 'worker' })
  await rename(page, 'kept')

  const session = await page.context().newCDPSession(page)
  await session.send('Page.reload', { ignoreCache: true })
  await expect(page.locator('#first')).toHaveText('200')

  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  expect(await nameOf(page)).toBe('kept')
  expect(app.escaped).toEqual([])
})

async function open(page: Page, app: AppServer, options: StartOptions): Promise<void> {
  await page.addInitScript(`globalThis.sandboxOptions = ${JSON.stringify(options)}`)
  await page.goto(app.url)
  await page.waitForFunction(() => globalThis.starting)
  await page.evaluate(() => globalThis.starting?.then(() => undefined))
}

async function statusOf(page: Page, path: string, headers: Record<string, string> = {}): Promise<number> {
  await page.waitForFunction(() => globalThis.starting)

  return page.evaluate(([path, headers]) => fetch(path, { headers }).then(({ status }) => status), [
    path,
    headers,
  ] as const)
}

/** Changes the identifier of an entity, which every entity has. */
async function rename(page: Page, identifier: string): Promise<void> {
  const status = await page.evaluate(
    (identifier) =>
      fetch('/api/entities', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 1001, identifier }),
      }).then((response) => response.status),
    identifier,
  )

  expect(status).toBe(201)
}

async function nameOf(page: Page): Promise<string> {
  await page.waitForFunction(() => globalThis.starting)

  return page.evaluate(async () => {
    const response = await fetch('/api/entities/1001')
    const { identifier } = (await response.json()) as { identifier: string }

    return identifier
  })
}
