/**
 * `tsx bench/console-writes.ts`, after a build: an application writes 50 times a second to 20,000 entities, without the
 * console and while it shows the list of assets. Prints the 95th percentile of the application's response times in both,
 * the size of a page of 100 rows with seven columns, the requests that typing a filter sends, how many rows move without
 * being asked, and the longest time that a placeholder is shown while the list scrolls.
 */
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../scripts/chromium.ts'
import { median, ServerProcess } from './processes.ts'

const rounds = 5
const seconds = 6
const perSecond = 50

await using server = await ServerProcess.start((port) => [
  'dist/doors/node/bin.js',
  '--quiet',
  '--port',
  port,
  '--entities',
  '20000',
])
const ids = await assetIds()
const browser = await chromium.launch(launchOptions())

try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  const alone: number[] = []
  const beside: number[] = []

  // The compiler of this script names functions by a function that pages do not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await writing(2)
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    alone.push(await writing(seconds))
    await openList(page)
    beside.push(await writing(seconds))
  }

  const ratio = (median(beside) / median(alone)).toFixed(2)

  console.log(
    `p95 of writes: ${shown(alone)} ms alone, ${shown(beside)} ms beside the console: ${ratio} times`,
  )

  const pageBytes = await page.evaluate(() =>
    Math.max(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/__sandbox/rows') && name.includes('take=100'))
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0)),
    ),
  )

  console.log(`largest page of rows: ${(pageBytes / 1000).toFixed(1)} kB on the wire`)
  const moved = await whileWriting(() => movedRows(page))
  const longest = await whileWriting(() => longestPlaceholder(page))
  const requests = await whileWriting(() => requestsOfTyping(page))

  console.log(`rows that moved without being asked: ${moved}`)
  console.log(`longest placeholder while scrolling: ${longest.toFixed(0)} ms`)
  console.log(`requests for rows and counts after typing a word in one go: ${requests}`)
} finally {
  await browser.close()
}

async function assetIds(): Promise<readonly number[]> {
  const query = encodeURIComponent("Definition.Name=='M.Asset'")
  const response = await fetch(`${server.url}/api/entities/query?query=${query}&members=id&take=100`)
  const { items } = (await response.json()) as { items: readonly { id: number }[] }

  return items.map(({ id }) => id)
}

async function openList(page: Page): Promise<void> {
  await page.goto(`${server.url}/entities?definition=M.Asset`)
  await page.getByRole('row').nth(20).waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()
}

/** Writes steadily for some seconds; returns the 95th percentile of response times, in milliseconds. */
async function writing(duration: number): Promise<number> {
  const times: number[] = []
  const pending: Promise<unknown>[] = []
  const started = performance.now()

  for (let sent = 0; sent < duration * perSecond; sent++) {
    const due = started + (sent / perSecond) * 1000

    await new Promise((later) => setTimeout(later, Math.max(0, due - performance.now())))
    pending.push(write(sent).then((time) => times.push(time)))
  }
  await Promise.all(pending)

  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

async function write(index: number): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${server.url}/api/entities/${ids[index % ids.length]}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ properties: { FileName: `harbour-${index}-${began}.jpg` } }),
  })

  await response.arrayBuffer()
  if (!response.ok) throw new Error(`A write was answered with ${response.status}.`)

  return performance.now() - began
}

/** The result of an action during which an application writes. */
async function whileWriting<T>(action: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([action(), writing(seconds)])

  return result
}

/** How often a row in view shows another entity, in four seconds. */
function movedRows(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let moved = 0
    let before: readonly (string | null)[] | undefined

    for (let round = 0; round < 40; round++) {
      await new Promise((later) => setTimeout(later, 100))
      const rows = document.querySelectorAll('[role=row][aria-label]')
      const now = Array.from(rows, (row) => row.getAttribute('aria-label'))

      moved += now.filter((name, index) => before && name !== before[index]).length
      before = now
    }

    return moved
  })
}

/** Scrolls for four seconds, and returns for how long a placeholder was in view at most, in milliseconds. */
async function longestPlaceholder(page: Page): Promise<number> {
  const watched = page.evaluate(async () => {
    const until = performance.now() + 4000
    let longest = 0
    let since: number | undefined

    while (performance.now() < until) {
      await new Promise((later) => requestAnimationFrame(later))
      const box = document.querySelector('[role=grid]')?.getBoundingClientRect()
      const isShown = Array.from(document.querySelectorAll('[role=row][aria-busy=true]')).some((row) => {
        const { top, bottom } = row.getBoundingClientRect()

        return box !== undefined && bottom > box.top && top < box.bottom
      })

      since = isShown ? (since ?? performance.now()) : undefined
      if (since !== undefined) longest = Math.max(longest, performance.now() - since)
    }

    return longest
  })

  await page.getByRole('grid').hover()
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(50)
  }

  return watched
}

/** Types a word into the search field, and returns how many requests for entities are sent. */
async function requestsOfTyping(page: Page): Promise<number> {
  const sent: string[] = []

  page.on('request', (request) => {
    if (request.url().includes('/__sandbox/rows')) sent.push(request.url())
  })
  await page.getByRole('searchbox').first().pressSequentially('harbour', { delay: 80 })
  await page.waitForTimeout(1500)

  return sent.length
}

function shown(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`
}
