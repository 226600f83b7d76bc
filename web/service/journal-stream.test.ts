import { EventSource as NodeEventSource } from 'eventsource'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderInConsole } from '../testing/console-in-tests.ts'
import { loadOnPage } from '../testing/load-on-page.ts'

const { clearJournal, followJournal, useJournal } = await loadOnPage(() => import('./journal-stream.ts'))
const { connection } = await loadOnPage(() => import('./live.ts'))

/** Replaces the browser's EventSource, which Node lacks. */
class PageEventSource extends NodeEventSource {
  constructor(url: string) {
    super(new URL(url, 'http://sandbox/'))
  }
}

/** The journal of a sandbox as the console shows it. */
async function renderJournal() {
  vi.stubGlobal('EventSource', PageEventSource)

  const page = await renderInConsole(useJournal)
  const get = (path: string, headers: Record<string, string> = {}) => page.sandbox.fetch(path, { headers })

  return { page, get, paths: () => page.current.entries.map(({ path }) => path) }
}

test('requests of applications are shown live, newest first; those of the console are omitted', async () => {
  const { page, get, paths } = await renderJournal()

  await page.until(() => expect(page.current.state).toBe('ready'))
  await get('/api/entities/1')
  await get('/api/entities/2', { 'X-Sandbox-Source': 'console' })
  await get('/api/entities/3')
  await page.until(() => expect(paths()).toEqual(['/api/entities/3', '/api/entities/1']))
  await page.act(() => clearJournal())
  await page.until(() => expect(paths()).toEqual([]))
})

test('a page that is opened again shows at once that there were no requests', async () => {
  const { page } = await renderJournal()

  await page.until(() => expect(page.current.state).toBe('ready'))
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await page.act(() => followJournal())
  expect(page.current).toMatchObject({ entries: [], state: 'ready' })
})

test('after a failure, the journal is followed again as soon as the sandbox can be reached', async () => {
  const { page, get, paths } = await renderJournal()
  const served = fetch

  onTestFinished(() => connection.set('connecting'))
  await page.until(() => expect(page.current.state).toBe('ready'))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  followJournal()
  await page.until(() => expect(page.current.state).toBe('failed'))
  vi.stubGlobal('fetch', served)
  connection.set('connected')
  await page.until(() => expect(page.current.state).toBe('ready'))
  await get('/api/entities/1')
  await page.until(() => expect(paths()).toEqual(['/api/entities/1']))
})
