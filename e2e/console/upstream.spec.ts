import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { expect, test } from '../testing/plain-test.ts'
import { serveSandbox } from '../testing/serve-sandbox.ts'
import { startServer } from '../testing/start-server.ts'
import { expectAccessible } from './console-test.ts'

const asset = '/api/entities/1000'

test('requests that were passed on are marked, filtered, and shown beside the sandbox’s own answer @deep', async ({
  page,
}) => {
  const target = await serveSandbox({ seed: 2, entities: 30 })
  await using sandbox = await startServer('--target', target.url, '--passthrough', '/api/entities/*')
  const row = (name: string) => page.getByRole('row', { name })

  await page.goto(`${sandbox.url}/sandbox`)
  await expect(page.getByText(`${target.url}, /api/entities/*`)).toBeVisible()

  await page.goto(`${sandbox.url}/requests?q=upstream:yes`)
  await fetch(`${sandbox.url}${asset}`)
  await fetch(`${sandbox.url}/api/notifications`)

  await expect(row(`GET ${asset} 200`).getByLabel(`Answered by ${target.url}`)).toBeVisible()
  await expect(row('GET /api/notifications')).toHaveCount(0)

  await row(`GET ${asset} 200`).click()

  const panel = page.getByRole('complementary', { name: 'Request' })

  await expect(panel.getByText(`Answered by ${target.url}`)).toBeVisible()
  await panel.getByRole('tab', { name: 'The sandbox’s own' }).click()
  await expect(panel.getByRole('list', { name: 'Differences' })).toContainText('properties.Title: ')
  await expectAccessible(page)

  await target.close()
  await fetch(`${sandbox.url}/api/entities/1001`)
  await row('GET /api/entities/1001 200').click()
  await expect(panel).toContainText('ECONNREFUSED')
})

test('what an application reads while the console records becomes the data of the sandbox, and a HAR for another one @deep', async ({
  page,
}) => {
  const target = await serveSandbox({ seed: 2, entities: 30 })
  await using sandbox = await startServer('--target', target.url)
  const card = page.getByRole('region', { name: 'Real service' })
  const learnt = card.getByRole('list', { name: 'What was learnt' })

  await page.goto(`${sandbox.url}/sandbox`)
  await expect(learnt).toHaveText('0 answers of the target')
  await card.getByRole('button', { name: 'Record' }).click()
  await expect(card.getByRole('button', { name: 'Stop' })).toBeVisible()
  for (const path of [asset, '/api/entitydefinitions/M.Asset']) await fetch(`${sandbox.url}${path}`)
  await card.getByRole('button', { name: 'Stop' }).click()
  await expect(learnt).toContainText(/2 answers of the target.*To import: \d+ definitions, 1 entity/)
  await expectAccessible(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download HAR' }).click(),
  ])

  await card.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('Imported what was learnt.')).toBeVisible()
  const recorded = await (await fetch(`${target.url}${asset}`)).json()

  await target.close()
  expect(await (await fetch(`${sandbox.url}${asset}`)).json()).toMatchObject({
    properties: recorded.properties,
  })

  await using other = await startServer()

  await page.goto(`${other.url}/sandbox`)
  await card.getByLabel('HAR to replay').setInputFiles(await download.path())
  await expect(card).toContainText('2 exchanges can be seen in Requests.')
  await page.goto(`${other.url}/requests?q=upstream:yes`)
  await expect(page.getByRole('row', { name: `GET ${asset} 200` })).toBeVisible()
})

const script = `fetch('/__sandbox/export').then((r) => r.text()).then((text) => { document.title = 'stolen ' + text.length });
fetch('/__sandbox/reset', { method: 'POST' }); document.title = 'ran'`
const documents = {
  'text/html': `<!doctype html><title>quiet</title><p>shown</p><script>${script}</script><img src=x onerror="document.title = 'ran'">`,
  'image/svg+xml': `<svg xmlns="http://www.w3.org/2000/svg"><text y="20">shown</text><script>${script}</script></svg>`,
  'application/xhtml+xml': `<html xmlns="http://www.w3.org/1999/xhtml"><body>shown<script>${script}</script></body></html>`,
  'text/xml': `<x><y>shown</y><script xmlns="http://www.w3.org/1999/xhtml">${script}</script></x>`,
}

for (const [type, content] of Object.entries(documents)) {
  const tag = type === 'text/html' ? [] : ['@deep']

  test(
    `a page of a target (${type}) reads and resets nothing of the sandbox, passed on or replayed`,
    { tag },
    async ({ page }) => {
      const target = createServer((_, response) => {
        response.writeHead(200, {
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(content),
          'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin',
        })
        response.end(content)
      })

      await once(target.listen(0, '127.0.0.1'), 'listening')

      const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}` // a server on a port, not a pipe
      await using passing = await startServer('--target', url, '--passthrough', '/api/pages/*')

      await fetch(`${passing.url}/api/pages/1`, { headers: { Accept: type } })

      const har = test.info().outputPath('pages.har')

      await writeFile(har, await (await fetch(`${passing.url}/__sandbox/upstream/recording/har`)).text())

      await using replaying = await startServer('--replay', har, '--strict')

      for (const sandbox of [passing, replaying]) {
        const asked: string[] = []

        page.on('request', (request) => asked.push(new URL(request.url()).pathname))

        const response = await page.goto(`${sandbox.url}/api/pages/1`)

        expect(response?.headers()['content-security-policy']).toMatch(/^sandbox,/)
        expect(await page.content()).toContain('shown')
        expect(await page.title()).not.toMatch(/ran|stolen/)
        expect(asked.filter((path) => path.startsWith('/__sandbox'))).toEqual([])
      }
      target.close()
    },
  )
}
