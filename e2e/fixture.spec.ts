import type { Page } from '@playwright/test'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'entity-sandbox/playwright'
import { dish, kitchen } from '../mocks/testing/kitchen-data.ts'
import { isDeep } from '../mocks/testing/scale.ts'
import { internals } from './testing/internals/internals.ts'
import { programFailures, sendFromPage } from './testing/conformance-door.ts'
import { serveSandbox } from './testing/serve-sandbox.ts'
import { familySettings } from '../mocks/testing/compatibility/program.ts'

/** The origin of the application under test. No server listens there. */
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
async function send(
  page: Page,
  path: string,
  {
    method = 'GET',
    json,
    headers = {},
  }: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
) {
  const content =
    json === undefined
      ? { headers }
      : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(json) }
  const response = await sendFromPage(page, { method, path: `${api}${path}`, ...content })

  return { ...response, json: response.body === '' ? null : JSON.parse(response.body) }
}

test('the page reads entities of the test, and the test reads saved ones', async ({ page, sandbox }) => {
  const stew = await sandbox.give('T.Dish', { properties: { Title: 'Stew' } })

  const read = await send(page, `/api/entities/${stew.id}`)
  const saved = await send(page, `/api/entities/${stew.id}`, {
    method: 'PUT',
    json: { properties: { Title: 'Thick stew' } },
    headers: { 'X-Auth-Token': 'sandbox-editor' },
  })

  expect(read.json).toMatchObject({
    properties: { Title: 'Stew' },
    self: { href: `${api}/api/entities/${stew.id}` },
  })
  expect(saved.status).toBe(204)
  expect((await sandbox.entity(stew.id)).properties).toMatchObject({ Title: 'Thick stew' })
  await expect(sandbox).toHaveReceived('PUT', `/api/entities/${stew.id}`, {
    user: 'editor',
    body: { properties: { Title: 'Thick stew' } },
  })
})

test('a request of the page that is held waits until the test releases it', async ({ page, sandbox }) => {
  const held = await sandbox.hold('GET', '/api/entities/:id')
  const sent = send(page, `/api/entities/${dish.soup}`)

  expect(await held.request()).toMatchObject({ method: 'GET', path: `/api/entities/${dish.soup}` })
  await held.release({ status: 503 })

  expect((await sent).status).toBe(503)
  expect((await send(page, `/api/entities/${dish.soup}`)).status).toBe(200)
})

test('HEAD, DELETE and the headers exposed to other origins work as on a server', async ({ page }) => {
  const created = await send(page, '/api/entities', {
    method: 'POST',
    json: { entitydefinition: { href: '/api/entitydefinitions/T.Menu' }, properties: { Name: 'Brunch' } },
  })
  const path = new URL(created.headers['location'] ?? '').pathname
  const [get, head] = [await send(page, path), await send(page, path, { method: 'HEAD' })]
  const deleted = await send(page, path, { method: 'DELETE' })

  expect(created.status).toBe(201)
  expect(head).toEqual({ ...get, body: '', json: null })
  expect(deleted.status).toBe(204)
  expect((await send(page, path)).status).toBe(404)
})

test('page.route() of a test takes precedence over the sandbox, which handles other requests', async ({
  page,
  sandbox,
}) => {
  await page.route(`${api}/api/entities/${dish.soup}`, (route) => route.fulfill({ json: { mine: true } }))

  expect((await send(page, `/api/entities/${dish.soup}`)).json).toEqual({ mine: true })
  expect((await send(page, `/api/entities/${dish.bread}`)).json).toMatchObject({ id: dish.bread })
  await expect(sandbox).not.toHaveReceived('GET', `/api/entities/${dish.soup}`)
})

test('msw handlers take precedence, and can break the connection', async ({ page, sandbox }) => {
  sandbox.use(
    http.get(`${api}/api/entities/${dish.soup}`, () => HttpResponse.json({ mine: true })),
    http.get(`${api}/api/entities/${dish.bread}`, () => HttpResponse.error()),
  )

  expect((await send(page, `/api/entities/${dish.soup}`)).json).toEqual({ mine: true })
  await expect(send(page, `/api/entities/${dish.bread}`)).rejects.toThrow('Failed to fetch')
})

test('requests to other origins are not intercepted', async ({ page, sandbox }) => {
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

  await sandbox.disconnect()
  await sandbox.clock.advance(3_600_000)

  expect(await now()).toBe('2026-06-15T13:00:00.000Z')
})

test('scenarios, the clock and other browser contexts are connected to the sandbox', async ({
  page,
  sandbox,
  browser,
}) => {
  const guest = await browser.newContext()
  const now = (each: Page) => each.evaluate(() => new Date().toISOString())

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

test('an event stream reaches the page, including events while it reconnects', async ({ page, sandbox }) => {
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

test.describe('in a page that tests share, so that one could affect the next', () => {
  const inSharedPage = test.extend({
    context: ({ browserName: _ }, use) => use(sharedPage.context()),
    page: ({ browserName: _ }, use) => use(sharedPage),
  })
  let sharedPage: Page

  test.beforeAll(async ({ browser }) => {
    sharedPage = await browser.newPage()
  })
  test.afterAll(() => sharedPage.context().close())

  for (let index = 0; index < (isDeep ? 200 : 4); index++) {
    inSharedPage(`each test has a separate sandbox (${index})`, async ({ page, sandbox }) => {
      await sandbox.give('T.Menu', { identifier: 'the-menu', properties: { Name: `Menu ${index}` } })

      const { entitydefinition, properties } = (await send(page, '/api/entities/identifier/the-menu')).json
      const json = { entitydefinition, properties, identifier: 'another-menu' }
      const created = await send(page, '/api/entities', { method: 'POST', json })

      expect([properties.Name, created.status]).toEqual([`Menu ${index}`, 201])
      expect(await sandbox.find('T.Menu')).toHaveLength(4)
      expect((await sandbox.requests()).map(({ method }) => method)).toEqual(['GET', 'POST'])
    })
  }
})

test.describe('on a server', () => {
  test.use({
    sandboxOptions: async ({ baseURL }, use) => {
      await use({ server: baseURL ?? true, actAs: 'reader' })
    },
  })

  test('a page uses the sandbox of the test and its handlers', async ({ page, sandbox }) => {
    const tag = await sandbox.give('M.Tag', { identifier: 'mine' })
    const status = () => page.evaluate(async (path) => (await fetch(path)).status, `/api/entities/${tag.id}`)

    await page.goto(sandbox.url.replace(/\/s\/.*/, '/api/status'))
    const original = await status()

    sandbox.use(http.get('/api/entities/:id', () => new HttpResponse(null, { status: 418 })))
    const overridden = await status()

    sandbox.stopUsing()
    await sandbox.addFaultPreset('maintenance')
    const failing = await status()

    expect([original, overridden, failing]).toEqual([200, 418, 503])
    await expect(sandbox).toHaveReceived('GET', '/api/entities/:id', { user: 'reader', count: 2 })
    expect((await fetch(`${new URL(sandbox.url).origin}/api/entities/identifier/mine`)).status).toBe(404)
  })
})

test('a sandbox that can’t be prepared does not stay on its server', async ({ context }) => {
  // The fixture would fail the test.
  const { openOnServer } = await internals()
  await using server = await serveSandbox(kitchen)
  const options = { server: server.url, scenario: 'unknown' }

  await expect(openOnServer(options, { context, baseURL: undefined })).rejects.toThrow('unknown')

  const response = await fetch(new URL('/__sandbox/sandboxes', server.url))
  expect(await response.json()).toMatchObject({ items: [{ id: 'default' }] })
})

test.describe('options', () => {
  test.use({ sandboxOptions: { ...kitchen, api, actAs: 'reader', unhandled: 'allow' } })

  test('set the acting user, and allow requests without a route', async ({ page }) => {
    const forbidden = await send(page, '/api/entities', { method: 'POST', json: {} })
    const unhandled = await send(page, '/api/entitties/1001')

    expect([forbidden.status, unhandled.status]).toEqual([403, 404])
  })
})

test.describe('messages', () => {
  test.use({ sandboxOptions: { ...kitchen, webhooks: 'http://127.0.0.1:1/hook' } })

  test('to receivers can be expected', async ({ sandbox }) => {
    const { id: TargetId } = await sandbox.give('T.Menu')

    await expect(sandbox).toHaveSent('EntityCreated', { TargetId })
    await expect(sandbox).not.toHaveSent('EntityDeleted')
  })
})

test.describe('with the built-in data', () => {
  test.use({ sandboxOptions: { entities: 120, unhandled: 'allow', ...familySettings } })

  test('existing programs get the responses they need', { tag: '@deep' }, async ({ page }) => {
    test.slow()
    // They send requests to the origin of their page.
    await page.unrouteAll()

    expect(await programFailures(page)).toEqual([])
  })
})
