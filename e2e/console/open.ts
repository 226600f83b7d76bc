import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import { expect, test as base, type PlaywrightSandboxOptions } from '../../mocks/playwright/index.ts'

/** The console on a sandbox of the test's own. */
export interface Console {
  readonly page: Page
  /** Opens a view: `/entities?q=sun`. */
  readonly open: (path: string) => Promise<void>
  /** Sends a request to the test's sandbox, as an application would. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>
  /** The JSON that the test's sandbox answers. */
  readonly read: <T>(path: string) => Promise<T>
  /** Expects that axe finds nothing to complain about on the page. */
  readonly expectAccessible: () => Promise<void>
  /** Moves the focus with Tab until it is on `target`. */
  readonly tabTo: (target: Locator) => Promise<void>
}

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export const test = base.extend<{ console: Console }>({
  // Every test has a sandbox of its own on the server that also serves the console.
  sandboxOptions: async ({ baseURL }, use) => {
    const options: PlaywrightSandboxOptions = { server: baseURL ?? true, unanswered: 'allow' }

    await use(options)
  },

  console: async ({ page, sandbox }, use) => {
    const complaints: string[] = []
    const send: Console['send'] = (method, path, body) =>
      sandbox.fetch(path, {
        method,
        headers: { Authorization: 'Bearer sandbox-admin', 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })

    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // A refused request is logged by the browser; the page says it, too.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text())
    })

    await use({
      page,
      send,
      open: async (path) => {
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}sandbox=${sandbox.id}`)
        await expect(page.getByText('Connected', { exact: true })).toBeVisible()
      },
      read: async <T>(path: string) => (await (await send('GET', path)).json()) as T, // the test says what it expects
      expectAccessible: () => expectAccessible(page),
      tabTo: async (target) => {
        for (let presses = 0; presses < 80; presses++) {
          if (await target.evaluate((element) => element === document.activeElement)) return
          await page.keyboard.press('Tab')
        }

        await expect(target).toBeFocused()
      },
    })

    expect(complaints).toEqual([])
  },
})

/** Expects that axe finds nothing to complain about on a page. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: axePath })

  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } } // just added

    return (await axe.run()).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }))
  })

  expect(violations, page.url()).toEqual([])
}

export { expect }
