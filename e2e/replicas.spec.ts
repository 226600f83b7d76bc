import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Page, expect, test as base } from '@playwright/test'
import { makeCertificate } from '../mocks/doors/node/certificate.ts'
import { Deployment, packagedProgram, type Replica } from '../mocks/testing/deployment.ts'
import { isInstalled } from '../mocks/testing/redis-server.ts'

const token = 'open-sesame'
const blue = { 'X-Sandbox': 'blue' }
const jsonOf = async (response: { json(): Promise<unknown> }) => (await response.json()) as Entity // as the interface defines it

interface Entity {
  id: number
  self: { href: string }
  properties: { Title: string }
}

/** Two servers of the package behind the proxy of examples/deploy, with a self-signed certificate. */
const test = base.extend<{ deployment: Deployment; app: APIRequestContext }>({
  deployment: async ({ browserName: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
    const certificate = join(folder, 'certificate.pem')
    const { cert, key } = await makeCertificate(['127.0.0.1'])

    writeFileSync(certificate, `${cert}\n${key}`)

    const beyondLoopback = ['--host', '0.0.0.0', '--control-token', token, '--allowed-hosts', 'localhost']
    const deployment = await Deployment.start(
      packagedProgram,
      2,
      [...beyondLoopback, '--trust-proxy', '--metrics'],
      certificate,
    )

    await use(deployment)
    await deployment[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  },

  app: async ({ playwright, deployment }, use) => {
    const app = await playwright.request.newContext({
      baseURL: deployment.url,
      extraHTTPHeaders: blue,
      ignoreHTTPSErrors: true,
    })

    await use(app)
    await app.dispose()
  },
})

test.use({ ignoreHTTPSErrors: true })
// Each starts four processes; the first stops and kills servers.
test.describe.configure({ mode: 'default', timeout: 240_000 })
test.skip(!isInstalled('redis-server') || !isInstalled('haproxy'), 'Redis or HAProxy is not installed.')

test(
  'the console keeps working through a TLS proxy while the servers behind it are stopped and killed',
  { tag: '@deep' },
  async ({ page, deployment, app }) => {
    const open = (path: string) =>
      page.goto(`${deployment.url}${path}${path.includes('?') ? '&' : '?'}sandbox=blue`)
    const titleOf = async () => (await jsonOf(await app.get('/api/entities/1000'))).properties.Title

    await page.goto(`${deployment.url}/entities?sandbox=blue&control=${token}`)
    await expect(page.getByRole('grid', { name: 'Entities' }).getByRole('row').nth(1)).toBeVisible()
    expect(await page.context().cookies()).toMatchObject([{ httpOnly: true, secure: true, value: token }])

    await open('/entities/1000/edit')
    await save(page, 'Harbour at dawn')
    expect(await titleOf()).toBe('Harbour at dawn')

    await open('/sandbox')
    await page.getByRole('textbox', { name: 'Name of the new snapshot' }).fill('before')
    await page.keyboard.press('Enter')

    const snapshots = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')

    await expect(snapshots).toContainText('no changes')

    // A page that shows new requests continues once another server owns the sandbox.
    await open('/requests')
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await app.get('/api/entities/1001')
    await expect(page.getByRole('row', { name: 'GET /api/entities/1001 200' })).toBeVisible()

    const stopped = ownerOf(deployment)

    await stopped.stop('SIGTERM')
    await expect(async () => {
      await app.get('/api/entities/1002')
      await expect(page.getByRole('row', { name: 'GET /api/entities/1002 200' }).first()).toBeVisible({
        timeout: 1000,
      })
    }).toPass()
    expect(await titleOf()).toBe('Harbour at dawn')
    await stopped.start()

    await open('/simulate?part=health')
    await page.getByRole('combobox', { name: 'State of graph/worker-2' }).selectOption('Orange')
    await expect(page.getByText('Why Orange?')).toBeVisible()

    await open('/entities/1000/edit')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour at noon')

    const killed = ownerOf(deployment)

    await killed.stop('SIGKILL')
    // The request waits until the other server owns the sandbox.
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved entity 1000.')).toBeVisible()
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undid the last change.')).toBeVisible()
    expect(await titleOf()).toBe('Harbour at dawn')

    await open('/sandbox')
    await expect(snapshots).toContainText('before')
    await expect(page.getByRole('list', { name: 'Sandboxes' }).getByText('(current)')).toBeVisible()
  },
)

test(
  'URLs in responses are those of the proxy, and protected routes require the token',
  { tag: '@deep' },
  async ({ deployment, app }) => {
    const { url } = deployment
    const created = await app.post('/api/entities', {
      data: {
        entitydefinition: { href: `${url}/api/entitydefinitions/M.Asset` },
        properties: { Title: 'Quay' },
      },
    })
    const { id, self } = await jsonOf(await app.get(created.headers()['location'] ?? ''))

    expect(created.status()).toBe(201)
    expect(created.headers()['location']).toBe(`${url}/api/entities/${id}`)
    expect(self.href).toBe(`${url}/api/entities/${id}`)
    // One of them forwards the request to the other.
    for (const replica of deployment.replicas) {
      expect((await fetch(`${replica.url}/api/entities/${id}`, { headers: blue })).status).toBe(200)
    }
    for (const path of ['/__sandbox/sandboxes', '/__sandbox/metrics']) {
      expect((await app.get(path)).status()).toBe(401)
      expect((await app.get(path, { headers: { 'X-Sandbox-Control': token } })).status()).toBe(200)
    }
  },
)

function ownerOf({ replicas }: Deployment): Replica {
  const owner = replicas.find(({ owned }) => owned.has('blue'))

  if (!owner) throw new Error('No server has reported that it owns the sandbox.')

  return owner
}

async function save(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved entity 1000.')).toBeVisible()
}
