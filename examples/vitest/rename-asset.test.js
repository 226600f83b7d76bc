import { matchers, seedSandboxes } from 'entity-sandbox/vitest'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renameAsset } from './rename-asset.js'

expect.extend(matchers)

const api = 'https://api.example.com'
const { handlers, withSandbox } = seedSandboxes({ api, entities: 200 })
const server = setupServer(...handlers)

beforeAll(() => server.listen())
afterAll(() => server.close())

test.concurrent(
  'an asset gets another title',
  withSandbox(async (sandbox) => {
    const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })

    await renameAsset(api, asset.id, 'Leek soup')

    expect((await sandbox.entity(asset.id)).properties.Title).toBe('Leek soup')
    await expect(sandbox).toHaveReceived('PUT', `/api/entities/${asset.id}`, {
      body: { properties: { Title: 'Leek soup' } },
    })
  }),
)

test.concurrent(
  'a reader cannot rename an asset',
  withSandbox(async (sandbox) => {
    const asset = await sandbox.give('M.Asset')

    await sandbox.actAs('reader')

    await expect(renameAsset(api, asset.id, 'Leek soup')).rejects.toThrow('403')
  }),
)
