import { expect, test } from './console-test.ts'

test('a scenario of faults only is entered, shown while active, and left @deep', async ({
  view: { page, open, send },
}) => {
  await open('/simulate')

  await page.getByRole('button', { name: 'Enter offline' }).click()

  await expect(page.getByRole('link', { name: /faults? active/ })).toBeVisible()
  await expect(send('GET', '/api/entities/1000')).rejects.toThrow()

  await page.getByRole('button', { name: 'Leave offline' }).click()

  await expect(page.getByRole('link', { name: /faults? active/ })).toBeHidden()
  expect((await send('GET', '/api/entities/1000')).status).toBe(200)
})

test('a fault is made from a request, expires, is enabled again and disabled @deep', async ({
  view: { page, open, send },
}) => {
  await send('PUT', '/api/entities/1000', { properties: {} })
  await open('/requests')

  await page.getByRole('row', { name: /^PUT/ }).click()
  await page.getByRole('link', { name: 'Add a fault for this' }).click()

  const form = page.getByRole('form', { name: 'New fault' })

  await expect(form.getByRole('combobox', { name: 'Method' })).toHaveValue('PUT')
  await expect(form.getByRole('textbox', { name: 'Path' })).toHaveValue('/api/entities/:id')

  await form.getByRole('spinbutton', { name: 'Status' }).fill('418')
  await form.getByRole('textbox', { name: 'Body (optional)' }).fill('{"a": 1}')
  await form.getByRole('combobox', { name: 'When' }).selectOption('The next n requests')
  await form.getByRole('button', { name: 'Add fault' }).click()

  const row = page.getByRole('list', { name: 'Faults' }).getByRole('listitem')

  await expect(row).toContainText('the next one of PUT /api/entities/:id fail with 418, hit 0 of 0')

  const response = await send('PUT', '/api/entities/1000', { properties: {} })

  expect([response.status, await response.json()]).toEqual([418, { a: 1 }])
  await expect(row).toContainText('expired')

  const isOn = page.getByRole('switch', { name: /^Fault/ })

  await isOn.click()
  await expect(page.getByText(/^Enabled /)).toBeVisible()
  await expect(row).not.toContainText('expired')
  expect((await send('PUT', '/api/entities/1000', { properties: {} })).status).toBe(418)
  // A click on one that has expired would enable it once more.
  await expect(row).toContainText('expired')

  await isOn.click()
  await expect(isOn).toHaveAttribute('aria-checked', 'true')
  await isOn.click()
  await expect(isOn).toHaveAttribute('aria-checked', 'false')

  await row.getByRole('button', { name: /^Edit fault/ }).click()
  await row.getByRole('textbox', { name: 'Name' }).fill('teapot')
  await row.getByRole('spinbutton', { name: 'Status' }).fill('419')
  await row.getByRole('button', { name: 'Save fault' }).click()
  await expect(row).toContainText('teapot')
  await expect(row).toContainText('the next one of PUT /api/entities/:id fail with 419')
  await expect(page.getByRole('switch', { name: 'Fault teapot' })).toHaveAttribute('aria-checked', 'false')
})

test('a fault that holds requests shows those that wait, and releases them, also as an error @deep', async ({
  view: { page, open, send },
}) => {
  const waiting = page.getByRole('list', { name: 'Waiting requests' })
  const statuses: number[] = []
  const ask = () => void send('GET', '/api/entities/1000').then(({ status }) => statuses.push(status))

  await send('POST', '/__sandbox/faults', { effect: { kind: 'hold' } })
  await open('/simulate')
  ask()
  await expect(waiting).toHaveText('GET /api/entities/1000 of admin')
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(waiting).toHaveCount(0)
  await expect.poll(() => statuses).toEqual([200])

  ask()
  await expect(waiting).toBeVisible()
  await page.getByRole('button', { name: 'Release as 503' }).click()
  await expect.poll(() => statuses).toEqual([200, 503])
})

test('a fault that is made from a GraphQL request applies to its operation @deep', async ({
  view: { page, open, send },
}) => {
  const ask = (query: string) => send('POST', '/api/graphql/preview/v1', { query })

  await ask('query Page { allM_Asset { total } }')
  await ask('{ allM_Tag { total } }')
  await open('/requests')
  await page.getByRole('row').filter({ hasText: 'query Page' }).click()
  await page.getByRole('link', { name: 'Add a fault for this' }).click()

  const form = page.getByRole('form', { name: 'New fault' })

  await expect(form.getByRole('textbox', { name: 'Operation' })).toHaveValue('Page')
  await form.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByRole('list', { name: 'Faults' })).toContainText('operation: "Page"')
  expect((await ask('query Page { allM_Tag { total } }')).status).toBe(500)
  expect((await ask('{ allM_Tag { total } }')).status).toBe(200)

  await open('/requests')
  await page.getByRole('row').filter({ hasText: 'query allM_Tag' }).last().click()
  await page.getByRole('link', { name: 'Add a fault for this' }).click()
  await expect(form.getByRole('textbox', { name: 'Root field' })).toHaveValue('allM_Tag')
})

test('the operation of a new fault is kept while its path is edited @deep', async ({
  view: { page, open },
}) => {
  await open('/simulate')
  await page.getByRole('button', { name: 'New fault' }).click()

  const form = page.getByRole('form', { name: 'New fault' })
  const path = form.getByRole('textbox', { name: 'Path' })

  await expect(form.getByRole('textbox', { name: 'Operation' })).toHaveCount(0)
  await path.fill('/api/graphql/preview/v1')
  await form.getByRole('textbox', { name: 'Operation' }).fill('Page')
  await path.fill('')
  await path.fill('/api/graphql/preview/v2')
  await expect(form.getByRole('textbox', { name: 'Operation' })).toHaveValue('Page')
})

test('a scenario shows what it changes before it is entered, by mouse and by keyboard @deep', async ({
  view: { page, open, read, tabTo },
}) => {
  const scenario = page.locator('summary').filter({ hasText: 'search-degraded' })

  await open('/simulate')
  await scenario.click()

  await expect(page.getByText(/^Sets search to Orange/)).toBeVisible()
  expect(await read('/__sandbox/scenario')).toMatchObject({ name: null })

  await page.getByRole('button', { name: 'Enter search-degraded' }).click()

  await expect(page.getByRole('link', { name: 'Scenario: search-degraded' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health: Orange' })).toBeVisible()

  await tabTo(page.getByRole('button', { name: 'Leave search-degraded' }))

  await expect(page.getByText(/^Leaves search-degraded/).filter({ visible: true })).toHaveCount(1)

  await page.keyboard.press('Enter')

  await expect(page.getByRole('link', { name: 'Health: Green' })).toBeVisible()
  expect(await read('/__sandbox/faults')).toMatchObject({ items: [] })
})

test('a change is undone in its notice, which covers nothing @deep', async ({
  view: { page, open, read, send },
}) => {
  const notices = page.getByRole('region', { name: 'Notices' })
  const undo = notices.getByRole('button', { name: 'Undo' })

  await page.clock.install()
  await send('POST', '/__sandbox/faults', { name: 'slow', effect: { kind: 'latency', ms: 1 } })
  await send('POST', '/__sandbox/faults', { preset: 'offline' })
  const before = await read('/__sandbox/faults')

  await open('/simulate')
  await page.getByRole('button', { name: 'Clear all faults' }).last().click()

  await expect(notices).toContainText('Cleared all faults.')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    const [notice, ...others] = await Promise.all(
      [notices, page.getByRole('banner'), page.getByRole('main'), page.getByRole('navigation')].map((part) =>
        part.boundingBox(),
      ),
    )

    for (const other of others) {
      expect((other?.y ?? 0) + (other?.height ?? 0), `at ${width} pixels`).toBeLessThanOrEqual(notice?.y ?? 0)
    }
  }

  await undo.click()

  await expect(notices).toContainText('Undone.')
  expect(await read('/__sandbox/faults')).toEqual(before)
  await send('DELETE', '/__sandbox/faults')

  await open('/simulate')
  await page.getByRole('combobox', { name: 'State of search' }).selectOption('Red')
  await expect(notices).toContainText('search is now Red.')
  await send('PUT', '/api/entities/1000', { properties: { Title: 'By another user' } })
  await undo.click()

  await expect(notices).toContainText('Something else has changed since then.')
  expect(await read('/__sandbox/health/search')).toMatchObject({ label: 'Red' })

  await page.getByRole('combobox', { name: 'State of search' }).selectOption('Orange')
  await expect(notices).toContainText('search is now Orange.')
  await undo.click()

  await expect(notices).toContainText('Undid the last change.')

  await page.mouse.move(0, 0)
  // A notice is dismissed while it has the focus; the next one still disappears by itself.
  await notices.getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'State of search' }).selectOption('Red')
  await expect(notices).toContainText('search is now Red.')
  await page.clock.runFor(10_000)
  await notices.getByRole('button', { name: 'Dismiss' }).focus()
  await page.clock.runFor(20_000)
  await expect(notices).toContainText('search is now Red.')
  await page.getByRole('combobox', { name: 'State of search' }).focus()
  await page.clock.runFor(13_000)
  await expect(notices).toHaveText('')
  expect(await read('/__sandbox/health/search')).toMatchObject({ label: 'Red' })
})
