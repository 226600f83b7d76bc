import { expect, test } from './console-test.ts'

test('a component is set, recovers, flaps and is reset, and the page shows the reason', async ({
  view: { page, open, read, send },
}) => {
  await send('PUT', '/__sandbox/clock', { mode: 'frozen' })
  await send('PUT', '/__sandbox/health/data_storage', { label: 'Yellow' })
  await send('POST', '/__sandbox/clock/advance', { ms: 40_000 })
  await open('/health')

  const overTime = (component: string) => page.getByRole('img', { name: new RegExp(`^${component}: `) })

  // Changes before the page was opened are shown, too.
  await expect(overTime('data_storage')).toHaveAccessibleName(
    /Green, then Yellow since .* by you, then Green since .* automatically$/,
  )

  await page.getByRole('combobox', { name: 'State of graph/worker-2' }).selectOption('Orange')

  await expect(page.getByText('Why Orange?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health: Orange' })).toBeVisible()
  await expect(page).toHaveTitle('● Orange — Simulate — Sandbox')
  await expect(overTime('graph/worker-2')).toHaveAccessibleName(/then Orange since /)
  expect(await read('/api/status')).toMatchObject({ aggregated_service_status_label: 'Orange' })

  await page.getByRole('combobox', { name: 'State of search' }).selectOption('Red')
  await page.getByRole('combobox', { name: 'Flapping of search' }).selectOption('Green')

  await expect(page.getByText('switches in 10 sec')).toBeVisible()
  await expect(page.getByText('Why Red?')).toBeVisible()

  await send('POST', '/__sandbox/clock/advance', { ms: 10_000 })

  await expect(page.getByText('Why Orange?')).toBeVisible()

  await expect(page.getByText(/requests work as before/)).toBeVisible()
  expect((await send('GET', '/api/entities/1000')).status).toBe(200)
  await page.getByRole('button', { name: 'Reset search' }).click()

  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Reset search.')
  await expect(page.getByRole('button', { name: 'Reset search' })).toBeHidden()

  await page.getByRole('button', { name: 'All green' }).click()

  await expect(page.getByRole('link', { name: 'Health: Green' })).toBeVisible()
  await expect(page).toHaveTitle('Simulate — Sandbox')
})

test('a component is changed by keyboard; responses are those of the chosen user @deep', async ({
  view: { page, open, tabTo },
}) => {
  await open('/simulate')
  await expect(page.getByRole('rowheader', { name: 'worker-1' })).toBeVisible()

  await tabTo(page.getByRole('combobox', { name: 'State of graph/worker-1' }))
  await page.keyboard.type('Red')

  await expect(page.getByText('Why Red?')).toBeVisible()

  await open('/requests/new?path=/api/status/servicestatus')
  await page.getByRole('combobox', { name: 'as', exact: true }).selectOption('editor')
  await page.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByRole('region', { name: 'Response' })).toContainText('403')
})

test('a message stays while it is typed, whatever the component becomes; saving it changes only the message', async ({
  view: { page, open, read, send },
}) => {
  const stateOf = (name: string) => page.getByRole('combobox', { name: `State of ${name}` })
  const message = (name: string) => page.getByRole('textbox', { name: `Message of ${name}` })

  await send('PUT', '/__sandbox/clock', { mode: 'frozen' })
  const flap = { label: 'Green', every_ms: 10_000 }

  await send('PUT', '/__sandbox/health/search', { label: 'Red', message: 'Flapping.', flap })
  await open('/health')

  await message('search').fill('Out of ')
  await send('POST', '/__sandbox/clock/advance', { ms: 10_000 })
  await expect(stateOf('search')).toHaveValue('Green')
  await message('search').pressSequentially('memory')
  await expect(message('search')).toHaveValue('Out of memory')
  await message('search').press('Enter')
  await expect(stateOf('search')).toHaveValue('Red')
  expect(await read('/__sandbox/health/search')).toMatchObject({
    label: 'Red',
    message: 'Out of memory',
    flap,
  })

  // The other state has no message of its own.
  await send('POST', '/__sandbox/clock/advance', { ms: 10_000 })
  await expect(stateOf('search')).toHaveValue('Green')
  await expect(message('search')).not.toBeEditable()

  await message('data_storage').fill('Mine')
  await send('PUT', '/__sandbox/health/data_storage', { label: 'Orange', message: 'Theirs' })
  await expect(stateOf('data_storage')).toHaveValue('Orange')
  await expect(message('data_storage')).toHaveValue('Mine')
  await message('data_storage').blur()
  await expect
    .poll(() => read('/__sandbox/health/data_storage'))
    .toMatchObject({ label: 'Orange', message: 'Mine' })
})

test('long texts of users without spaces make no page wider than the window', async ({
  view: { page, open, send },
}) => {
  const long = 'spaceless'.repeat(30)
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main :is(p, li, dd, [role=alert])')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => element.outerHTML.slice(0, 200)),
    )

  await send('PUT', '/__sandbox/health/search', { label: 'Red', message: long })
  await send('POST', '/__sandbox/faults', { name: long.slice(0, 100), effect: { kind: 'latency', ms: 1 } })
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 800 })
    await open('/simulate')
    await expect(page.getByText('Why Red?')).toBeVisible()
    await expect(page.getByText(long.slice(0, 100), { exact: true })).toBeVisible()
    expect(await tooWide()).toEqual([])
    await open(`/entities?sort=${long}`)
    await expect(page.getByRole('link', { name: 'Open as a request' })).toBeVisible()
    expect(await tooWide()).toEqual([])
  }
})

test('the title of a hidden tab follows the health, without a connection', async ({
  view: { page, open, send },
}) => {
  await page.clock.install()
  await open('/entities')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await send('PUT', '/__sandbox/health/search', { label: 'Red' })
  await page.clock.runFor(20_000)

  await expect(page).toHaveTitle('● Red — Entities — Sandbox')
})
