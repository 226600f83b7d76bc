import { expect, test } from './open.ts'

test('a snapshot is taken and gone back to', async ({ console: { page, open, send, read } }) => {
  await open('/sandbox')

  await page.getByRole('textbox', { name: 'Name of the new snapshot' }).fill('before')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Snapshots' })).toContainText('before')

  await send('DELETE', '/api/entities/1000')
  await page.getByRole('button', { name: 'Restore before' }).click()

  await expect(page.getByText('Went back to before.')).toBeVisible()
  expect(await read('/api/entities/1000')).toMatchObject({ id: 1000 })
})

test('a reset asks first, and is taken back by Undo', async ({ console: { page, open, send } }) => {
  await send('DELETE', '/api/entities/1000')
  await open('/sandbox')

  await page.getByRole('button', { name: 'Reset to seed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()

  await expect(page.getByText('Reset to seed 1.')).toBeVisible()
  expect((await send('GET', '/api/entities/1000')).status).toBe(200)

  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()

  await expect(page.getByText('Taken back.')).toBeVisible()
  expect((await send('GET', '/api/entities/1000')).status).toBe(404)
})

test('the clock is frozen and moved on', async ({ console: { page, open, read } }) => {
  await open('/sandbox')

  await page.getByLabel('Freeze at (UTC)').fill('2030-01-02T03:04')
  await page.getByRole('button', { name: 'Freeze there' }).click()
  await page.getByRole('button', { name: '1 hour' }).click()

  await expect(page.getByText('2030-01-02 04:04:00 UTC')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clock frozen' })).toBeVisible()
  expect(await read('/__sandbox/clock')).toMatchObject({ mode: 'frozen', at: '2030-01-02T04:04:00.000Z' })
})

test('what is exported is imported again', async ({ console: { page, open, send } }) => {
  await open('/sandbox')

  const download = page.waitForEvent('download')

  await page.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()

  await send('DELETE', '/api/entities/1000')
  await page.getByLabel('Data file to import').setInputFiles(file)

  await expect(page.getByText(/^Imported/)).toBeVisible()
  expect((await send('GET', '/api/entities/1000')).status).toBe(200)
})

test('a fault is triggered and restored, and nobody can forget it', async ({
  console: { page, open, send },
}) => {
  await open('/faults')

  await page.getByRole('button', { name: 'Trigger maintenance' }).click()

  await expect(page.getByRole('link', { name: /faults? on/ })).toBeVisible()
  expect((await send('GET', '/api/entities/1000')).status).toBe(503)

  await page.getByRole('button', { name: 'Restore maintenance' }).click()

  await expect(page.getByRole('link', { name: /faults? on/ })).toBeHidden()
  expect((await send('GET', '/api/entities/1000')).status).toBe(200)
})

test("a fault of one's own is added, switched off and removed", async ({ console: { page, open, send } }) => {
  await open('/faults')

  await page.getByRole('textbox', { name: 'Number' }).fill('418')
  await page.getByRole('button', { name: 'Add fault' }).click()

  await expect(page.getByRole('list', { name: 'Faults' })).toContainText('Answer 418')
  expect((await send('GET', '/api/entities/1000')).status).toBe(418)

  await page.getByRole('switch', { name: /^Fault/ }).click()
  await expect(page.getByRole('switch', { name: /^Fault/ })).toHaveAttribute('aria-checked', 'false')
  expect((await send('GET', '/api/entities/1000')).status).toBe(200)
})

test('a scenario is entered and left', async ({ console: { page, open, read } }) => {
  await open('/faults')

  await page.getByRole('radio', { name: /^search-degraded/ }).click()

  await expect(page.getByRole('radio', { name: /^search-degraded/ })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Scenario: search-degraded' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health: Orange' })).toBeVisible()

  await page.getByRole('radio', { name: /^None/ }).click()

  await expect(page.getByRole('link', { name: 'Health: Green' })).toBeVisible()
  expect(await read('/__sandbox/faults')).toMatchObject({ items: [] })
})
