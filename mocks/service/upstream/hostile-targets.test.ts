import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, get } from 'node:https'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { makeCertificate } from '../../doors/node/certificate.ts'
import { listening } from '../../testing/listening.ts'
import { freePort } from '../../testing/redis-server.ts'
import { Target } from './target.ts'
import { Clock } from '../../sandbox/time/clock.ts'
import { entryIn } from '../../testing/entry-in.ts'
import { json, openSandbox, openService } from '../../doors/node/upstream/testing/servers.ts'

const asset = '/api/entities/1000'

const ask = (target: Target) =>
  target.ask(
    entryIn(
      { id: 'default', clock: new Clock(Date.now, () => ({ mode: 'real', offset_ms: 0 })) },
      undefined,
      asset,
    ),
  )

type Respond = (request: IncomingMessage, response: ServerResponse) => void

const sends =
  (headers: OutgoingHttpHeaders, body: string | Buffer): Respond =>
  (_, response) =>
    response.writeHead(200, headers).end(body)
const says =
  (text: string): Respond =>
  (request) =>
    request.socket.end(text)

test.each<[string, RegExp, Respond]>([
  ['is down for maintenance', /answered with 503/, (_, response) => response.writeHead(503).end()],
  ['returns HTML', /returned HTML \(200\)/, sends({ 'Content-Type': 'text/html' }, '<p>Sign in')],
  ['breaks the connection', /can't be reached/, (request) => request.socket.destroy()],
  [
    'breaks the connection amid its JSON',
    /it broke the connection/,
    (request, response) => {
      response.writeHead(200, { ...json, 'Content-Length': 500 }).write('{', () => request.socket.destroy())
    },
  ],
  [
    'uses an encoding nobody asked for',
    /encoded as zstd/,
    sends({ ...json, 'Content-Encoding': 'zstd' }, 'x'),
  ],
  [
    'sends damaged gzip',
    /did not answer within 0.2 s|can't be reached/,
    sends({ ...json, 'Content-Encoding': 'gzip' }, 'not gzip'),
  ],
  ['returns a status HTTP lacks', /answered with 999/, says('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n')],
  ['does not speak HTTP', /what it sends is not HTTP/, says('220 mail.example ESMTP\r\n')],
  ['does not answer', /did not answer within 0.2 s/, () => undefined],
  [
    'sends its JSON too slowly',
    /did not answer within 0.2 s/,
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 20)

      response.writeHead(200, json)
      response.on('close', () => clearInterval(timer))
    },
  ],
  [
    'sends JSON without end',
    /returned more than 64 MiB/,
    (_, response) => {
      const send = () => void response.write(Buffer.alloc(1024 * 1024, ' '))

      response.writeHead(200, json).on('drain', send)
      send()
    },
  ],
  [
    'sends more JSON than fits, compressed',
    /returned more than 64 MiB/,
    sends({ ...json, 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(70 * 1024 * 1024, ' '))),
  ],
])('a target that %s: the sandbox answers, and says why', async (_, reason, respond) => {
  const service = await openService(respond)
  const sandbox = await openSandbox({ target: service.url })
  const timeout_ms = reason.source.includes('0.2') ? 200 : 60_000

  sandbox.addFault({ effect: { kind: 'passthrough', timeout_ms } })
  const response = await sandbox.send(asset)

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: 1000 })
  expect(response.headers.get('x-sandbox-passthrough')).toMatch(/^none; /)
  expect((await sandbox.lastEntry()).upstream?.failure).toMatch(reason)
})

test('a target that is not there: the sandbox answers; without fallback it says so with 502', async () => {
  const target = `http://127.0.0.1:${await freePort()}`
  const sandbox = await openSandbox({ target, passthrough: ['/api/entities/*'] })

  expect((await sandbox.send(asset)).status).toBe(200)
  expect((await sandbox.lastEntry()).upstream?.failure).toMatch(/ECONNREFUSED/)

  sandbox.addFault({ effect: { kind: 'passthrough', fallback: false } })
  const failed = await sandbox.send(asset)

  expect(failed.status).toBe(502)
  expect(await failed.json()).toEqual({ Message: expect.stringMatching(/can't be reached: ECONNREFUSED/) })
})

test('a target on a port that fetch() blocks is named with that reason', async () => {
  const target = new Target({ url: 'http://127.0.0.1:4190' })

  await expect(ask(target)).rejects.toThrow("http://127.0.0.1:4190 can't be reached: bad port.")
})

const past = Date.parse('2020-01-01')

test.each<[what: string, names: string[], now: number, isTrusted: boolean, reason: RegExp]>([
  ['self-signed', ['127.0.0.1'], Date.now(), false, /not trusted \([A-Z_]+\)\. Trust .* NODE_EXTRA_CA_CERTS/],
  ['for another host name', ['elsewhere.example'], Date.now(), true, /for another host name\. Use that name/],
  ['expired', ['127.0.0.1'], past, true, /has expired\. Have it renewed, or check the date/],
])(
  'a certificate that is %s is named, with what to do about it',
  async (_, names, now, isTrusted, reason) => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    const { key, cert } = await makeCertificate(names)

    vi.useRealTimers()
    const target = new Target({
      url: `https://127.0.0.1:${await listening(createTlsServer({ key, cert }))}`,
      ...(isTrusted
        ? { send: (url: string) => new Promise((_, reject) => get(url, { ca: cert }).once('error', reject)) }
        : {}),
    })

    await expect(ask(target)).rejects.toThrow(
      new RegExp(`can't be reached: its certificate .*${reason.source}`),
    )
  },
)

test.each<[string, RegExp, Partial<Parameters<typeof createTlsServer>[0]> | undefined]>([
  ['speaks no TLS', /it does not use TLS \(ERR_SSL_\w+\)\. Does its address start with http:\?$/, undefined],
  [
    'speaks only TLS 1.0',
    /the TLS handshake failed \(ERR_SSL_\w+\)\.$/,
    { maxVersion: 'TLSv1', minVersion: 'TLSv1' },
  ],
])('of a target that %s it says so', async (_, reason, options) => {
  const { key, cert } = await makeCertificate(['127.0.0.1'])
  const server = options
    ? createTlsServer({ key, cert, ciphers: 'DEFAULT@SECLEVEL=0', ...options })
    : createServer((_, response) => response.end())
  const target = new Target({ url: `https://127.0.0.1:${await listening(server)}` })

  await expect(ask(target)).rejects.toThrow(reason)
})

test('redirects are not followed: those within the target lead through the sandbox, others are the client’s', async () => {
  const service = await openService((request, response) => {
    const location =
      request.url === asset ? `${service.url}/api/entities/1001` : 'https://elsewhere.example/file'

    response.writeHead(302, { Location: location }).end()
  })
  const sandbox = await openSandbox({ target: service.url, targetToken: 'x', passthrough: ['/api/*'] })

  expect((await sandbox.send(asset)).headers.get('location')).toBe(`${sandbox.url}/api/entities/1001`)
  expect((await sandbox.send('/api/entities/1002')).headers.get('location')).toBe(
    'https://elsewhere.example/file',
  )
  expect(service.requests).toHaveLength(2)
})

test('a target that leads back to the sandbox ends the loop, and the sandbox answers', async () => {
  let front = ''
  const detour = await openService((request, response) => {
    void fetch(`${front}${request.url}`, { headers: { via: String(request.headers.via) } }).then(
      async (reply) => response.writeHead(reply.status, json).end(await reply.text()),
    )
  })
  const sandbox = await openSandbox({ target: detour.url, passthrough: ['/api/*'] })

  front = sandbox.url

  expect((await sandbox.send(asset)).status).toBe(200)
  expect((await sandbox.lastEntry()).upstream?.failure).toMatch(/answered with 508/)
  expect(detour.requests).toHaveLength(1)
})

test('large answers and streams are passed on as they come, and a body without end ends with its client', async () => {
  let isClosed = false
  const service = await openService((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' })
    if (request.url === asset) {
      response.end(Buffer.alloc(20 * 1024 * 1024, 7))

      return
    }
    const send = () => {
      response.write(Buffer.alloc(64 * 1024))
    }

    response.on('drain', send).on('close', () => (isClosed = true))
    send()
  })
  const sandbox = await openSandbox({ target: service.url, passthrough: ['/api/*'] })

  expect((await (await sandbox.send(asset)).arrayBuffer()).byteLength).toBe(20 * 1024 * 1024)
  expect((await sandbox.lastEntry()).response.body).toBe('streamed')

  const reader = (await sandbox.send('/api/entities/1001')).body?.getReader()

  await reader?.read()
  await reader?.cancel()
  await expect.poll(() => isClosed).toBe(true)

  // When compared, it ends at once.
  isClosed = false
  const comparing = await openSandbox({ target: service.url })

  comparing.addFault({ effect: { kind: 'passthrough', compare: true } })
  expect((await comparing.send('/api/entities/1001')).headers.get('x-sandbox-passthrough')).toMatch(
    /^compared/,
  )
  await expect.poll(() => isClosed).toBe(true)
})
