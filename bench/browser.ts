/**
 * `tsx bench/browser.ts`, after `npm run build`: how fast a page gets responses from each browser transport, compared with
 * the Node server on the same machine.
 */
import { resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../scripts/chromium.ts'
import { buildApp, serveApp } from '../e2e/testing/app-server.ts'
import { median, root, ServerProcess } from './processes.ts'

const rounds = 5

await using server = await ServerProcess.start((port) => [
  resolve(root, 'dist/doors/node/bin.js'),
  '--quiet',
  '--port',
  port,
])
await using app = await serveApp(await buildApp('tab', './', 'development'))
const browser = await chromium.launch(launchOptions())

const [node, page, worker] = [
  await measure({}, `${server.url}/api/entities/1000`),
  await measure({ transport: 'page', persist: false }, '/api/entities/1000'),
  await measure({ transport: 'worker', persist: false }, '/api/entities/1000'),
]

await browser.close()
for (const [name, milliseconds] of Object.entries({ 'Node server': node, page, worker })) {
  const ratio = (node / milliseconds).toFixed(2)

  console.log(
    `${name.padEnd(12)} ${(milliseconds * 1000).toFixed(0).padStart(6)} µs, ${ratio} times the Node server's rate`,
  )
}

/** Milliseconds from a request to its parsed JSON, for requests one after the other. */
async function measure(options: object, url: string): Promise<number> {
  const tab = await browser.newPage()

  if (Object.keys(options).length > 0) await start(tab, options)
  else await tab.goto(app.url)

  const times: number[] = []

  for (let round = 0; round < rounds; round++) {
    times.push(
      await tab.evaluate(async (url) => {
        const count = 200
        const started = performance.now()

        for (let index = 0; index < count; index++) await (await fetch(url)).json()

        return (performance.now() - started) / count
      }, url),
    )
  }
  await tab.close()

  return median(times)
}

async function start(tab: Page, options: object): Promise<void> {
  await tab.addInitScript(`globalThis.sandboxOptions = ${JSON.stringify(options)}`)
  await tab.goto(app.url)
  await tab.waitForFunction(() => globalThis.starting)
  await tab.evaluate(() => globalThis.starting?.then(() => undefined))
}
