import { strToU8, zipSync } from 'fflate'
import { expect, test } from './console-test.ts'

test('a snapshot is taken, compared, restored, saved to a file and loaded from it', async ({
  view: { page, open },
  sandbox,
}) => {
  const rows = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')

  await open('/sandbox')
  await page.getByRole('textbox', { name: 'Name of the new snapshot' }).fill('before')
  await page.keyboard.press('Enter')

  await expect(rows).toContainText('no changes')

  await sandbox.remove(1000)

  await expect(rows).toContainText('1 entity restored')

  await page.getByRole('button', { name: 'Restore before' }).click()

  await expect(page.getByText('Restored the snapshot “before”.')).toBeVisible()
  expect(await sandbox.has(1000)).toBe(true)

  const download = page.waitForEvent('download')

  await page.getByRole('button', { name: 'Download before' }).click()
  await page.getByLabel('Data file to load as a snapshot').setInputFiles(await (await download).path())

  await expect(rows, 'a loaded file replaces no snapshot').toHaveCount(2)
})

test('the name of a snapshot is checked, kept if taking it fails; Delete removes it @deep', async ({
  view: { page, open },
}) => {
  const name = page.getByRole('textbox', { name: 'Name of the new snapshot' })

  await open('/sandbox')
  await name.fill('..')
  await expect(name).toHaveJSProperty('validity.valid', false)
  await name.fill('before')
  await page.route('**/snapshots', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await page.keyboard.press('Enter')

  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('500')
  await expect(page.getByRole('button', { name: 'Take a snapshot' })).toBeEnabled()
  await expect(name).toHaveValue('before')

  await page.keyboard.press('Enter')

  await expect(name).toHaveValue('')

  await page.getByRole('button', { name: 'Delete before' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete snapshot' }).click()
  await expect(page.getByText('No snapshots yet.')).toBeVisible()
})

test('a reset first shows what it changes, and Undo reverts it', async ({
  view: { page, open },
  sandbox,
}) => {
  const changes = page.getByRole('list', { name: 'Changes' })

  await open('/sandbox')

  await expect(page.getByText('No changes yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()

  await sandbox.remove(1000)

  await expect(changes.getByRole('listitem')).toContainText('Deleted ')

  await page.getByRole('button', { name: 'Reset to seed' }).click()

  await expect(page.getByRole('alertdialog')).toContainText('1 entity restored')

  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()

  await expect(page.getByText('Reset the sandbox.')).toBeVisible()
  expect(await sandbox.has(1000)).toBe(true)

  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()

  await expect(page.getByText('Undid the last change.')).toBeVisible()
  await expect(changes.getByRole('listitem').first()).toContainText('Undone.')
  expect(await sandbox.has(1000)).toBe(false)
})

test('a reset to another seed is not started twice while it generates the data @deep', async ({
  view: { page, open },
}) => {
  const reset = page.getByRole('button', { name: 'Reset to seed' })
  let finish = () => {}
  const generated = new Promise<void>((resolve) => (finish = resolve))

  await page.route('**/__sandbox/reset', async (route) => {
    if (route.request().method() === 'POST') await generated
    await route.fallback()
  })
  await open('/sandbox')
  await page.getByRole('textbox', { name: 'Seed' }).fill('7')
  await reset.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(reset).toBeDisabled()
  finish()
  await expect(page.getByText('Reset to seed 7.')).toBeVisible()
  await expect(reset).toBeEnabled()
})

test('the clock is frozen and advanced @deep', async ({ view: { page, open, read } }) => {
  await open('/simulate')

  await page.getByLabel('Freeze at (UTC)').fill('2030-01-02T03:04')
  await page.getByRole('button', { name: 'Freeze at this time' }).click()
  await page.getByRole('button', { name: '1 hour' }).click()

  await expect(page.getByText('2030-01-02 04:04:00 UTC')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clock frozen' })).toBeVisible()
  expect(await read('/__sandbox/clock')).toMatchObject({ mode: 'frozen', at: '2030-01-02T04:04:00.000Z' })
})

test('exported data is imported again @deep', async ({ view: { page, open }, sandbox }) => {
  await open('/sandbox')

  const download = page.waitForEvent('download')

  await page.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()

  await sandbox.remove(1000)
  await page.getByLabel('Data file to import').setInputFiles(file)

  await expect(page.getByText(/^Imported .*\.$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Import summary' })).toContainText('entities')
  expect(await sandbox.has(1000)).toBe(true)

  const inPackage = (name: string) =>
    Buffer.from(JSON.stringify({ version: '2.0.0', data: { name, member_groups: [] } }))
  const files = ['Demo.Dish', 'Demo.Menu'].map((name) => ({
    name: `${name}.json`,
    mimeType: 'application/json',
    buffer: inPackage(name),
  }))

  await page.getByLabel('Data file to import').setInputFiles(files)

  await expect(page.getByText('Imported 2 files.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Import summary' })).toContainText('Imported: 2 definitions')
})

test('the data of a failed test is dropped on the page, and restores its sandbox @deep', async ({
  view: { page, open },
  sandbox,
}) => {
  const tag = await sandbox.give('M.Tag', { identifier: 'brunch' })
  const zip = zipSync({ 'sandbox-data.json': strToU8(JSON.stringify(await sandbox.export())) })

  await sandbox.remove(tag.id)
  await open('/sandbox')
  const dropped = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer()

    transfer.items.add(new File([new Uint8Array(bytes)], 'sandbox-data.zip', { type: 'application/zip' }))

    return transfer
  }, Array.from(zip))

  await page
    .getByRole('region', { name: 'Data file' })
    .getByText('or drop files, a folder or a zip here')
    .dispatchEvent('drop', { dataTransfer: dropped })

  await expect(page.getByText('Imported sandbox-data.zip.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Import summary' })).toContainText(/[1-9]\d* definitions/)
  expect(await sandbox.has('brunch')).toBe(true)
})

test('the sandboxes of the server are listed, created and deleted @deep', async ({
  view: { page, open },
  sandbox,
}) => {
  await open('/sandbox')

  const list = page.getByRole('list', { name: 'Sandboxes' })
  const id = `new-${sandbox.id}`.slice(0, 60)

  await expect(list.getByText('(current)')).toBeVisible()
  await page.getByRole('textbox', { name: 'Id of the new sandbox' }).fill(id)
  await page.getByRole('button', { name: 'New sandbox' }).click()

  await expect(list.getByRole('link', { name: id })).toBeVisible()
  await list.getByRole('button', { name: `Delete ${id}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sandbox' }).click()

  await expect(list.getByRole('link', { name: id })).toHaveCount(0)
})

test('an application that is a reader is refused, while the console can still edit', async ({
  view: { page, open },
  sandbox,
}) => {
  const statusOfSave = () =>
    page.evaluate(async (path) => {
      const body = JSON.stringify({ properties: { Title: 'From the application' } })
      const headers = { 'Content-Type': 'application/json' }

      return (await fetch(path, { method: 'PUT', headers, body })).status
    }, `/s/${sandbox.id}/api/entities/1000`)

  await open('/entities/1000/edit')
  expect(await statusOfSave()).toBe(204)
  await page.getByRole('combobox', { name: 'Your application is' }).selectOption('reader')
  await expect(page.getByText('Requests without a token are now made as reader.')).toBeVisible()
  expect(await statusOfSave()).toBe(403)

  await open('/entities/1000/edit')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('From the console')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'From the console' })).toBeVisible()
})

test('the first steps wait for a request of an application, and then make it meet failures @deep', async ({
  view: { page, open, read },
  sandbox,
}) => {
  const steps = page.getByRole('region', { name: 'First steps' })

  await open('/entities')
  await expect(steps).toContainText(`Point your application at ${new URL(page.url()).origin}/s/${sandbox.id}`)

  await page.evaluate((path) => fetch(path), `/s/${sandbox.id}/api/entities/1000`)
  await expect(steps).toContainText('Your application sent GET /api/entities/1000.')
  await steps.getByRole('button', { name: 'Search red' }).click()
  await expect.poll(() => read('/__sandbox/health/search')).toMatchObject({ label: 'Red' })
  await steps.getByRole('button', { name: 'As reader' }).click()
  await expect(page.getByRole('combobox', { name: 'Your application is' })).toHaveValue('reader')

  await steps.getByRole('button', { name: 'Close the first steps' }).click()
  await page.reload()
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('colours are written in another letter case, to test that clients accept any @deep', async ({
  view: { page, open, read },
}) => {
  await open('/sandbox')
  await page.getByRole('combobox', { name: 'Case of colour names' }).selectOption('GREEN')

  await expect(page.getByRole('link', { name: 'GREEN', exact: true })).toBeVisible()
  expect(await read('/api/status')).toMatchObject({ aggregated_service_status_label: 'GREEN' })
})
