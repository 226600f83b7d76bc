import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { launchOptions } from '../.ci/chromium.ts'
import { buildApp, serveApp } from '../e2e/testing/app-server.ts'
import { createSandbox } from '../mocks/create-sandbox.ts'
import { LocalConnection } from '../mocks/local-connection.ts'
import { apiPattern, routeToSandbox } from '../mocks/playwright/routes.ts'
import { median, type ServerProcess } from './processes.ts'
import { sendSteadily } from './steadily.ts'

/** Times that pages and tests notice. */
export interface Pages {
  /** A request answered in the page, and a constant one by a `fetch` that was replaced: milliseconds. */
  readonly inTab: { readonly ours: number; readonly constant: number }
  /** A test's sandbox, opened, asked once and closed, and the same with a constant `route.fulfill`: milliseconds. */
  readonly inTest: { readonly ours: number; readonly constant: number }
  /** The frame that 95 of 100 are as short as, while the list scrolls and 200 requests a second arrive: milliseconds. */
  readonly frame: number
}

/** @param server with the console, whose list is scrolled */
export async function measurePages(server: ServerProcess, entities: number): Promise<Pages> {
  const browser = await chromium.launch(launchOptions())

  try {
    return {
      inTab: await measureTab(browser),
      inTest: await measureTests(browser, entities),
      frame: await measureFrames(browser, server),
    }
  } finally {
    await browser.close()
  }
}

async function measureTab(browser: Browser): Promise<Pages['inTab']> {
  await using app = await serveApp(await buildApp('tab', './', 'development'))
  const page = await browser.newPage()
  const other = await browser.newPage()

  await page.addInitScript(`globalThis.sandboxOptions = { transport: 'page', persist: false }`)
  await page.goto(app.url)
  await page.waitForFunction(() => globalThis.starting)
  await page.evaluate(() => globalThis.starting?.then(() => undefined))
  const body = await page.evaluate(async () => (await fetch('/api/entities/1000')).text())

  await other.goto(app.url)
  await other.evaluate((text) => {
    globalThis.fetch = async () =>
      new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
  }, body)

  const [ours, constant]: [number[], number[]] = [[], []]

  for (let round = 0; round < 6; round++) {
    const taken = [await timeRequests(page), await timeRequests(other)] as const

    if (round === 0) continue // warm
    ours.push(taken[0])
    constant.push(taken[1])
  }

  return { ours: median(ours), constant: median(constant) }
}

/** Milliseconds from a request to its JSON, one after the other. */
function timeRequests(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const count = 300
    const started = performance.now()

    for (let index = 0; index < count; index++) await (await fetch('/api/entities/1000')).json()

    return (performance.now() - started) / count
  })
}

async function measureTests(browser: Browser, entities: number): Promise<Pages['inTest']> {
  const origin = await createSandbox({ entities })
  const connection = new LocalConnection(origin, 'http://localhost')
  const body = await (await connection.fetch('/api/entities/1000')).text()
  const html = { contentType: 'text/html', body: '<title>Test</title>' }
  const [ours, constant]: [number[], number[]] = [[], []]

  for (let round = 0; round < 17; round++) {
    const taken = [
      await timeTest(browser, html, (context) =>
        routeToSandbox(
          context,
          apiPattern(undefined),
          new LocalConnection(origin.fork('test'), 'http://localhost'),
        ),
      ),
      await timeTest(browser, html, (context) =>
        context.route(apiPattern(undefined), (route) =>
          route.fulfill({ contentType: 'application/json', body }),
        ),
      ),
    ] as const

    if (round < 2) continue // warm
    ours.push(taken[0])
    constant.push(taken[1])
  }

  return { ours: median(ours), constant: median(constant) }
}

async function timeTest(
  browser: Browser,
  html: { contentType: string; body: string },
  answer: (context: BrowserContext) => Promise<unknown>,
): Promise<number> {
  const started = performance.now()
  const context = await browser.newContext()

  await context.route('http://localhost/', (route) => route.fulfill(html))
  await answer(context)

  const page = await context.newPage()

  await page.goto('http://localhost/')
  await page.evaluate(async () => (await fetch('/api/entities/1000')).json() as Promise<unknown>)
  await context.close()

  return performance.now() - started
}

async function measureFrames(browser: Browser, server: ServerProcess): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })

  await page.goto(`${server.url}/entities`)
  await page.getByText('Connected', { exact: true }).waitFor()
  await page.getByRole('row').nth(5).waitFor()

  const stop = sendSteadily(server.url)
  // As text: tsx would mark the function in it by a name that the page has not.
  const frames: number[] = await page.evaluate(`new Promise((done) => {
    const grid = document.querySelector('[role=grid]')
    const list = [grid, ...grid.querySelectorAll('*')].find(
      (each) => each.scrollHeight > each.clientHeight + 100 && getComputedStyle(each).overflowY !== 'visible',
    )
    const frames = []
    const end = performance.now() + 5000
    let last = performance.now()

    requestAnimationFrame(function next(now) {
      frames.push(now - last)
      last = now
      list.scrollTop += 30
      if (now < end) requestAnimationFrame(next)
      else done(frames)
    })
  })`)
  const sorted = frames.toSorted((a, b) => a - b)

  await stop()
  await page.close()

  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
