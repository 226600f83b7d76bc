import { matchers, seedSandboxes } from 'entity-sandbox/jest'
import { setupServer } from 'msw/node'
import { showTitle } from './show-title.js'

expect.extend(matchers)

const api = 'https://api.example.com'
const { handlers, withSandbox } = seedSandboxes({ api, entities: 200 })
const server = setupServer(...handlers)

beforeAll(() => server.listen())
afterAll(() => server.close())

test(
  'the title of an asset is shown',
  withSandbox(async (sandbox) => {
    const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })

    await showTitle(document.body, api, asset.id)

    expect(document.body.textContent).toBe('Leek')
    await expect(sandbox).toHaveReceived('GET', `/api/entities/${asset.id}`, { count: 1 })
  }),
)

test(
  'while the service is down, its status is shown instead',
  withSandbox(async (sandbox) => {
    await sandbox.addFaultPreset('maintenance')

    await showTitle(document.body, api, 1000)

    expect(document.body.textContent).toBe('Not available (503)')
  }),
)
