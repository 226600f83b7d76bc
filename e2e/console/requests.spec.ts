import type { Page } from '@playwright/test'
import { addressIn, expect, test } from './console-test.ts'

test('requests appear as they are sent, with their details and as code', async ({
  view: { page, open, send },
  sandbox,
}) => {
  await open('/requests')
  await expect(page.getByText('No application has sent a request yet.')).toBeVisible()
  // The suggested request is to this sandbox.
  await expect(page.getByText(/^curl /)).toContainText(`/s/${sandbox.id}/api/entities/1000`)

  await send('GET', '/api/entities/1000')
  await send('PUT', '/api/entities/1000', { properties: { Colour: 'red' } })

  const columns = [
    'Time',
    'Method',
    'Path',
    'Status',
    'Duration',
    'Start and duration',
    'Size',
    'User',
    'Handled by',
  ]

  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await page.getByRole('row', { name: 'PUT /api/entities/1000 400' }).click()

  const panel = page.getByRole('complementary', { name: 'Request' })

  await expect(panel).toContainText('Colour')
  await expect(panel).toContainText('Handled by')

  await panel.getByRole('tab', { name: 'Copy as' }).click()

  await panel.getByRole('combobox', { name: 'Show the request as' }).selectOption('curl')

  await expect(panel.getByRole('region', { name: 'Request' })).toContainText('curl -X PUT')

  await panel.getByRole('button', { name: 'Replay' }).click()

  await expect(page.getByRole('row', { name: 'PUT /api/entities/1000 400' })).toHaveCount(2)
})

test('a request whose body was not recorded in full is neither copied nor edited and sent', async ({
  view: { page, open, send },
}) => {
  await send('PUT', '/api/entities/1000', { properties: { Title: 'Nets '.repeat(20_000) } })
  await open('/requests')
  await page.getByRole('row', { name: 'PUT /api/entities/1000' }).click()
  const panel = page.getByRole('complementary', { name: 'Request' })
  const reason = panel.getByText(
    'The journal did not record the whole body, so the request can’t be sent again.',
  )

  await expect(reason).toHaveCount(1)
  await expect(panel.getByRole('link', { name: 'Edit and send' })).toHaveCount(0)
  await panel.getByRole('tab', { name: 'Copy as' }).click()
  await expect(reason).toHaveCount(2)
  await expect(panel.getByRole('region', { name: 'Request' })).toHaveCount(0)
})

test('the body of a new request outlives a reload, and a long one is not in the address of the page', async ({
  view: { page, open, send },
}) => {
  const body = page.getByRole('textbox', { name: 'Body' })
  const response = page.getByRole('region', { name: 'Response' })

  await send('PUT', '/api/entities/1000', { properties: { Title: `Nets ${'à'.repeat(6000)}` } })
  await open('/requests')
  await page.getByRole('row', { name: 'PUT /api/entities/1000' }).click()
  await page.getByRole('link', { name: 'Edit and send' }).click()
  await page.getByRole('textbox', { name: 'Path' }).fill('/api/entities/1001')
  await expect(page).toHaveURL(/path=%2Fapi%2Fentities%2F1001/)
  expect(page.url().length).toBeLessThan(200)

  await page.reload()
  await expect(body).toContainText('Nets àà')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(response).toContainText('204')

  await body.fill('{"properties": {"Title": "Short"}}')
  await expect(page).toHaveURL(/body=.*Short/)
  await page.reload()
  await expect(body).toContainText('Short')

  // What is not valid is marked; nothing typed yet is no mistake.
  const mark = page.locator('.cm-lint-marker-error')

  await body.fill('{"properties": ')
  await expect(mark).toBeVisible()
  await body.fill('')
  await expect(mark).toBeHidden()
})

test('an address of a request opens it though it is older than the list, or says that the journal has none', async ({
  view: { page, open, send, read },
}) => {
  const panel = page.getByRole('complementary', { name: 'Request' })

  await send('GET', '/api/entities/1000')
  const { last_sequence: oldest } = await read<{ last_sequence: number }>('/__sandbox/journal')

  for (let sent = 0; sent < 500; sent++) await send('GET', '/api/entities/1001')
  await open(`/requests?selected=${oldest}`)
  await expect(panel).toContainText('/api/entities/1000')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('No application has sent a request yet.')).toBeVisible()
  await expect(panel).toBeHidden()

  await open('/requests?selected=99999')
  await expect(panel).toContainText('Request 99999 is not, or no longer, in the journal.')
  await panel.getByRole('button', { name: 'Close the panel' }).click()
  await expect(panel).toBeHidden()

  await open('/entities/leek')
  await expect(page.getByText('There is no page at this address.')).toBeVisible()
})

test('two requests are compared member by member, one is repeated as another user, and routes are counted', async ({
  view: { page, open, send },
}) => {
  const panel = page.getByRole('complementary', { name: 'Request' })

  await send('GET', '/api/entities/1000')
  await send('PUT', '/api/entities/1000', { properties: { Title: 'Nets at dawn' } })
  await send('GET', '/api/entities/1000')
  await open('/requests')

  await page.getByRole('row', { name: /^GET/ }).last().click()
  await panel.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('row', { name: /^GET/ }).first().click()
  await expect(panel.getByRole('list', { name: 'Differences' })).toContainText('→ "Nets at dawn"')
  await page.getByRole('button', { name: 'Stop comparing' }).click()

  await page.getByRole('row', { name: /^PUT/ }).click()
  await panel.getByRole('combobox', { name: 'as' }).selectOption('reader')
  await panel.getByRole('button', { name: 'Replay' }).click()
  await expect(page.getByRole('row', { name: 'PUT /api/entities/1000 403' })).toBeVisible()

  await page.getByRole('button', { name: 'By route' }).click()
  await expect(page.getByRole('row', { name: 'GET /api/entities/:id, 2 requests' })).toBeVisible()
  await page.getByRole('row', { name: 'PUT /api/entities/:id, 2 requests' }).click()
  await expect(page.getByRole('row', { name: /^PUT \/api\/entities\/1000/ })).toHaveCount(2)
  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(0)
})

test('a request is said to have no route only if it had none, not if its page may not send it', async ({
  view: { page, open, send },
  sandbox,
}) => {
  const panel = page.getByRole('complementary', { name: 'Request' })

  await send('GET', '/api/entity/1000')
  await sandbox.fetch('/api/entities/1000', {
    method: 'DELETE',
    headers: { Origin: 'https://elsewhere.example' },
  })
  await open('/requests')
  await page.getByRole('row', { name: 'GET /api/entity/1000 404' }).click()
  await expect(panel).toContainText('no route')
  await page.getByRole('row', { name: 'DELETE /api/entities/1000 403' }).click()
  await expect(panel).toContainText("can't send DELETE")
  await expect(panel).not.toContainText('no route')
})

test('the list is filtered and opened by keyboard, and stays still while it is paused @deep', async ({
  view: { page, open, send, tabTo },
}) => {
  await send('GET', '/api/entities/1000')
  await send('GET', '/api/entities/999999999')
  await open('/requests')
  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(2)

  await page.keyboard.press('/')
  await page.keyboard.type('status:4xx')

  await expect(page).toHaveURL(/q=status/)
  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(1)

  await tabTo(page.getByRole('grid', { name: 'Requests' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('complementary', { name: 'Request' })).toContainText('999999999')

  await page.keyboard.press('Escape')

  await expect(page.getByRole('complementary', { name: 'Request' })).toBeHidden()

  await page.keyboard.press('.')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await send('GET', '/api/entities/999999998')

  await expect(page.getByRole('button', { name: '1 new request' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(1)

  await page.getByRole('button', { name: '1 new request' }).click()

  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(2)
})

test('an operation of the contract is found, read, filled in, sent as the chosen user and copied', async ({
  view: { page, open },
}) => {
  const response = page.getByRole('region', { name: 'Response' })

  await open('/docs')
  await page.getByRole('combobox', { name: 'as', exact: true }).selectOption('reader')
  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('reads an entity')
  await page.getByRole('button', { name: 'GET Reads an entity /api/entities/{id}', exact: true }).click()

  const operation = page.getByRole('region', { name: 'Operation' })

  await expect(operation).toContainText('Id of an entity.')
  await operation.getByText('200 The entity.').click()
  await expect(operation).toContainText('"entitydefinition"')

  await page.getByRole('button', { name: 'Send', exact: true }).click()

  await expect(response).toContainText('"id": 1000')

  await page.getByRole('textbox', { name: 'Path' }).fill('/api/entities/999999999')
  await page.keyboard.press('Enter')

  await expect(response).toContainText('was not found')

  const request = page.getByRole('region', { name: 'Request' })

  await expect(request).toContainText('Bearer sandbox-reader')
  for (const [format, code] of [
    ['curl', 'curl '],
    ['fetch', 'await fetch('],
  ] as const) {
    await request.getByRole('combobox', { name: 'Show the request as' }).selectOption(format)
    await expect(request).toContainText(code)
  }

  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('PUT entities changes')
  await page
    .getByRole('button', { name: 'PUT Changes the given properties /api/entities/{id}', exact: true })
    .click()

  // A reader may not.
  await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('"properties"')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(response).toContainText('403')
})

test('the path of a new request can be pasted as a URL, and typed without its slash', async ({
  view: { page, open },
  baseURL,
  sandbox,
}) => {
  const path = page.getByRole('textbox', { name: 'Path' })

  await open('/requests/new')
  for (const text of [
    `${baseURL}/s/${sandbox.id}/api/entities/1001`,
    'https://real.example/api/entities/1001',
    'api/entities/1001',
  ]) {
    await path.fill(text)
    await expect(path).toHaveValue('/api/entities/1001')
    await path.press('Enter')
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('"id": 1001')
  }
})

test('the address of the GraphQL endpoint opens a request, whose query and variables are edited and sent', async ({
  sandbox,
  view: { page, send },
}) => {
  const query = page.getByRole('textbox', { name: 'GraphQL query' })
  const body = page.getByRole('textbox', { name: 'Body' })
  const response = page.getByRole('region', { name: 'Response' })

  for (const path of ['/graphql/preview/v1', '/graphql/v1/']) {
    await page.goto(`/s/${sandbox.id}/api${path}`)
    await expect(query).toHaveValue(/allM_Asset\(first: 5\)/)
    await expect(page).toHaveURL(new RegExp(`/requests/new?.*sandbox=${sandbox.id}`))
  }
  expect((await send('GET', '/api/graphql/preview/v1')).status, 'to programs it is no page').toBe(405)

  await query.fill('query Assets($most: Int) { allM_Asset(first: $most) { results { title } } }')
  await page.keyboard.press('Control+Enter')
  await expect(response).toContainText('"title"')

  await expect(body).toContainText('$most')
  await body.fill(
    '{"query": "query($most: Int) { allM_Asset(first: $most) { total } }", "variables": {"most": 2}}',
  )
  await expect(query).toHaveValue(/\{ total \}/)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(response).toContainText('"total"')
})

test('addresses of the page GraphQL of earlier versions open their query as a request @deep', async ({
  view: { page, open },
}) => {
  await open(`/requests/graphql?query=${encodeURIComponent('{ allM_Tag { total } }')}&variables={"a":1}`)

  await expect(page.getByRole('textbox', { name: 'GraphQL query' })).toHaveValue('{ allM_Tag { total } }')
  await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('"a": 1')
})

test('a message to a receiver is marked, and sent again @deep', async ({
  sandbox,
  view: { page, open, send },
}) => {
  const action = await sandbox.give('M.Action', {
    // Nothing listens there.
    properties: { 'Action.Settings': { url: 'http://127.0.0.1:9/hook' } },
  })

  await sandbox.give('M.Trigger', {
    properties: { 'Trigger.IsEnabled': true, 'Trigger.Conditions': { events: ['EntityUpdated'] } },
    relations: { TriggerToAction: { children: [action.id] } },
  })
  await send('PUT', '/__sandbox/receivers', { hosts: ['127.0.0.1:9'] })
  await send('PUT', '/api/entities/1000', { properties: { Title: 'Nets at dawn' } })
  await open('/requests?q=outgoing:yes')
  const row = page.getByRole('row', { name: /^POST \/hook/ }).first()

  await expect(row).toContainText('http://127.0.0.1:9/hook')
  await expect(row.getByLabel('Message to')).toBeVisible()
  await row.click()
  await page.getByRole('button', { name: 'Send again' }).click()

  await expect(page.getByText(/^Message \d+ is sent again\.$/)).toBeVisible()
})

test('any number of tabs shows the requests of applications, of which browsers load six at a time from a server', async ({
  view: { page, open, send },
  context,
  sandbox,
}) => {
  // All pages of a headless browser are visible.
  await context.addInitScript(() => {
    let isShown = true

    Object.defineProperty(document, 'visibilityState', { get: () => (isShown ? 'visible' : 'hidden') })
    addEventListener('show', () => (isShown = true))
    addEventListener('hide', () => (isShown = false))
  })
  const announce = (tab: Page, change: 'show' | 'hide') =>
    tab.evaluate((change) => {
      dispatchEvent(new Event(change))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, change)
  const tabs = [page]

  await open('/requests')
  while (tabs.length < 7) {
    const tab = await context.newPage()

    await announce(tabs.at(-1) ?? tab, 'hide')
    await tab.goto(addressIn('/requests', sandbox.id))
    await expect(tab.getByText('Connected', { exact: true })).toBeVisible()
    tabs.push(tab)
  }
  await send('GET', '/api/entities/1000')
  for (const [number, tab] of tabs.entries()) {
    await announce(tab, 'show')
    await expect(tab.getByRole('row', { name: 'GET /api/entities/1000' })).toHaveCount(number + 1)
    await send('GET', '/api/entities/1000')
    await expect(tab.getByRole('row', { name: 'GET /api/entities/1000' })).toHaveCount(number + 2)
    await announce(tab, 'hide')
  }

  // Opened in the background, as by a middle click.
  await page.addInitScript(() => dispatchEvent(new Event('hide')))
  await page.goto(addressIn('/entities/1000', sandbox.id))
  await expect(page.getByText('Connecting…')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Nets at dawn')
  await send('PUT', '/api/entities/1000', { properties: { Title: 'Nets at dawn' } })
  await announce(page, 'show')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nets at dawn')
})
