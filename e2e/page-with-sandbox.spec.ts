import { expect, test } from 'entity-sandbox/playwright'
import { dish, kitchen } from '../mocks/testing/kitchen-data.ts'
import { test as plainTest } from './testing/plain-test.ts'
import { internals } from './testing/internals/internals.ts'
import { buildAndServe, type AppServer } from './testing/app-server.ts'

let app: AppServer

test.beforeAll(async () => {
  app = await buildAndServe('tab', './', 'development')
})
test.afterAll(() => app[Symbol.asyncDispose]())

/** The address of the application, which starts a sandbox of its own with these options. */
const withOptions = (options: object) => `${app.url}#${encodeURIComponent(JSON.stringify(options))}`

test.use({ sandboxOptions: kitchen })

for (const transport of ['page', 'worker'] as const) {
  test(
    `a page that starts a sandbox of its own (${transport}) uses that of the test`,
    { tag: transport === 'worker' ? ['@deep'] : [] },
    async ({ page, sandbox }) => {
      await page.addInitScript(() => {
        globalThis.hasHandlers = true
      })
      await sandbox.give('T.Menu', { identifier: 'of-the-test' })
      await page.goto(withOptions({ transport, persist: false, seed: 9 }))
      await expect(page.locator('#first')).toHaveText('200')

      const [read, byVerb, byHandler] = await page.evaluate(async () => {
        const own = await globalThis.starting
        const { status } = await fetch('/api/entities/identifier/of-the-test')

        await own?.give('T.Menu', { identifier: 'of-the-page' })

        return [
          status,
          await own?.has('of-the-test'),
          (await fetch('https://elsewhere.example/greeting')).status,
        ]
      })

      expect([read, byVerb, byHandler]).toEqual([200, true, 200])
      expect(await sandbox.has('of-the-page')).toBe(true)
      await expect(sandbox).toHaveReceived('GET', `/api/entities/${dish.soup}`, { count: 1 })
      expect(app.escaped).toEqual([])
    },
  )
}

plainTest(
  'a test whose sandbox does not handle the page’s requests is failed by name',
  async ({ page, context }) => {
    // The fixture would fail the test.
    const { openInProcess, problemsAtEnd, SeededSandboxes } = await internals()
    const options = { ...kitchen, api: 'https://api.test' }
    await using sandbox = await openInProcess(options, {
      context,
      baseURL: app.url,
      seeded: new SeededSandboxes(),
    })

    await page.goto(withOptions({ persist: false }))
    await expect.poll(() => sandbox.pageProblems.size).toBe(1)

    const problem = await problemsAtEnd(sandbox, {}, [...sandbox.pageProblems])

    expect(problem).toContain(
      `The sandbox of the Playwright test can't replace that of the page at ${new URL(app.url).origin}: no sandbox answers GET /__sandbox there.`,
    )
    expect(problem).toContain('the option "api"')
  },
)
