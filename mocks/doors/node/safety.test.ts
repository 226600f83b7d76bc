import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { createHandlers } from '../msw/index.ts'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import type { Service } from '../../service/http/service.ts'
import { messageOf } from '../../data/model/shared/errors.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { sendOverSocket } from '../../testing/send-over-socket.ts'
import { test } from '../../testing/test-with-doors.ts'
import { listen, type ListenOptions, type SandboxServer } from './index.ts'
import { openMetrics, Probes } from './probes.ts'
import { serve } from './serve.ts'

const advance = { method: 'POST', path: '/__sandbox/clock/advance', body: '{"ms":1}' }

test.each([
  ['its own address', {}, 200],
  ['localhost', { host: 'localhost:4010' }, 200],
  ['a name below localhost', { host: 'shop.localhost' }, 200],
  ['another address', { host: '192.168.1.5:4010' }, 200],
  ['a name that is allowed', { host: 'sandbox.internal:4010' }, 200],
  ['a name that was made to lead here', { host: 'rebound.example:4010' }, 403],
  ['no name that can be', { host: 'a b' }, 403],
  ['its own origin', { host: 'localhost:4010', origin: 'http://localhost:4010' }, 200],
  ['its own origin behind TLS', { host: 'localhost:4010', origin: 'https://localhost:4010' }, 200],
  ['an origin that is allowed', { origin: 'http://localhost:5173' }, 200],
  ['another origin', { origin: 'https://elsewhere.example' }, 403],
  ['another port of the same machine', { origin: 'http://localhost:3000' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a cross-site request without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a same-site request without an origin', { 'sec-fetch-site': 'same-site' }, 403],
  ['a same-origin request', { 'sec-fetch-site': 'same-origin' }, 200],
  ['a form of another page', { origin: 'https://elsewhere.example', 'content-type': 'text/plain' }, 403],
])('control routes: under %s', async (_, headers, status) => {
  await using server = await open({
    allowedHosts: ['sandbox.internal'],
    allowedOrigins: ['http://localhost:5173'],
  })

  expect((await send(server, { ...advance, headers })).status).toBe(status)
  expect((await send(server, { ...advance, path: `/s/blue${advance.path}`, headers })).status).toBe(status)
})

test('control routes: a rejected request changes nothing', async () => {
  await using server = await open()
  const before = await send(server, { path: '/__sandbox/journal' })

  await send(server, {
    method: 'PUT',
    path: '/__sandbox/user',
    body: '{"name":"admin"}',
    headers: { origin: 'https://elsewhere.example' },
  })

  expect((await send(server, { path: '/__sandbox/user' })).text).toContain('"editor"')
  expect((await send(server, { path: '/__sandbox/journal' })).text).toBe(before.text)
})

test('control routes: a preflight of another origin is rejected, of an allowed one granted', async () => {
  await using server = await open({ allowedOrigins: ['http://localhost:5173'] })
  const ask = (origin: string) =>
    send(server, {
      method: 'OPTIONS',
      path: '/__sandbox/user',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })

  expect(await ask('https://elsewhere.example')).toMatchObject({ status: 403, shared: undefined })
  expect(await ask('http://localhost:5173')).toMatchObject({ status: 204, shared: 'http://localhost:5173' })
})

test('the interface is open to pages of any origin, unless origins are limited', async () => {
  await using anyone = await open()
  await using few = await open({ cors: ['https://shop.example'] })
  const read = { path: '/api/entities/6', headers: { origin: 'https://app.example' } }

  expect(await send(anyone, read)).toMatchObject({ status: 200, shared: 'https://app.example' })
  expect(await send(few, read)).toMatchObject({ status: 200, shared: undefined })
  expect(await send(few, { ...read, headers: { origin: 'https://shop.example' } })).toMatchObject({
    shared: 'https://shop.example',
  })
})

test.each([
  ['no page', {}, 400],
  ['its own page', { host: 'localhost:4010', origin: 'http://localhost:4010' }, 400],
  ['a page of this machine', { origin: 'http://localhost:3000' }, 400],
  ['a page of its loopback address', { origin: 'https://127.0.0.2' }, 400],
  ['a page of a private address', { origin: 'http://192.168.1.5:8080' }, 400],
  ['a page of a private address of IPv6', { origin: 'http://[fd00::5]:8080' }, 400],
  ['a page of a reserved name', { origin: 'https://shop.test' }, 400],
  ['a page of a name in the network', { origin: 'https://shop.internal' }, 400],
  ['a page that is named', { origin: 'https://shop.example' }, 400],
  ['a page that a pattern names', { origin: 'https://pr-7.preview.example:8443' }, 400],
  ['a page elsewhere', { origin: 'https://elsewhere.example' }, 403],
  ['a page whose name ends alike', { origin: 'https://evilshop.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a page of a public address', { origin: 'http://172.32.0.1' }, 403],
  ['a page that made its name lead here', { host: 'rebound.example', origin: 'http://rebound.example' }, 403],
  ['a page that sends no origin', { 'sec-fetch-site': 'cross-site' }, 403],
])('the interface: %s may change something, or gets 403', async (_, headers, status) => {
  await using server = await open({ cors: ['https://shop.example', 'https://*.preview.example:*'] })
  const create = { method: 'POST', path: '/api/entities', headers }

  expect((await sendAsIs(server, { ...create, body: '{}' })).status).toBe(status)
  expect((await send(server, { ...create, path: '/s/blue/API/entities', body: '{}' })).status).toBe(status)
})

test('the interface: the rejection of a cross-origin page names the option that allows it, in the preflight and the journal too', async () => {
  await using server = await open()
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' }
  const responses = [
    await send(server, { path: '/api/entities/6', method: 'OPTIONS', headers }),
    await send(server, { path: '/api/entities/6', method: 'DELETE', headers: { origin: headers.origin } }),
  ]

  for (const response of responses) {
    expect(response).toMatchObject({ status: 403 })
    expect(response.text).toContain('--cors https://elsewhere.example')
  }

  const { items } = JSON.parse((await send(server, { path: '/__sandbox/journal' })).text)

  expect(items).toMatchObject([
    {
      method: 'OPTIONS',
      status: 403,
      warnings: [{ text: expect.stringContaining("can't send PUT. To allow") }],
    },
    { method: 'DELETE', status: 403, warnings: [{ text: expect.stringContaining("can't send DELETE. To") }] },
  ])
})

test('the interface: a page of another origin may read, and sign in only if it is named', async () => {
  await using anyone = await open()
  await using few = await open({ cors: ['https://elsewhere.example'] })
  const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'grant_type=client_credentials&client_id=sandbox&client_secret=sandbox'
  const signIn = { path: '/oauth/token', method: 'POST', headers, body }

  expect((await send(anyone, { path: '/api/entities/6', headers })).status).toBe(200)
  expect(await send(anyone, signIn)).toMatchObject({
    status: 403,
    text: expect.stringContaining('--cors https://elsewhere.example'),
  })
  expect((await send(few, signIn)).status).toBe(200)
})

test('the host that a proxy says counts where it is trusted, and nowhere else', async () => {
  await using trusting = await open({ trustProxy: true, allowedHosts: ['sandbox.example'] })
  await using wary = await open()
  const forwarded = { 'x-forwarded-host': 'sandbox.example', 'x-forwarded-proto': 'https' }
  const write = {
    path: '/api/entities',
    method: 'POST',
    body: '{}',
    headers: { ...forwarded, origin: 'https://sandbox.example' },
  }

  const behind = { ...forwarded, 'x-forwarded-port': '8443', 'x-forwarded-prefix': '/mock/' }

  expect((await send(trusting, { path: '/api/entities/6', headers: behind })).text).toContain(
    '"https://sandbox.example:8443/mock/api/entities/6"',
  )
  expect((await send(trusting, write)).status).toBe(400)
  expect((await send(wary, write)).status).toBe(403)
  expect((await send(trusting, { path: '/api/entities/6', headers: forwarded })).text).toContain(
    '"https://sandbox.example/api/entities/6"',
  )
  expect((await send(wary, { path: '/api/entities/6', headers: forwarded })).text).not.toContain(
    'sandbox.example',
  )
})

test('metrics are served under the host that a trusted proxy says', async () => {
  await using server = await serve(
    createService(new Sandboxes(await buildSandbox({ entities: 0 }))),
    { trustProxy: true, allowedHosts: ['sandbox.example'], controlToken: 'open-sesame' },
    { probes: new Probes(await openMetrics()) },
  )
  const get = (headers: Record<string, string>) =>
    send(server, {
      path: '/__sandbox/metrics',
      headers: { host: 'internal', 'x-sandbox-control': 'open-sesame', ...headers },
    })

  expect((await get({ 'x-forwarded-host': 'sandbox.example' })).status).toBe(200)
  expect(await get({})).toMatchObject({ status: 403, text: expect.stringMatching(/^The host /) })
})

test('a server that starts checks the control token, and measures no request that waits', async () => {
  let ready = (_: Service) => {}
  const service = new Promise<Service>((resolve) => (ready = resolve))
  const options = { host: '0.0.0.0', controlToken: 'open-sesame' }
  await using server = await serve(service, options, { probes: new Probes(await openMetrics()) })
  const statusOf = async (path: string) => (await send(server, { path })).status
  const readMetrics = (token: string) =>
    send(server, { path: '/__sandbox/metrics', headers: { 'x-sandbox-control': token } })
  const waiting = statusOf('/api/entities/6')

  expect((await readMetrics('guess')).status).toBe(401)
  expect((await readMetrics('open-sesame')).status).toBe(200)
  expect(await statusOf('/__sandbox/ready')).toBe(503)

  ready(createService(new Sandboxes(await buildSandbox({ entities: 0 }))))

  expect(await waiting).toBe(200)
  expect(await statusOf('/__sandbox/ready')).toBe(200)
  expect((await readMetrics('open-sesame')).text).not.toContain('request_seconds_count')

  await statusOf('/api/entities/6')

  expect((await readMetrics('open-sesame')).text).toMatch(/request_seconds_count\S* 1$/m)
})

test('requests that wait for a start that fails end without an answer', async () => {
  let fail = () => {}
  const server = await serve(new Promise<Service>((_, reject) => (fail = reject)))
  const socket = connect(server.port, '127.0.0.1')
  const received = text(socket).catch(messageOf)

  await once(socket, 'connect')
  socket.write('GET /api/entities/6 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await send(server, { path: '/__sandbox/live' })
  fail()
  await server.close()

  expect(await received).toMatch(/^(?:|read ECONNRESET)$/)
})

test('allowed hosts bind the interface too; without them it is served under any name', async () => {
  await using bound = await open({ allowedHosts: ['sandbox.internal'] })
  await using free = await open()
  const under = (server: SandboxServer, host: string) =>
    send(server, { path: '/api/entities/6', headers: { host } }).then(({ status }) => status)

  expect(await under(bound, 'sandbox.internal')).toBe(200)
  expect(await under(bound, '127.0.0.1')).toBe(200)
  expect(await under(bound, 'rebound.example')).toBe(403)
  expect(await under(free, 'sandbox')).toBe(200)
})

test('beyond loopback the control routes ask for the token, the interface does not', async () => {
  await using server = await open({ host: '0.0.0.0' })
  const { controlToken = '' } = server
  const withHeaders = (headers: Record<string, string>) => send(server, { ...advance, headers })

  expect(controlToken).toMatch(/.{20}/)
  expect((await withHeaders({})).status).toBe(401)
  expect((await withHeaders({ 'x-sandbox-control': 'guess' })).status).toBe(401)
  expect((await withHeaders({ 'x-sandbox-control': controlToken })).status).toBe(200)
  expect((await withHeaders({ cookie: `a=b; sandbox-control=${controlToken}` })).status).toBe(200)
  expect((await send(server, { path: `/__sandbox?control=${controlToken}` })).status).toBe(200)
  expect((await send(server, { path: '/api/entities/6' })).status).toBe(200)
})

test('a control token that was set is required; in a cookie it is encoded, so that it may contain a semicolon', async () => {
  const controlToken = 'open; sesame'
  await using server = await open({ host: '0.0.0.0', controlToken })
  const statusWith = async (headers: Record<string, string>) =>
    (await send(server, { ...advance, headers })).status

  expect(server.controlToken).toBe(controlToken)
  expect(await (await fetch(`${server.url}/__sandbox`)).text()).toContain(
    'the one given as SANDBOX_CONTROL_TOKEN or controlToken, or else printed at startup',
  )
  expect(await statusWith({ 'x-sandbox-control': controlToken })).toBe(200)
  expect(await statusWith({ cookie: `sandbox-control=${encodeURIComponent(controlToken)}` })).toBe(200)
})

test('on a loopback address there is no control token, unless one is set or a proxy may let others in', async () => {
  await using server = await open()
  await using protectedServer = await open({ controlToken: 'open-sesame' })
  await using behindProxy = await open({ trustProxy: true })

  expect(server.controlToken).toBeUndefined()
  expect(protectedServer.controlToken).toBe('open-sesame')
  expect(behindProxy.controlToken).toMatch(/.{20}/)
  for (const each of [protectedServer, behindProxy]) expect((await send(each, advance)).status).toBe(401)
})

test('a door within the program is served under any name', async (doors) => {
  expect(await doors.get('/__sandbox/user')).toMatchObject({ name: 'editor' })
})

async function open(options: ListenOptions = {}): Promise<SandboxServer> {
  return listen(createHandlers(await kitchenSandbox()), options)
}

interface Sent {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Without a Content-Type, as a page may send it without a preflight. */
function sendAsIs(server: SandboxServer, sent: Sent) {
  return send(server, { ...sent, headers: { ...sent.headers, 'content-type': '' } })
}

async function send(server: SandboxServer, { path, method = 'GET', headers = {}, ...rest }: Sent) {
  const sent = rest.body === undefined ? headers : { 'content-type': 'application/json', ...headers }
  const response = await sendOverSocket(server.port, path, {
    method,
    headers: { host: `127.0.0.1:${server.port}`, ...sent },
    ...rest,
  })

  return {
    status: response.status,
    shared: response.headers.get('access-control-allow-origin') ?? undefined,
    text: await response.text(),
  }
}
