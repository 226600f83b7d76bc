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
