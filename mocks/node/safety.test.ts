import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { createHandlers } from '../create-handlers.ts'
import { createSandbox } from '../create-sandbox.ts'
import { openDoors } from '../testing/doors.ts'
import { listen, type ListenOptions, type SandboxServer } from './index.ts'

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

test('control routes: a refused request changes nothing', async () => {
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

test('control routes: a preflight of another origin is refused, of an allowed one granted', async () => {
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

test('the interface answers pages of any origin, unless they are narrowed', async () => {
  await using anyone = await open()
  await using few = await open({ cors: ['https://shop.example'] })
  const read = { path: '/api/entities/6', headers: { origin: 'https://app.example' } }

  expect(await send(anyone, read)).toMatchObject({ status: 200, shared: 'https://app.example' })
  expect(await send(few, read)).toMatchObject({ status: 200, shared: undefined })
  expect(await send(few, { ...read, headers: { origin: 'https://shop.example' } })).toMatchObject({
    shared: 'https://shop.example',
  })
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

test('a control token of one’s own holds', async () => {
  await using server = await open({ host: '0.0.0.0', controlToken: 'open sesame' })

  expect(server.controlToken).toBe('open sesame')
  expect((await send(server, { ...advance, headers: { 'x-sandbox-control': 'open sesame' } })).status).toBe(
    200,
  )
})

test('on a loopback address there is no control token', async () => {
  await using server = await open()

  expect(server.controlToken).toBeUndefined()
})

test('a door within the program answers under any name', async () => {
  await using doors = await openDoors()

  expect(await doors.get('/__sandbox/user')).toMatchObject({ name: 'editor' })
})

async function open(options: ListenOptions = {}): Promise<SandboxServer> {
  return listen(createHandlers(await createSandbox({ entities: 30 })), options)
}

interface Sent {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** `fetch` can't set the headers that a browser sets. */
function send(server: SandboxServer, { path, method = 'GET', headers = {}, body }: Sent) {
  const sent = body === undefined ? headers : { 'content-type': 'application/json', ...headers }

  return new Promise<{ status: number | undefined; shared: string | undefined; text: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port: server.port, path, method, headers: sent },
        (answer) => {
          let text = ''

          answer.setEncoding('utf8').on('data', (part: string) => (text += part))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode,
              shared: answer.headers['access-control-allow-origin'],
              text,
            }),
          )
        },
      )

      request.on('error', reject)
      request.end(body)
    },
  )
}
