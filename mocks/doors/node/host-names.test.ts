import { request, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { dish } from '../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { listen } from './listen.ts'
import type { ListenOptions } from './server-types.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
}

/** Sends requests to a server by any host name: `fetch()` sets that of the URL. */
async function openServer(options?: ListenOptions) {
  const server = await listen(await kitchenSandbox(), options)

  onTestFinished(() => server.close())

  const send = (host: string, path: string, { method = 'GET', headers = {} }: Sent = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>(
      (resolve, reject) => {
        const options = { method, headers: { Host: `${host}:${server.port}`, ...headers } }
        const outgoing = request(`http://127.0.0.1:${server.port}${path}`, options, (response) => {
          void text(response).then((body) =>
            resolve({ status: response.statusCode, headers: response.headers, body }),
          )
        })

        outgoing.once('error', reject)
        outgoing.end()
      },
    )
  const sandboxAt = async (host: string, path = '/__sandbox', sent?: Sent): Promise<unknown> =>
    JSON.parse((await send(host, path, sent)).body).sandbox

  return { server, send, sandboxAt }
}

test.each([
  ['blue.localhost', 'blue'],
  ['BLUE.localhost', 'blue'],
  ['default.localhost', 'default'],
  ['localhost', 'default'],
  ['127.0.0.1', 'default'],
  ['deep.blue.localhost', 'default'],
  [`${'a'.repeat(64)}.localhost`, 'default'],
])('the host %s names the sandbox %s', async (host, sandbox) => {
  const { sandboxAt } = await openServer()

  expect(await sandboxAt(host)).toBe(sandbox)
})

test('a path that names a sandbox comes before the host, and the host before header and cookie', async () => {
  const { sandboxAt } = await openServer()
  const others = { headers: { 'X-Sandbox': 'red', Cookie: 'sandbox=red' } }

  expect(await sandboxAt('blue.localhost', '/s/green/__sandbox', others)).toBe('green')
  expect(await sandboxAt('blue.localhost', '/__sandbox', others)).toBe('blue')
})

test('the host gives a sandbox its own data, links, addresses and journal, without a prefix', async () => {
  const { server, send } = await openServer()
  const path = `/api/entities/${dish.soup}`

  await send('blue.localhost', path, { method: 'DELETE' })
  expect((await send('blue.localhost', path)).status).toBe(404)
  expect((await send('localhost', path)).status).toBe(200)

  const { body } = await send('red.localhost', path)

  expect(JSON.parse(body)).toMatchObject({ self: { href: `http://red.localhost:${server.port}${path}` } })
  expect(body).not.toContain('/s/red')
  expect((await send('blue.localhost', '/__sandbox/journal/har')).body).toContain(
    `http://blue.localhost:${server.port}${path}`,
  )

  const created = await send('red.localhost', '/__sandbox/sandboxes', { method: 'POST' })

  expect(created.headers.location).toMatch(`http://red.localhost:${server.port}/__sandbox/sandboxes/`)
})

test('pages of one sandbox can not control another; other names, which DNS could rebind, are refused', async () => {
  const { server, send } = await openServer()
  const from = (origin: string) => ({
    method: 'POST',
    headers: { Origin: `http://${origin}:${server.port}`, 'Content-Type': 'application/json' },
  })

  expect((await send('blue.localhost', '/__sandbox/reset', from('blue.localhost'))).status).toBe(204)
  expect((await send('blue.localhost', '/__sandbox/reset', from('red.localhost'))).status).toBe(403)
  for (const host of ['blue.localhost.evil.test', 'blue.evil.test', 'localhost.evil.test', 'bluelocalhost'])
    expect((await send(host, '/__sandbox')).status).toBe(403)
})

test('on a server that other machines can reach, the host names a sandbox but replaces no token', async () => {
  const { send, sandboxAt } = await openServer({ host: '0.0.0.0', controlToken: 'not-a-secret' })

  expect((await send('blue.localhost', '/__sandbox')).status).toBe(401)
  expect(
    await sandboxAt('blue.localhost', '/__sandbox', { headers: { 'X-Sandbox-Control': 'not-a-secret' } }),
  ).toBe('blue')
})

test('the host that a trusted proxy forwards names the sandbox; one that is not trusted does not', async () => {
  const controlToken = 'open-sesame'
  const forwarded = {
    headers: {
      'X-Forwarded-Host': 'blue.localhost',
      'X-Forwarded-Proto': 'https',
      'X-Sandbox-Control': controlToken,
    },
  }
  const behindProxy = await openServer({ trustProxy: true, controlToken })

  expect(await behindProxy.sandboxAt('localhost', '/__sandbox', forwarded)).toBe('blue')
  expect(await (await openServer()).sandboxAt('localhost', '/__sandbox', forwarded)).toBe('default')
})
