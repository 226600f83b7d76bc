import { startSandbox } from 'entity-sandbox/browser'
import { matchers } from 'entity-sandbox/vitest'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renameForm } from './rename-form.js'

expect.extend(matchers)

let sandbox

beforeEach(async () => {
  sandbox = await startSandbox({ entities: 0, persist: false, quiet: true })
})

afterEach(async () => {
  document.body.replaceChildren()
  await sandbox.close()
})

test('a title is saved', async () => {
  const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })

  document.body.append(await renameForm(asset.id))
  await expect.element(page.getByLabelText('Title')).toHaveValue('Leek')
  await page.getByLabelText('Title').fill('Leek soup')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect(sandbox).toHaveReceived('PUT', `/api/entities/${asset.id}`, {
    body: { properties: { Title: 'Leek soup' } },
  })
  expect((await sandbox.entity(asset.id)).properties.Title).toBe('Leek soup')
})

test('a reader is told that nothing was saved', async () => {
  const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })

  await sandbox.actAs('reader')
  document.body.append(await renameForm(asset.id))
  await page.getByRole('button', { name: 'Save' }).click()

  await expect.element(page.getByText('Not saved (403)')).toBeVisible()
  expect((await sandbox.entity(asset.id)).properties.Title).toBe('Leek')
})

test('a service that is down is reported, with data of no test before', async () => {
  expect(await sandbox.find('M.Asset', { Title: 'Leek' })).toHaveLength(0)

  await sandbox.setScenario('maintenance')
  document.body.append(await renameForm(1000))

  await expect.element(page.getByText("The asset can't be read (503).")).toBeVisible()
})
