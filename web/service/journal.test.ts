import { expect, test, vi } from 'vitest'
import { parseEvents } from '../../mocks/browser/page/event-stream-parser.ts'
import { loadOnPage, renderInConsole } from '../../.ci/console-in-tests.ts'

const { clearJournal, useJournal } = await loadOnPage(() => import('./journal.ts'))

/** A browser's EventSource, which Node lacks: the events of a stream of the sandbox. */
class StreamOfEvents extends EventTarget {
  readonly #stop = new AbortController()

  constructor(url: string) {
    super()
    void this.#follow(url).catch(() => undefined) // it was closed
  }

  close(): void {
    this.#stop.abort()
  }

  async #follow(url: string): Promise<void> {
    const { body } = await fetch(url, { headers: { Accept: 'text/event-stream' }, signal: this.#stop.signal })

    if (!body) return
    for await (const { event, data } of parseEvents(body[Symbol.asyncIterator]())) {
      if (data !== undefined) this.dispatchEvent(new MessageEvent(event, { data }))
    }
  }
}

/** The list of the requests to a sandbox. */
async function renderJournal() {
  vi.stubGlobal('EventSource', StreamOfEvents)

  const page = await renderInConsole(useJournal)
  const ask = (path: string, headers: Record<string, string> = {}) => page.sandbox.fetch(path, { headers })

  return { page, ask, paths: () => page.current.entries.map(({ path }) => path) }
}

test('requests of applications are shown as they happen, the newest first, and those of the console are not', async () => {
  const { page, ask, paths } = await renderJournal()

  await page.until(() => expect(page.current.state).toBe('ready'))
  await ask('/api/entities/1')
  await ask('/api/entities/2', { 'X-Sandbox-Source': 'console' })
  await ask('/api/entities/3')
  await page.until(() => expect(paths()).toEqual(['/api/entities/3', '/api/entities/1']))
  await page.after(() => clearJournal())
  await page.until(() => expect(paths()).toEqual([]))
})
