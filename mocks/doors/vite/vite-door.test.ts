import { resolve } from 'node:path'
import { createLogger, createServer } from 'vite'
import { expect, test } from 'vitest'
import { createHandlers } from '../msw/index.ts'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { listen } from '../node/listen.ts'
import { families } from '../../testing/compatibility/families.ts'
import { familySettings, Program, runProbes, type Send } from '../../testing/compatibility/program.ts'
import { conformance, type ConformanceRequest } from '../../testing/conformance.ts'
import { origin, observedResponse } from '../../testing/doors.ts'
import { sendOverSocket } from '../../testing/send-over-socket.ts'
import { kitchen } from '../../testing/kitchen-data.ts'
import { isDeep } from '../../testing/scale.ts'
import { entitySandbox, type EntitySandboxOptions } from './index.ts'

const allowedHosts = [new URL(origin).hostname]

async function serveWithVite(
  options: EntitySandboxOptions,
  hosts: true | string[] = allowedHosts,
  { host = '127.0.0.1', lines = [] }: { host?: string | boolean; lines?: string[] } = {},
): Promise<{ port: number } & AsyncDisposable> {
  const customLogger = createLogger('error')

  customLogger.info = (line) => void lines.push(line)

  const server = await createServer({
    root: resolve(import.meta.dirname, '../../../e2e/apps/tab'),
    configFile: false,
    customLogger,
    optimizeDeps: { noDiscovery: true },
    server: { host, port: 0, ws: false, allowedHosts: hosts },
    plugins: [entitySandbox(options)],
  })

  await server.listen()
  server.printUrls()

  return { port: server.config.server.port, [Symbol.asyncDispose]: () => server.close() }
}

const crossOrigin: ConformanceRequest[] = [
  { method: 'GET', path: '/api/entities/1001', headers: { origin: 'http://localhost:3000' } },
  { method: 'GET', path: '/__sandbox', headers: { origin: 'http://localhost:3000' } },
  {
    method: 'OPTIONS',
    path: '/api/entities/1001',
    headers: { origin: 'http://app.example', 'access-control-request-method': 'PUT' },
  },
]

test('the dev server of Vite returns the same responses as the Node door, byte for byte', async () => {
  await using vite = await serveWithVite(kitchen)
  await using node = await listen(createHandlers(await buildSandbox(kitchen)), { allowedHosts })

  for (const { name, requests } of [...conformance, { name: 'cross-origin', requests: crossOrigin }]) {
    for (const { method, path, headers = {}, body = null } of requests) {
      const target = `/s/${name.replaceAll(/\W+/g, '-')}${path}`
      const [fromVite, fromNode] = await Promise.all(
        [vite, node].map(({ port }) =>
          sendOverSocket(port, target, { method, headers, body }).then(observedResponse),
        ),
      )

      expect(fromVite, `${method} ${target}`).toEqual(fromNode)
    }
  }
})

// A quick run sends the requests of these programs to the other doors (compatibility.test.ts).
test.runIf(isDeep)(
  'existing programs get the responses they require from the dev server of Vite',
  async () => {
    await using vite = await serveWithVite({ entities: 120, ...familySettings })
    const send: Send = async (method, path, { headers, body = null }) => {
      const response = await sendOverSocket(vite.port, path, { method, headers, body })

      return { status: response.status, headers: response.headers, text: await response.text() }
    }

    for (const [number, family] of families.entries()) {
      const failed = await runProbes(family, new Program(send, `/s/family-${number}`))

      expect([...failed.values()]).toEqual([])
    }
  },
)

test('where Vite accepts every host name, pages of other origins still make no changes', async () => {
  await using vite = await serveWithVite(kitchen, true)
  const statusFor = async (method: string, headers: Record<string, string>) => {
    const target = '/s/hosts/api/entities/1001'

    return (await sendOverSocket(vite.port, target, { method, headers, body: null })).status
  }
  const other = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }

  expect(await statusFor('GET', other)).toBe(200)
  expect(await statusFor('DELETE', other)).toBe(403)
  expect(await statusFor('DELETE', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusFor('OPTIONS', { ...other, 'access-control-request-method': 'DELETE' })).toBe(403)
  expect(await statusFor('DELETE', { origin })).toBe(204)
})

test("the application's own handlers precede the service, and may send requests to it", async () => {
  await using vite = await serveWithVite({ ...kitchen, handlers: './handlers.ts' })
  const response = await fetch(`http://127.0.0.1:${vite.port}/api/entities/1001`)

  expect(await response.json()).toMatchObject({ id: 1001, identifier: 'patched' })
})

test('the plugin passes options to the sandbox', async () => {
  await using vite = await serveWithVite({
    path: 'backend',
    entities: 20,
    hostname: 'web-3',
    validate: 'enforce',
  })
  const read = (path: string) =>
    sendOverSocket(vite.port, path, { method: 'GET', headers: {}, body: null }).then(observedResponse)

  expect(await read('/backend/api/status')).toMatchObject({
    status: 200,
    body: expect.stringContaining('"hostname":"web-3"'),
  })
  expect(await read('/backend/api/entities/1?cultur=en-US')).toMatchObject({ status: 400 })
})

test.each([
  [{}, true, /^[\da-f-]{36}$/],
  [{ controlToken: 'our-own-token' }, '0.0.0.0', /^$/],
])(
  'where other machines can reach Vite, controls and console require a token: %j',
  async (own, host, form) => {
    const lines: string[] = []
    await using vite = await serveWithVite({ ...kitchen, ...own }, allowedHosts, { host, lines })
    const send = (method: string, path: string, headers: Record<string, string> = {}) =>
      sendOverSocket(vite.port, path, { method, headers, body: null })
    const [, printed = ''] = /Sandbox: .*\/console\/(?:\?control=(.*))?/.exec(lines.join('\n')) ?? []
    const token = 'controlToken' in own ? own.controlToken : printed

    // One that was given is not printed, since it would be in log files.
    expect(printed).toMatch(form)
    expect((await send('POST', '/__sandbox/reset')).status).toBe(401)
    expect((await send('GET', '/api/entities/1001')).status).toBe(200)
    expect((await send('POST', '/__sandbox/reset', { 'x-sandbox-control': token })).status).toBe(204)

    const { headers } = await send('GET', `/__sandbox/console/?control=${token}`)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''

    expect((await send('GET', '/__sandbox', { cookie })).status).toBe(200)
    for (const wrong of ['', '?control=', '?control=wrong']) {
      expect((await send('GET', `/__sandbox/console/${wrong}`)).headers.get('set-cookie')).toBeNull()
    }
  },
)

test('a host that is not allowed is rejected as by a server; a dot allows all names below', async () => {
  await using vite = await serveWithVite(kitchen, ['.shop.example'])
  const statusFor = async (path: string, host: string) =>
    (await sendOverSocket(vite.port, path, { method: 'GET', headers: { host }, body: null })).status

  expect(await statusFor('/__sandbox', 'web.shop.example')).toBe(200)
  expect(await statusFor('/__sandbox', 'other.example')).toBe(403)
  expect(await statusFor('/api/entities/1001', 'other.example')).toBe(403)
})
