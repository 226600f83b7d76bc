import type { Page } from '@playwright/test'
import { http, HttpResponse } from 'msw'
import { expect, test } from '../mocks/playwright/index.ts'
import { dish, kitchen } from '../mocks/testing/kitchen-data.ts'
import { isDeep } from '../mocks/testing/scale.ts'
import { failuresOfPrograms } from './testing/conformance-door.ts'

/** Where the application under test would be. Nothing listens there. */
const app = 'http://app.test'
const api = 'https://api.test'

const closingTime = '2026-06-15T22:00:00.000Z'
const scenarios = [{ name: 'closing-time', description: 'Late.', clock: { frozen_at: closingTime } }]

test.use({ sandboxOptions: { ...kitchen, scenarios, api } })

test.beforeEach(async ({ page }) => {
  await page.route(`${app}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>App</title>' }),
  )
  await page.goto(app)
})

/** Sends a request to the API from the page. */
function ask(
  page: Page,
  path: string,
  init: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
) {
  return page.evaluate(
    async ({ url, method = 'GET', json, headers }) => {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      const text = await response.text()

      return {
        status: response.status,
        location: response.headers.get('location'),
        length: response.headers.get('content-length'),
        json: text === '' ? null : JSON.parse(text),
      }
    },
    { url: `${api}${path}`, ...init },
  )
}

test('the page sees what the test gives, and the test what the page saves', async ({ page, sandbox }) => {
  const given = await sandbox.give('T.Dish', { properties: { Title: 'Stew' } })

  const read = await ask(page, `/api/entities/${given.id}`)
  const saved = await ask(page, `/api/entities/${given.id}`, {
    method: 'PUT',
    json: { properties: { Title: 'Thick stew' } },
    headers: { 'X-Auth-Token': 'sandbox-editor' },
  })

  expect(read.json).toMatchObject({
    properties: { Title: 'Stew' },
    self: { href: `${api}/api/entities/${given.id}` },
  })
  expect(saved.status).toBe(204)
  expect((await sandbox.entity(given.id)).properties).toMatchObject({ Title: 'Thick stew' })
  await expect(sandbox).toHaveReceived('PUT', `/api/entities/${given.id}`, {
    user: 'editor',
    body: { properties: { Title: 'Thick stew' } },
  })
})

test('HEAD, DELETE and headers that a page of another origin may read work as on a server', async ({
  page,
}) => {
  const created = await ask(page, '/api/entities', {
    method: 'POST',
    json: { entitydefinition: { href: '/api/entitydefinitions/T.Menu' }, properties: { Name: 'Brunch' } },
  })
  const path = new URL(created.location ?? '').pathname
  const [get, head] = [await ask(page, path), await ask(page, path, { method: 'HEAD' })]
  const deleted = await ask(page, path, { method: 'DELETE' })

  expect(created.status).toBe(201)
  expect(head).toEqual({ ...get, json: null })
  expect(deleted.status).toBe(204)
  expect((await ask(page, path)).status).toBe(404)
})

test("a test's own page.route comes before the sandbox, and the sandbox after it", async ({
  page,
  sandbox,
}) => {
  await page.route(`${api}/api/entities/${dish.soup}`, (route) => route.fulfill({ json: { mine: true } }))

  expect((await ask(page, `/api/entities/${dish.soup}`)).json).toEqual({ mine: true })
  expect((await ask(page, `/api/entities/${dish.bread}`)).json).toMatchObject({ id: dish.bread })
  await expect(sandbox).not.toHaveReceived('GET', `/api/entities/${dish.soup}`)
})

test('msw handlers come before the sandbox, and can break the connection', async ({ page, sandbox }) => {
  sandbox.use(
    http.get(`${api}/api/entities/${dish.soup}`, () => HttpResponse.json({ mine: true })),
    http.get(`${api}/api/entities/${dish.bread}`, () => HttpResponse.error()),
  )

  expect((await ask(page, `/api/entities/${dish.soup}`)).json).toEqual({ mine: true })
  await expect(ask(page, `/api/entities/${dish.bread}`)).rejects.toThrow('Failed to fetch')
})

test('requests to other origins are left alone', async ({ page, sandbox }) => {
  await page.route('https://other.test/**', (route) =>
    route.fulfill({ json: { other: true }, headers: { 'Access-Control-Allow-Origin': '*' } }),
  )

  const other = await page.evaluate(async () => (await fetch('https://other.test/api/entities/1001')).json())

  expect(other).toEqual({ other: true })
  expect(await sandbox.requests()).toEqual([])
})

test('the clocks of the sandbox and of the page move together', async ({ page, sandbox }) => {
  await sandbox.clock.freeze('2026-06-15T12:00:00Z')
  await page.evaluate(() => setTimeout(() => (document.title = 'An hour later'), 3_600_000))

  const now = () => page.evaluate(() => new Date().toISOString())
  expect(await now()).toBe('2026-06-15T12:00:00.000Z')

  await sandbox.clock.advance(3_600_000)

  const created = await sandbox.give('T.Menu')
  expect(await now()).toBe('2026-06-15T13:00:00.000Z')
  expect(created.created_on).toBe('2026-06-15T13:00:00.000Z')
  await expect(page).toHaveTitle('An hour later')
})

test('a scenario, the clock and another context of the browser have part in the sandbox', async ({
  page,
  sandbox,
  browser,
}) => {
  const guest = await browser.newContext()
  const now = (of: Page) => of.evaluate(() => new Date().toISOString())

  await sandbox.setScenario('closing-time')
  await sandbox.connect(guest)

  const guestPage = await guest.newPage()

  await guestPage.goto(`${api}/api/entities/${dish.soup}`)
  await expect(guestPage.locator('body')).toContainText(`"id":${dish.soup}`)
  expect([await now(page), await now(guestPage)]).toEqual([closingTime, closingTime])

  await guest.close()
  await sandbox.setScenario(null)

  expect(await now(page)).not.toBe(closingTime)
  await expect(sandbox).toHaveReceived('GET', '/api/entities/:id', { count: 1 })
})

test('an event stream reaches the page, also what happens while it is away', async ({ page, sandbox }) => {
  await page.evaluate((url) => {
    const source = new EventSource(url)

    document.title = '0'
    source.addEventListener('request', () => {
      document.title = String(Number(document.title) + 1)
    })
  }, `${api}/__sandbox/journal?since=0`)

  for (const id of [dish.soup, dish.bread, dish.salad]) await sandbox.fetch(`/api/entities/${id}`)

  await expect(page).toHaveTitle('3')
})

test.describe('on a server', () => {
  test.use({
    sandboxOptions: async ({ baseURL }, use) => {
      await use({ server: baseURL ?? true, actAs: 'reader' })
    },
  })

  test('a page has the sandbox of the test, with the handlers in front of it', async ({ page, sandbox }) => {
    const tag = await sandbox.give('M.Tag', { identifier: 'mine' })
    const seen = () => page.evaluate(async (path) => (await fetch(path)).status, `/api/entities/${tag.id}`)

    await page.goto(sandbox.url.replace(/\/s\/.*/, '/api/status'))
    const given = await seen()

    sandbox.use(http.get('/api/entities/:id', () => new HttpResponse(null, { status: 418 })))
    const overridden = await seen()

    sandbox.stopUsing()
    await sandbox.addFaultPreset('maintenance')
    const failing = await seen()

    expect([given, overridden, failing]).toEqual([200, 418, 503])
    await expect(sandbox).toHaveReceived('GET', '/api/entities/:id', { user: 'reader', count: 2 })
    expect((await fetch(`${new URL(sandbox.url).origin}/api/entities/identifier/mine`)).status).toBe(404)
  })
})

test.describe('options', () => {
  test.use({ sandboxOptions: { ...kitchen, api, actAs: 'reader', unhandled: 'allow' } })

  test('say who acts, and that requests without a route are meant', async ({ page }) => {
    const refused = await ask(page, '/api/entities', { method: 'POST', json: {} })
    const unhandled = await ask(page, '/api/entitties/1001')

    expect([refused.status, unhandled.status]).toEqual([403, 404])
  })
})

test.describe('with the built-in data', () => {
  test.use({ sandboxOptions: { entities: 120, unhandled: 'allow' } })

  test('programs of others get what they read', async ({ page }) => {
    test.skip(!isDeep, 'A part of the deep run.')
    test.slow()
    // They ask the origin of their page.
    await page.unrouteAll()

    expect(await failuresOfPrograms(page)).toEqual([])
  })
})
