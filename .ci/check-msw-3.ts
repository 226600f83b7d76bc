/**
 * Installs the packed package with msw 3, and tests its handlers: in Node by `getResponse()`, since the interception of
 * msw 3 needs a newer Node, in a page, and through its service worker.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'rolldown'
import sirv from 'sirv'
import { launchOptions } from './chromium.ts'
import { runOrThrow } from './command.ts'
import { tarball } from './package-entries.ts'

const folder = mkdtempSync(join(tmpdir(), 'entity-sandbox-msw-3-'))
const run = (line: string) => runOrThrow(line, 60, folder)
const script = `
  import assert from 'node:assert/strict'
  import { createSandbox } from 'entity-sandbox'
  import { createHandlers } from 'entity-sandbox/msw'
  import { seedSandboxes } from 'entity-sandbox/vitest'
  import { getResponse } from 'msw'

  const respond = (handlers, path) => getResponse(handlers, new Request('http://api.test' + path))
  const handlers = createHandlers(await createSandbox({ entities: 120 }))

  assert.equal((await respond(handlers, '/api/entities/1000')).status, 200)
  assert.equal((await respond(handlers, '/api/entitties/1000')).status, 404)
  assert.equal(await respond(handlers, '/elsewhere'), undefined)
  for (const handler of handlers) handler.dispose()

  const tests = seedSandboxes({ entities: 120 })
  const test = tests.withSandbox(async (sandbox) => {
    assert.equal((await respond(tests.handlers, '/api/entities/1000')).status, 200)
    assert.equal((await sandbox.requests()).length, 1)
  })

  await test()`
const page = `
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

    return results.join(' ')
  }`

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(folder, 'index.js'), script)
  await run(`npm install --silent --no-audit --no-fund --prefer-offline --ignore-scripts msw@3 "${tarball}"`)
  await run('node index.js')
  await checkPage()
  console.log('The handlers respond with msw 3, in Node, in a page and through its service worker.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function checkPage(): Promise<void> {
  const site = join(folder, 'site')

  mkdirSync(site)
  writeFileSync(join(folder, 'page.js'), page)
  writeFileSync(join(site, 'index.html'), '<!doctype html><script type="module" src="page.js"></script>')
  copyFileSync(join(folder, 'node_modules/msw/lib/mockServiceWorker.js'), join(site, 'mockServiceWorker.js'))
  await build({
    input: join(folder, 'page.js'),
    platform: 'browser',
    logLevel: 'warn',
    output: { dir: site },
  })

  const server = createServer(sirv(site, { dev: true })).listen(0)
  const browser = await chromium.launch(launchOptions())

  try {
    const { port } = server.address() as AddressInfo // a server on a port
    const tab = await browser.newPage()

    await tab.goto(`http://localhost:${port}`)
    for (const transport of ['page', 'worker']) {
      const results = await tab.evaluate<string>(`responses('${transport}')`)

      if (results !== `${transport} 204 Leek 418 404 200`) {
        throw new Error(`In a page with msw 3 and transport "${transport}", the results were: ${results}.`)
      }
    }
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}
