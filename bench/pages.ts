import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { launchOptions } from '../scripts/chromium.ts'
import { buildApp, serveApp } from '../e2e/testing/app-server.ts'
import { buildSandbox } from '../mocks/local/build-sandbox.ts'
import { LocalConnection } from '../mocks/local/local-connection.ts'
import { openOnServer } from '../mocks/doors/playwright/open.ts'
import { apiPattern, routeToSandbox } from '../mocks/doors/playwright/page-routes.ts'
import { ownHandlers } from '../mocks/service/http/msw/handler-list.ts'
import { median, root, type ServerProcess } from './processes.ts'
import { sendSteadily } from './steadily.ts'

/** Times in pages and in tests. */
export interface Pages {
  /** A request handled in the page, and a constant response by a replaced `fetch`: milliseconds. */
  readonly inTab: { readonly ours: number; readonly constant: number }
  /** Opening a test's sandbox, sending a request and closing it, and the same with a constant `route.fulfill`: milliseconds. */
  readonly inTest: { readonly ours: number; readonly onServer: number; readonly constant: number }
  /** Importing `@playwright/test` and creating the first sandbox, and the import alone, in separate processes: milliseconds. */
  readonly inWorker: { readonly ours: number; readonly constant: number }
  /** The 95th percentile of frame times, while the list scrolls and 200 requests a second arrive: milliseconds. */
  readonly frame: number
}

/** @param server serves the console, whose list is scrolled */
export async function measurePages(server: ServerProcess, entities: number): Promise<Pages> {
  const browser = await chromium.launch(launchOptions())

  try {
    return {
      inTab: await measureTab(browser),
      inTest: await measureTests(browser, server, entities),
      inWorker: measureWorkers(),
      frame: await measureFrames(browser, server),
    }
  } finally {
    await browser.close()
  }
}

async function measureTab(browser: Browser): Promise<Pages['inTab']> {
  await using app = await serveApp(await buildApp('tab', './', 'development'))
  const page = await browser.newPage()
  const constantPage = await browser.newPage()

  await page.addInitScript(`globalThis.sandboxOptions = { transport: 'page', persist: false }`)
  await page.goto(app.url)
  await page.waitForFunction(() => globalThis.starting)
  await page.evaluate(() => globalThis.starting?.then(() => undefined))
  const body = await page.evaluate(async () => (await fetch('/api/entities/1000')).text())

  await constantPage.goto(app.url)
  await constantPage.evaluate((text) => {
    globalThis.fetch = async () =>
      new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
  }, body)

  const [ours, constant]: [number[], number[]] = [[], []]

  for (let round = 0; round < 6; round++) {
    const times = [await timeRequests(page), await timeRequests(constantPage)] as const

    if (round === 0) continue // warm-up
    ours.push(times[0])
    constant.push(times[1])
  }

  return { ours: median(ours), constant: median(constant) }
}

/** Milliseconds from a request to its parsed JSON, for requests one after the other. */
function timeRequests(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const count = 300
    const started = performance.now()

    for (let index = 0; index < count; index++) await (await fetch('/api/entities/1000')).json()

    return (performance.now() - started) / count
  })
}

async function measureTests(
  browser: Browser,
  server: ServerProcess,
  entities: number,
): Promise<Pages['inTest']> {
  const origin = await buildSandbox({ entities })
  const connection = new LocalConnection(origin, 'http://localhost')
  const body = await (await connection.fetch('/api/entities/1000')).text()
  const html = { contentType: 'text/html', body: '<title>Test</title>' }
  const time = (url: string, serve: Serve) => timeTest(browser, { url, html, serve })
  const [ours, onServer, constant]: [number[], number[], number[]] = [[], [], []]

  for (let round = 0; round < 17; round++) {
    const times = [
      await time('http://localhost/', async (context) => {
        const fork = new LocalConnection(origin.fork('test'), 'http://localhost')

        await routeToSandbox(context, apiPattern(undefined), ownHandlers(fork.service))

        return fork
      }),
      await time(`${server.url}/`, (context) =>
        openOnServer({ server: server.url }, { context, baseURL: server.url }),
      ),
      await time('http://localhost/', async (context) => {
        await context.route(apiPattern(undefined), (route) =>
          route.fulfill({ contentType: 'application/json', body }),
        )

        return { close: () => Promise.resolve() }
      }),
    ] as const

    if (round < 2) continue // warm-up
    ours.push(times[0])
    onServer.push(times[1])
    constant.push(times[2])
  }

  return { ours: median(ours), onServer: median(onServer), constant: median(constant) }
}

/** Routes the requests of a context to a sandbox. */
type Serve = (context: BrowserContext) => Promise<{ close(): Promise<void> }>

async function timeTest(
  browser: Browser,
  {
    url,
    html,
    serve,
  }: {
    readonly url: string
    readonly html: { readonly contentType: string; readonly body: string }
    readonly serve: Serve
  },
): Promise<number> {
  const started = performance.now()
  const context = await browser.newContext()

  await context.route(url, (route) => route.fulfill(html))

  const sandbox = await serve(context)
  const page = await context.newPage()

  await page.goto(url)
  await page.evaluate(async () => (await fetch('/api/entities/1000')).json() as Promise<unknown>)
  await sandbox.close()
  await context.close()

  return performance.now() - started
}

function measureWorkers(): Pages['inWorker'] {
  const load = `await import('@playwright/test');`
  const entry = pathToFileURL(resolve(root, 'dist/index.js')).href
  const open = `const { createSandbox } = await import('${entry}'); await createSandbox();`
  const [ours, constant]: [number[], number[]] = [[], []]

  for (let round = 0; round < 7; round++) {
    ours.push(timeProcess(load + open))
    constant.push(timeProcess(load))
  }

  return { ours: median(ours), constant: median(constant) }
}

function timeProcess(script: string): number {
  const started = performance.now()

  execFileSync(process.execPath, ['--input-type', 'module', '-e', script], { cwd: root })

  return performance.now() - started
}

async function measureFrames(browser: Browser, server: ServerProcess): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })

  await page.goto(`${server.url}/entities`)
  await page.getByText('Connected', { exact: true }).waitFor()
  await page.getByRole('row').nth(5).waitFor()

  const stop = sendSteadily(server.url)
  // A string, because tsx adds a helper to named functions that does not exist in the page.
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
