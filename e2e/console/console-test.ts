import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import { expect, test as base, type PlaywrightSandboxOptions } from 'entity-sandbox/playwright'

/** The console, opened on the test's sandbox. It must report no errors, and send no requests to other origins. */
export interface ConsoleView {
  readonly page: Page
  /** Opens a page: `/entities?definition=M.Tag`. */
  readonly open: (path: string) => Promise<void>
  /** Sends a request to the test's sandbox, as an application would. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>
  /** Sends a GET request to the test's sandbox, and returns the JSON. */
  readonly read: <T>(path: string) => Promise<T>
  /** Expects that axe reports no violations. */
  readonly expectAccessible: (rules?: AxeRules) => Promise<void>
  /** Moves the focus with Tab until it is on `target`. */
  readonly tabTo: (target: Locator) => Promise<void>
}

/** All rules of axe, or those that another colour scheme can break. */
type AxeRules = 'all' | 'colours'

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

interface Axe {
  readonly axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> }
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export const test = base.extend<{ view: ConsoleView }>({
  // Every test has a separate sandbox on the server that also serves the console.
  sandboxOptions: async ({ baseURL }, use) => {
    const options: PlaywrightSandboxOptions = { server: baseURL ?? true, unhandled: 'allow' }

    await use(options)
  },

  view: async ({ page, sandbox, baseURL }, use) => {
    const errors: string[] = []
    const send: ConsoleView['send'] = (method, path, body) =>
      sandbox.fetch(path, {
        method,
        headers: { Authorization: 'Bearer sandbox-admin', 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })

    page.on('request', (request) => {
      const url = request.url()

      if (/^(https?|wss?):/.test(url) && !url.startsWith(baseURL ?? '')) errors.push(`requests ${url}`)
    })
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // The browser logs failed requests, which are no errors of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text())
    })

    await use({
      page,
      send,
      open: async (path) => {
        await page.goto(addressIn(path, sandbox.id))
        await expect(page.getByText('Connected', { exact: true })).toBeVisible()
      },
      read: async <T>(path: string) => (await (await send('GET', path)).json()) as T, // the test names the type it expects
      expectAccessible: (rules) => expectAccessible(page, rules),
      tabTo: (target) => tabTo(target, 150, () => page.keyboard.press('Tab')),
    })

    expect(errors).toEqual([])
  },
})

/** The address of a page that shows this sandbox. */
export const addressIn = (path: string, id: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}sandbox=${id}`

/** Presses Tab at most so many times, until the target has the focus. */
export async function tabTo(target: Locator, most: number, press: () => Promise<void>): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate(hasFocus)) return
    await press()
  }

  await expect(target).toBeFocused()
}

/** Whether an element has the focus, in a shadow tree too. */
function hasFocus(element: Element): boolean {
  const root = element.getRootNode()

  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element
}

const axeOptions = {
  // The rule for targets of 24 px (WCAG 2.5.8) is off by default.
  all: { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } },
  colours: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
} as const satisfies Record<AxeRules, object>

/** Expects that axe reports no violations. */
export async function expectAccessible(page: Page, rules: AxeRules = 'all'): Promise<void> {
  // Not by a script element, which the policy of the page would block.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(axePath, 'utf8'))

  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as Axe // added to the page

    return (await axe.run(document, options)).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }))
  }, axeOptions[rules])

  expect(violations, page.url()).toEqual([])
}

export { expect }
