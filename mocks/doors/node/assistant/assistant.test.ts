import { Client, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { sendOverSocket } from '../../../testing/send-over-socket.ts'
import { sendRequest } from '../send-request.ts'
import { listen, type ListenOptions, type SandboxServer } from '../index.ts'

const endpoint = '/__sandbox/mcp'

test.each([
  ['of 2025', 'legacy'],
  ['of 2026', { pin: '2026-07-28' }],
] as const)('an assistant with the protocol %s uses a sandbox over HTTP', async (_, mode) => {
  await using server = await open()
  const { client, call } = await assistant(server.url, { mode })

  expect(client.getInstructions()).toContain(`runs at ${server.url}.`)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['status', 'give', 'fault', 'verify', 'read_doc']),
  )
  expect(await call('give', { definition: 'M.Asset', entity: { properties: { Title: 'Leek' } } })).toContain(
    'Leek',
  )
  expect(await call('find', { query: 'M.Asset', properties: { Title: 'Leek' } })).toContain(
    '"total_items": 1',
  )
  expect(await call('status')).toContain(`"base_url": "${server.url}"`)
  expect(await call('read_doc', { name: 'controls' })).toContain('# Controls')
})

test('an assistant uses the sandbox that its address names, by path, header or host', async () => {
  await using server = await open()
  const named = [
    await assistant(`${server.url}/s/blue`),
    await assistant(server.url, { headers: { 'X-Sandbox': 'blue' } }),
  ]

  await named[0]?.call('as', { user: 'reader' })
  for (const { client, call } of named) {
    expect(client.getInstructions()).toContain(`runs at ${server.url}/s/blue.`)
    expect(await call('status')).toContain('"acting_user": "reader"')
    expect(await call('status', { sandbox: 'default' })).toContain('"acting_user": "editor"')
  }

  const ofHost = await send(server, toolCall('status'), { host: `blue.localhost:${server.port}` })

  expect(ofHost.text).toContain('reader')
  const refused = await send(server, toolCall('status'), { 'x-sandbox': '../x' })

  expect(refused.text).toContain('"isError":true')
  // These are for commands.
  expect(refused.text).not.toMatch(/--at|SANDBOX_URL/)
  expect(ofHost.text).toContain(`http://localhost:${server.port}/s/blue`)
})

test('an assistant gets addresses as it knows the server, also behind a proxy that ends TLS', async () => {
  await using server = await open({ trustProxy: true, allowedHosts: ['sandbox.example'] })
  const forwarded = {
    'x-forwarded-host': 'sandbox.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/shared',
    'x-sandbox-control': server.controlToken ?? '',
  }
  const { text } = await send(server, toolCall('fork', { id: 'trial' }), forwarded)

  expect(text).toContain('https://sandbox.example/shared/s/trial')
})

test('an assistant reaches a server with a certificate that it made itself', async () => {
  await using server = await open({ https: true })
  const { client, call } = await assistant(server.url, {
    fetch: (url, init = {}) => sendRequest(url, init),
  })

  expect(client.getInstructions()).toContain(`runs at ${server.url}.`)
  expect(await call('status')).toContain(`"base_url": "${server.url}"`)
})

test.each([
  ['another origin', { origin: 'https://elsewhere.example' }, 403],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a name that was made to lead here', { host: 'rebound.example' }, 403],
  ['its own address', {}, 200],
])('an assistant is answered as the controls are: under %s', async (_, headers, status) => {
  await using server = await open()
  const response = await send(server, toolCall('as', { user: 'reader' }), headers)

  expect(response.status).toBe(status)
  expect(await actingUser(server)).toBe(status === 200 ? 'reader' : 'editor')
})

test('an assistant needs the control token of a server that other machines can reach', async () => {
  await using server = await open({ host: '0.0.0.0' })
  const { controlToken = '' } = server

  expect((await send(server, toolCall('status'))).status).toBe(401)
  expect((await send(server, toolCall('status'), { 'x-sandbox-control': 'guess' })).status).toBe(401)
  expect((await send(server, undefined, { 'x-sandbox-control': 'guess' })).status).toBe(401)

  const { call } = await assistant(server.url, { headers: { 'X-Sandbox-Control': controlToken } })

  expect(await call('status')).toContain('"acting_user": "editor"')
})

test('a page of an origin that may use the controls may read what an assistant is answered', async () => {
  await using server = await open({ allowedOrigins: ['http://localhost:6274'] })
  const { status, headers } = await send(server, toolCall('status'), { origin: 'http://localhost:6274' })

  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
})

test.each([
  ['no JSON', '{"jsonrpc":', 400],
  ['JSON of another kind', '{"title":"Leek"}', 400],
  ['nothing', '', 400],
  ['more than a body may have', JSON.stringify({ text: 'x'.repeat(11 * 2 ** 20) }), 413],
])(
  'a body that is no message of the protocol is an error, and nothing stops: %s',
  async (_, body, status) => {
    await using server = await open()
    const response = await send(server, body)

    expect(response.status).toBe(status)
    expect(response.text).toContain('"error"')
    expect((await send(server, toolCall('status'))).status).toBe(200)
  },
)

test('a sandbox keeps nothing of an assistant: there is no session to read or to end', async () => {
  await using server = await open()

  expect((await send(server, undefined)).status).toBe(405)
  expect((await fetch(`${server.url}${endpoint}`, { method: 'DELETE' })).status).toBe(405)
  expect((await (await fetch(`${server.url}/__sandbox/journal`)).json()).items).toEqual([])
})

test('an assistant sends requests to its server only, whatever their path', async () => {
  await using server = await open()
  await using other = await open()
  const { call } = await assistant(server.url)

  for (const path of [`//127.0.0.1:${other.port}/api/status`, `/\\127.0.0.1:${other.port}/api/status`])
    await call('request', { method: 'GET', path }).catch(() => undefined)
  expect((await (await fetch(`${other.url}/__sandbox/journal`)).json()).items).toEqual([])
})

test('what an assistant no longer waits for ends at the server', async () => {
  await using server = await open()
  const leaving = new AbortController()
  const { body } = await fetch(`${server.url}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { path: '/api/status' }, effect: { kind: 'hold' } }),
  })
  const held = async () => {
    const response = await fetch(`${server.url}/__sandbox/faults/fault-1`)

    return (await response.json()).held.length
  }

  await body?.cancel()

  const waiting = fetch(`${server.url}${endpoint}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: toolCall('request', { method: 'GET', path: '/api/status' }),
    signal: leaving.signal,
  }).then((response) => response.text())

  await expect.poll(held).toBe(1)
  leaving.abort()
  await expect(waiting).rejects.toThrow('abort')
  await expect.poll(held).toBe(0)
})

test.each([['TRACE'], ['PUT']])('an assistant that sends %s is told to send POST', async (method) => {
  await using server = await open()

  const headers = { host: `127.0.0.1:${server.port}` }

  expect((await sendOverSocket(server.port, endpoint, { method, headers })).status).toBe(405)
})

test('a server that stops ends what an assistant listens to', async () => {
  const server = await open()
  const { client } = await assistant(server.url, { mode: { pin: '2026-07-28' } })
  const { closed } = await client.listen({ toolsListChanged: true })

  await server.close()

  expect(await closed).toBe('remote')
})

async function open(options: ListenOptions = {}): Promise<SandboxServer> {
  return listen(await buildSandbox({ entities: 0 }), options)
}

interface AssistantOptions {
  readonly mode?: 'legacy' | { readonly pin: string }
  readonly headers?: Record<string, string>
  readonly fetch?: FetchLike
}

/** An assistant that is connected to a server or sandbox, by the client of the protocol's SDK. */
async function assistant(url: string, { mode, headers = {}, ...sending }: AssistantOptions = {}) {
  const client = new Client({ name: 'test', version: '1' }, mode ? { versionNegotiation: { mode } } : {})

  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}${endpoint}`), { requestInit: { headers }, ...sending }),
  )
  onTestFinished(() => client.close())

  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: given })

    return z.array(z.object({ text: z.string() })).parse(content)[0]?.text ?? ''
  }

  return { client, call }
}

function toolCall(name: string, given: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
}

/** Sends a message as it is; without one, reads. */
async function send(server: SandboxServer, body: string | undefined, headers: Record<string, string> = {}) {
  const response = await sendOverSocket(server.port, endpoint, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host: `127.0.0.1:${server.port}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })

  return {
    status: response.status,
    headers: response.headers,
    text: (await response.text()).replaceAll('\\"', '"'),
  }
}

async function actingUser(server: SandboxServer): Promise<unknown> {
  return (await (await fetch(`${server.url}/__sandbox`)).json()).acting_user
}
