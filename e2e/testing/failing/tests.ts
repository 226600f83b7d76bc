import { expect, test } from 'entity-sandbox/playwright'
import { dish, kitchen } from '../../../mocks/testing/kitchen-data.ts'

test.use({ sandboxOptions: { ...kitchen, seed: 42 } })

test('a test that passes', async ({ sandbox }) => {
  await sandbox.fetch('/api/entities/1001')
})

test('a request that is not as expected', async ({ sandbox }) => {
  await sandbox.give('T.Menu', { identifier: 'brunch' })
  await sandbox.fetch(`/api/entities/${dish.soup}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"properties":{"Servings":2}}',
  })

  await expect(sandbox).toHaveReceived('PUT', '/api/entities/:id', {
    body: { properties: { Servings: 3 } },
    timeout: 0,
  })
})

test('a request that the API has no route for', async ({ sandbox }) => {
  await sandbox.fetch('/api/entitties/1001')
})

test('an assertion that is not awaited', ({ sandbox }) => {
  void expect(sandbox).toHaveReceived('PUT', '/api/entities/:id')
})

test('an innocent test after it', async ({ sandbox }) => {
  await sandbox.find('T.Menu')
})

test.describe('with a server for its sandbox', () => {
  test.use({ sandboxOptions: { ...kitchen, keepFailedAt: process.env['SANDBOX_URL'] } })

  test('another test that fails', async ({ sandbox }) => {
    await sandbox.give('T.Menu', { identifier: 'brunch' })

    throw new Error('It fails.')
  })
})

test.describe('on a server', () => {
  test.use({ sandboxOptions: { server: true } })

  test('a test that fails', async ({ sandbox }) => {
    await sandbox.give('M.Asset', { properties: { Title: 'Left behind' } })

    throw new Error('It fails.')
  })
})
