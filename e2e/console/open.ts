import { readFileSync } from 'node:fs'
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
  /** The JSON that the test's sandbox returns. */
  readonly read: <T>(path: string) => Promise<T>
  /** Expects that axe finds nothing to complain about on the page, but what is known of others' parts, by rule. */
  readonly expectAccessible: (rules?: AxeRules, known?: readonly string[]) => Promise<void>
  /** Moves the focus with Tab until it is on `target`. */
  readonly tabTo: (target: Locator) => Promise<void>
}

/** Which of axe's rules: all of them, or those that another colour scheme can break. */
type AxeRules = 'all' | 'colours'

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

interface Axe {
  readonly axe: { run(options: object): Promise<{ violations: Violation[] }> }
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export const test = base.extend<{ console: Console }>({
  // Every test has a sandbox of its own on the server that also serves the console.
  sandboxOptions: async ({ baseURL }, use) => {
    const options: PlaywrightSandboxOptions = { server: baseURL ?? true, unhandled: 'allow' }

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
      // A refused request is logged by the browser; the page says it, too. And a library that checks whether it may make
      // code of text, and does without, is denied by the policy of the page.
      if (
        message.type() === 'error' &&
        !/^Failed to load resource|'script-src' was not explicitly set/.test(message.text())
      )
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
      expectAccessible: (rules, known) => expectAccessible(page, rules, known),
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

const axeOptions = {
  // Off by default: targets of 24 px (WCAG 2.5.8).
  all: { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } },
  colours: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
} as const satisfies Record<AxeRules, object>

/** Expects that axe finds nothing to complain about on a page. */
export async function expectAccessible(
  page: Page,
  rules: AxeRules = 'all',
  known: readonly string[] = [],
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(axePath, 'utf8')) // no script of the page: its policy lets none in

  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as Axe // added to the page

    return (await axe.run(options)).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }))
  }, axeOptions[rules])

  expect(
    violations.filter(({ id }) => !known.includes(id)),
    page.url(),
  ).toEqual([])
}

export { expect }
