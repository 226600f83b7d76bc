import type { Project } from './project.ts'

/**
 * The handlers with msw 3: in Node by `getResponse()`, since its interception needs a newer Node than 20, in a page, and
 * through its service worker.
 *
 * @param port of the page's server
 */
export function msw3(port: number): Project & { commands: readonly string[] } {
  return {
    packages: ['msw@3', 'vite', '@playwright/test'],
    files: {
      'node.js': inNode,
      'page.js': inPage,
      'index.html': '<!doctype html><title>msw 3</title><script type="module" src="/page.js"></script>',
      'page.spec.js': pageTest,
      'playwright.config.js': `export default {
  timeout: 120_000,
  use: { baseURL: 'http://localhost:${port}' },
  webServer: { command: 'vite --port ${port} --strictPort', url: 'http://localhost:${port}' },
}`,
    },
    commands: [
      'node node.js',
      'mkdir public && cp node_modules/msw/lib/mockServiceWorker.js public',
      'npx playwright test',
    ],
  }
}

const inNode = `
import assert from 'node:assert/strict'
import { createSandbox } from 'entity-sandbox'
import { createHandlers } from 'entity-sandbox/msw'
import { seedSandboxes } from 'entity-sandbox/vitest'
import { getResponse, http, HttpResponse } from 'msw'

const respond = (handlers, path) => getResponse(handlers, new Request('http://api.test' + path))
const handlers = createHandlers(await createSandbox({ entities: 120 }))

assert.equal((await respond(handlers, '/api/entities/1000')).status, 200)
assert.equal((await respond(handlers, '/api/entitties/1000')).status, 404)
assert.equal(await respond(handlers, '/elsewhere'), undefined)
for (const handler of handlers) handler.dispose()

const tests = seedSandboxes({ entities: 120 })

await tests.withSandbox(async (sandbox) => {
  assert.equal((await respond(tests.handlers, '/api/entities/1000')).status, 200)
  assert.equal((await sandbox.requests()).length, 1)
})()`

const inPage = `
import { startSandbox } from 'entity-sandbox/browser'
import { http, HttpResponse } from 'msw'

const statusOf = async (path, init) => (await fetch(path, init)).status

globalThis.responses = async (transport) => {
  const sandbox = await startSandbox({ transport, persist: false, entities: 120 })
  const body = JSON.stringify({ properties: { Title: 'Leek' } })
  const headers = { 'Content-Type': 'application/json' }
  const results = [sandbox.transport]

  results.push(await statusOf('/api/entities/1000', { method: 'PUT', headers, body }))
  results.push((await (await fetch('/api/entities/1000')).json()).properties.Title)
  sandbox.use(http.get('/api/entities/:id', () => new HttpResponse(null, { status: 418 })))
  results.push(await statusOf('/api/entities/1000'))
  sandbox.stopUsing()
  results.push(await statusOf('/api/entitties/1000'), await statusOf('/index.html'))
  await sandbox.close()

  return results
}`

const pageTest = `
import { expect, test } from '@playwright/test'

for (const transport of ['page', 'worker']) {
  test(transport, async ({ page }) => {
    await page.goto('/')
    await page.waitForFunction(() => 'responses' in globalThis)
    expect(await page.evaluate((transport) => responses(transport), transport)).toEqual([
      transport, 204, 'Leek', 418, 404, 200,
    ])
  })
}`
