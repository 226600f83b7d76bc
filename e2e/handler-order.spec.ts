import {
  answers,
  answersElsewhere,
  answersOf,
  answersWithUsed,
  handlers,
  used,
} from '../mocks/testing/handler-order.ts'
import { expect, test } from 'entity-sandbox/playwright'
import { buildAndServe, type AppServer } from './testing/app-server.ts'
import { test as plainTest } from './testing/plain-test.ts'

let app: AppServer

test.beforeAll(async () => {
  app = await buildAndServe('tab', './', 'development')
})
test.afterAll(() => app[Symbol.asyncDispose]())

for (const transport of ['page', 'worker'] as const) {
  plainTest(
    `handlers of a page (${transport}) stand before, between and after those of the sandbox`,
    { tag: transport === 'worker' ? ['@deep'] : [] },
    async ({ page }) => {
      await page.addInitScript(`globalThis.hasHandlers = 'placed'`)
      await page.goto(
        `${app.url}#${encodeURIComponent(JSON.stringify({ transport, entities: 120, persist: false }))}`,
      )
      await page.waitForFunction(() => globalThis.starting)
      await page.evaluate(async () => {
        await globalThis.starting
      })

      const base = new URL(app.url).origin
      const whole = { ...answers, ...answersElsewhere }

      expect(await page.evaluate(answersOf, { expected: whole, base })).toEqual(whole)
      await page.evaluate(async () => {
        const sandbox = await globalThis.starting

        sandbox?.use(...(globalThis.overriding ?? []))
      })
      expect(await page.evaluate(answersOf, { expected: answersWithUsed, base })).toEqual(answersWithUsed)
      await page.evaluate(async () => {
        const sandbox = await globalThis.starting

        sandbox?.stopUsing()
      })
      expect(await page.evaluate(answersOf, { expected: answers, base })).toEqual(answers)
    },
  )
}

test.describe('in a test of Playwright', () => {
  test.use({ sandboxOptions: { entities: 120, handlers, unhandled: 'allow' } })

  test('handlers stand before, between and after those of the sandbox', async ({ page, sandbox }) => {
    await page.goto(app.url)

    const base = new URL(app.url).origin

    expect(await page.evaluate(answersOf, { expected: answers, base })).toEqual(answers)
    sandbox.use(used)
    expect(await page.evaluate(answersOf, { expected: answersWithUsed, base })).toEqual(answersWithUsed)
    sandbox.stopUsing()
    expect(await page.evaluate(answersOf, { expected: answers, base })).toEqual(answers)
  })
})
