import { addFaults } from '../../sandbox/faults/fault-set.ts'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { connect, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHandlers } from '../msw/index.ts'
import { servedBy } from '../../local/serve-handlers.ts'
import { get, own } from '../../service/http/declare-route.ts'
import { Router } from '../../service/http/routing/router.ts'
import { trustedPolicy } from '../../service/http/access/access-policy.ts'
import { Service } from '../../service/http/service.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { listening } from '../../testing/listening.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { handleRequest } from './handle-request.ts'
import { consoleFiles } from './console-files.ts'
import { listen } from './listen.ts'
import { serve } from './serve.ts'

async function openServer() {
  return listen(createHandlers(await kitchenSandbox()))
}

/** Sends raw text, and returns everything that is received. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''

    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (received += part))
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })
}

test('a request target in absolute form is accepted, and links have its host', async () => {
  await using server = await openServer()
  const rest = 'Host: ignored.example\r\nConnection: close\r\n\r\n'

  const response = await exchange(
    server.port,
    `GET http://sandbox.localhost:81/api/entities/1001?members=Title HTTP/1.1\r\n${rest}`,
  )
  const root = await exchange(server.port, `GET http://sandbox.localhost HTTP/1.1\r\n${rest}`)

  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response).toContain('"http://sandbox.localhost:81/api/entities/1001')
  expect(response).not.toContain('ignored.example')
  expect(root).toMatch(/^HTTP\/1\.1 404 /)
})

test.each([
  ['HTTP/1.0 without Host', 'GET /api/entities/1001 HTTP/1.0\r\n\r\n'],
  ['an empty Host', 'GET /api/entities/1001 HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n'],
])('for %s, links have the address and port at which the request arrived', async (_, text) => {
  await using server = await openServer()

  expect(await exchange(server.port, text)).toContain(
    `"self":{"href":"http://127.0.0.1:${server.port}/api/entities/1001"}`,
  )
})

test.each(['', '?members=%22', "?members='"])(
  'a path that starts with two slashes names no host (%s)',
  async (search) => {
    await using server = await openServer()
    const request = `GET //elsewhere/api/entities/1001${search} HTTP/1.0\r\n\r\n`

    expect(await exchange(server.port, request)).toMatch(/^HTTP\/1\.1 404 /)
  },
)

test('two Host headers are rejected', async () => {
  await using server = await openServer()
  const rest = 'Host: localhost\r\nhost: elsewhere.example\r\nConnection: close\r\n\r\n'

  expect(await exchange(server.port, `GET /api/entities/1001 HTTP/1.1\r\n${rest}`)).toMatch(
    /^HTTP\/1\.1 400 [^]*two Host headers/,
  )
})

test.each([
  ['without the control token', '/__sandbox/import', 450_000_000, '', 401],
  ['of a page of another origin', '/api/entities', 450_000_000, 'Origin: https://elsewhere.example\r\n', 403],
  ['with an unknown token', '/api/entities', 9_000_000, 'Authorization: Bearer guess\r\n', 401],
  ['larger than its route accepts', '/api/entities', 11_000_000, '', 413],
  ['without a route', '/api/nowhere', 450_000_000, '', 404],
])('a request %s gets its response before its body arrives', async (_, path, size, headers, status) => {
  await using server = await listen(createHandlers(await kitchenSandbox()), { host: '0.0.0.0' })
  const rest = `Host: localhost\r\n${headers}Content-Length: ${size}\r\nConnection: close\r\n\r\n{`

  expect(await exchange(server.port, `POST ${path} HTTP/1.1\r\n${rest}`)).toContain(`HTTP/1.1 ${status} `)
})

test('the body of a rejected request is discarded, and the connection stays open', async () => {
  await using server = await openServer()
  const body = 'x'.repeat(200_000)
  const rest = `HTTP/1.1\r\nHost: localhost\r\n`

  const responses = await exchange(
    server.port,
    [
      `POST /api/nowhere ${rest}Content-Length: ${body.length}\r\n\r\n${body}`,
      `POST /api/nowhere ${rest}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      `GET /api/entities/1001 ${rest}Connection: close\r\n\r\n`,
    ].join(''),
  )

  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['404', '404', '200'].map((s) => `HTTP/1.1 ${s}`))
})

test.each([
  [
    'a server',
    async () => {
      const server = await openServer()

      onTestFinished(() => server.close())

      return server.port
    },
  ],
  [
    'a server of the user’s',
    async () => {
      const context = { handlers: servedBy(await kitchenSandbox()), policy: trustedPolicy }

      return listening(createServer((request, response) => handleRequest(context, request, response)))
    },
  ],
])('pipelined requests to %s see the effects of those before them', async (_, open) => {
  const body = JSON.stringify({ properties: { Title: 'Cold soup' } })
  const rest = 'HTTP/1.1\r\nHost: localhost\r\n'
  const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`

  const responses = await exchange(
    await open(),
    [
      `PUT /api/entities/1001 ${rest}${json}\r\n${body}`,
      `GET /api/entities/1001?members=Title ${rest}\r\n`,
      `DELETE /api/entities/1001 ${rest}\r\n`,
      `GET /api/entities/1001 ${rest}Connection: close\r\n\r\n`,
    ].join(''),
  )

  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['204', '200', '204', '404'].map((s) => `HTTP/1.1 ${s}`))
  expect(responses).toContain('"Title":"Cold soup"')
})

test('a reply that can’t be sent is 500 with the reason and an id that is also logged', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = get('/api/broken', () => ({ status: 200, headers: { 'x y': '1' }, body: null }), {
    description: 'Fails.',
    source: own,
    replies: {},
  })
  const service = new Service(new Sandboxes(await kitchenSandbox()), new Router([broken]))

  await using server = await serve(service)

  const response = await fetch(`${server.url}/api/broken`)

  expect(response.status).toBe(500)

  const body = (await response.json()) as { ErrorId: string }

  expect(body).toEqual({
    Message: expect.stringContaining(body.ErrorId),
    ExceptionMessage: expect.stringContaining('x y'),
    ErrorId: expect.stringMatching(/^[\da-f]{8}$/),
  })
  expect(report.mock.calls.map(([text]) => String(text))).toEqual([
    expect.stringMatching(new RegExp(`^entity-sandbox: GET /api/broken failed, error ${body.ErrorId}\\n`)),
  ])
  report.mockRestore()
})

test('the server survives when a file of the console is deleted before or during a request', async () => {
  const folder = temporaryFolder({ 'index.html': '<p>first</p>', 'app.js': 'one' })

  // A socket is found but can't be opened, like a file that is deleted in between.
  const late = createSocketServer().listen(join(folder, 'late.js'))

  const files = consoleFiles({ folder })
  const server = createServer((request, response) => {
    if (!files) throw new Error('There is no console to serve.')
    files(request, response, () => response.writeHead(404).end())
  })
  const port = await listening(server)
  const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text())

  expect(await read('/app.js')).toBe('one')
  await rm(join(folder, 'app.js'))
  await writeFile(join(folder, 'new.js'), 'three')
  await writeFile(join(folder, 'index.html'), '<p>second</p>')

  await expect(read('/late.js')).rejects.toThrow(/terminated|fetch failed|closed|reset/i)
  expect(await read('/app.js')).toBe('')
  expect(await read('/')).toBe('<p>second</p>')
  expect(await read('/new.js')).toBe('three')

  late.close()
})

test('over HTTP/2, as in Vite with https, links have the requested host, and a fault cuts the response', async () => {
  const sandbox = await kitchenSandbox()
  const server = createHttp2Server((incoming, response) =>
    // Only what both versions of HTTP have in common is used; Vite passes them in the same way.
    handleRequest(
      { handlers: servedBy(sandbox), policy: trustedPolicy },
      incoming as unknown as IncomingMessage,
      response as unknown as ServerResponse,
    ),
  )
  const port = await listening(server)
  const client = connectHttp2(`http://127.0.0.1:${port}`)
  const request = async (headers: OutgoingHttpHeaders) => {
    const stream = client.request(headers)
    let body = ''

    for await (const part of stream.setEncoding('utf8') as AsyncIterable<string>) body += part

    return body
  }

  expect(await request({ ':path': '/api/entities/1001' })).toContain(
    `"http://127.0.0.1:${port}/api/entities/1001"`,
  )

  sandbox.change((draft) => addFaults(draft, [{ effect: { kind: 'cut' } }]))

  expect(await request({ ':path': '/api/entities/1001' }).catch(() => 'cut')).toBe('cut')
  expect([...(sandbox.journal.entries()[0]?.request.headers() ?? [])].map(([name]) => name)).not.toContain(
    ':path',
  )

  client.destroy()
})
