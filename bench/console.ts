/**
 * `npm run bench:console`, after a build: how busy the console keeps the main thread of its page while applications send
 * 200 requests a second, in percent.
 */
import { chromium } from '@playwright/test'
import { launchOptions } from '../scripts/chromium.ts'
import { ServerProcess } from './processes.ts'
import { sendSteadily } from './steadily.ts'

const seconds = 8

await using server = await ServerProcess.start((port) => ['dist/doors/node/bin.js', '--port', port])
const browser = await chromium.launch(launchOptions())

try {
  for (const view of ['/requests', '/entities']) console.log(`${view}: ${await busyPercentage(view)} % busy`)
} finally {
  await browser.close()
}

async function busyPercentage(view: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })

  await page.goto(`${server.url}${view}`)
  await page.getByText('Connected', { exact: true }).waitFor()
  const devtools = await page.context().newCDPSession(page)

  await devtools.send('Performance.enable')
  const stop = sendSteadily(server.url)

  await page.waitForTimeout(2000)
  const before = await busySeconds()

  await page.waitForTimeout(seconds * 1000)
  const after = await busySeconds()

  await stop()
  await page.close()

  return (((after - before) / seconds) * 100).toFixed(0)

  /** Seconds that the main thread has been busy so far. */
  async function busySeconds(): Promise<number> {
    const { metrics } = await devtools.send('Performance.getMetrics')

    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
}
