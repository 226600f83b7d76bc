import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildSandbox, type CreateSandboxOptions } from '../build-sandbox.ts'
import { InvalidRequest } from '../model/shared/errors.ts'
import { makeCertificate } from '../node/certificate.ts'
import { listen } from '../node/listen.ts'
import { Target } from './target.ts'

const asset = '/api/entities/1000'
const json = { 'Content-Type': 'application/json' }

/** A service of which a test decides every byte. It keeps the requests. */
async function openService(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    respond(request, response)
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server on a port
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A sandbox that is asked, and what its journal says of the last request. */
async function openSandbox(options: CreateSandboxOptions) {
  const server = await listen(await buildSandbox({ entities: 30, ...options }))
  const send = (path: string, init?: RequestInit) =>
    fetch(`${server.url}${path}`, { redirect: 'manual', ...init })

  return {
    url: server.url,
    send,
    lastEntry: async () =>
      JSON.parse(await (await send('/__sandbox/journal?limit=1')).text()).items[0] as {
        upstream: { name: string; failure: string | null } | null
        response: { body: unknown }
      },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** A sandbox in front of another one, whose asset has another title. */
async function openPair(passthrough: string[], options: CreateSandboxOptions = {}) {
  const target = await openSandbox({ seed: 2 })

  await target.send(asset, { method: 'PUT', headers: json, body: '{"properties": {"Title": "Real"}}' })
  const sandbox = await openSandbox({ seed: 1, target: target.url, passthrough, ...options })
  const titleOf = async (path: string) => {
    const response = await sandbox.send(path)

    return {
      ...JSON.parse(await response.text()).properties,
      by: response.headers.get('x-sandbox-passthrough'),
    }.Title
  }

  return {
    target,
    sandbox,
    titleOf,
    [Symbol.asyncDispose]: async () => {
      await sandbox[Symbol.asyncDispose]()
      await target[Symbol.asyncDispose]()
    },
  }
}

test('a route of passthrough is answered by the target, with links to the sandbox, and marked', async () => {
  await using pair = await openPair(['GET /api/entities/:id'])
  const { sandbox, target } = pair
  const response = await sandbox.send(asset)
  const text = await response.text()

  expect(JSON.parse(text)).toMatchObject({
    properties: { Title: 'Real' },
    self: { href: `${sandbox.url}${asset}` },
  })
  expect(text).not.toContain(target.url)
  expect(response.headers.get('x-sandbox-passthrough')).toBe(target.url)
  expect(await sandbox.lastEntry()).toMatchObject({ upstream: { name: target.url, failure: null } })
  expect((await sandbox.send('/api/notifications')).headers.has('x-sandbox-passthrough')).toBe(false)
  expect(await sandbox.lastEntry()).toMatchObject({ upstream: null })
})

test('a passed-on change takes effect in the target, with its links rewritten, and not in the sandbox', async () => {
  await using pair = await openPair(['PUT /api/entities/:id'])
  const { sandbox, target } = pair

  const response = await sandbox.send(asset, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ properties: { Title: 'Changed' }, self: { href: `${sandbox.url}${asset}` } }),
  })

  expect(response.status).toBe(204)
  expect(await (await target.send(asset)).json()).toMatchObject({ properties: { Title: 'Changed' } })
  expect(await pair.titleOf(asset)).not.toBe('Changed')
})

test('a definition of passthrough is answered by the target, with its entities, and no other', async () => {
  await using pair = await openPair(['M.Asset'])
  const { sandbox } = pair
  const isPassed = async (path: string) => (await sandbox.send(path)).headers.has('x-sandbox-passthrough')
  const { identifier } = JSON.parse(await (await sandbox.send(asset)).text()) as { identifier: string }

  expect(await isPassed('/api/entitydefinitions/m.asset')).toBe(true)
  expect(await isPassed('/api/entitydefinitions/M.Asset/entities')).toBe(true)
  expect(await isPassed(`${asset}/relations/TagToAsset`)).toBe(true)
  expect(await isPassed('/api/entities/1')).toBe(false)
  expect(await isPassed('/api/entitydefinitions/M.Brand')).toBe(false)
  expect(identifier).toBeTypeOf('string')
})

test('a fault rule passes requests on, as long and as often as faults do', async () => {
  await using pair = await openPair([])
  const { sandbox } = pair

  await sandbox.send('/__sandbox/faults', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ match: { path: asset }, times: 1, effect: { kind: 'passthrough' } }),
  })

  expect(await pair.titleOf(asset)).toBe('Real')
  expect(await pair.titleOf(asset)).not.toBe('Real')
})

test('a passthrough survives a reset, holds in every sandbox, and is shown by the overview', async () => {
  await using pair = await openPair([asset])
  const { sandbox, target } = pair

  await sandbox.send('/__sandbox/reset', { method: 'POST' })

  expect(await pair.titleOf(`/s/blue${asset}`)).toBe('Real')
  expect(await (await sandbox.send('/__sandbox')).json()).toMatchObject({
    upstream: { name: target.url, passthrough: [asset] },
  })
})

test('neither control routes, sign-ins, credentials nor cookies are passed on; the target’s token is', async () => {
  await using service = await openService((_, response) => response.writeHead(204).end())
  await using sandbox = await openSandbox({
    target: service.url,
    targetToken: 'real-token',
    passthrough: ['/*'],
  })
  const token = await (
    await sandbox.send('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        username: 'admin',
        password: 'admin',
        client_id: 'sandbox',
        client_secret: 'sandbox',
      }),
    })
  ).json()

  await sandbox.send('/__sandbox/journal')
  await sandbox.send(`/api/account/7/setpassword`, { method: 'POST', headers: json, body: '{}' })
  await sandbox.send('/api/entities/1?access_token=sandbox-admin&take=3', {
    headers: {
      Authorization: `Bearer ${token.access_token}`,
      'X-Api-Key': 'mine',
      Cookie: 'sandbox=blue; other=1',
      'X-Sandbox-Control': 'secret',
      Referer: sandbox.url,
    },
  })

  const [request, ...others] = service.requests

  expect(others).toEqual([])
  expect(request?.url).toBe('/api/entities/1?take=3')
  expect(request?.headers).toMatchObject({ 'x-auth-token': 'real-token' })
  expect(Object.keys(request?.headers ?? {})).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(authorization|x-api-key|cookie|x-sandbox.*|referer|origin)$/),
    ]),
  )
})

test.each<[string, RegExp, (request: IncomingMessage, response: ServerResponse) => void]>([
  ['is down for maintenance', /answered with 503/, (_, response) => response.writeHead(503).end()],
  [
    'returns HTML',
    /returned HTML \(200\)/,
    (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Sign in'),
  ],
  ['breaks the connection', /can't be reached/, (request) => request.socket.destroy()],
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
    (_, response) =>
      response
        .writeHead(200, { ...json, 'Content-Encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(70 * 1024 * 1024, ' '))),
  ],
])('a target that %s: the sandbox answers, and says why', async (_, reason, respond) => {
  await using service = await openService(respond)
  await using sandbox = await openSandbox({ target: service.url })
  const timeout_ms = reason.source.includes('0.2') ? 200 : 10_000

  await sandbox.send('/__sandbox/faults', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ effect: { kind: 'passthrough', timeout_ms } }),
  })
  const response = await sandbox.send(asset)

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: 1000 })
  expect(response.headers.get('x-sandbox-passthrough')).toMatch(/^none; /)
  expect((await sandbox.lastEntry()).upstream?.failure).toMatch(reason)
})

test('a target that is not there: the sandbox answers; without fallback it says so with 502', async () => {
  await using gone = await openService(() => undefined)
  const { url } = gone

  await gone[Symbol.asyncDispose]()
  await using sandbox = await openSandbox({ target: url, passthrough: ['/api/entities/*'] })

  expect((await sandbox.send(asset)).status).toBe(200)
  expect((await sandbox.lastEntry()).upstream?.failure).toMatch(/ECONNREFUSED/)

  await sandbox.send('/__sandbox/faults', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ effect: { kind: 'passthrough', fallback: false } }),
  })
  const failed = await sandbox.send(asset)

  expect(failed.status).toBe(502)
  expect(await failed.json()).toEqual({ Message: expect.stringMatching(/can't be reached: ECONNREFUSED/) })
})

test('a certificate that is not trusted is named, with what to do about it', async () => {
  const server = await listen(await buildSandbox({ entities: 5 }), { https: true })
  await using sandbox = await openSandbox({ target: server.url, passthrough: [asset] })

  await sandbox.send(asset)
  expect((await sandbox.lastEntry()).upstream?.failure).toMatch(
    /its certificate is not trusted \([A-Z_]+\)\. Trust it, or its issuer: NODE_EXTRA_CA_CERTS/,
  )
  await server.close()
})

test('a certificate for another host name is named', async () => {
  const { key, cert } = makeCertificate(['elsewhere.example'])
  const server = createTlsServer({ key, cert }).listen(0, '127.0.0.1')

  await once(server, 'listening')
  const target = new Target({
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server on a port
    // Trusts the certificate, so that only its name is wrong.
    send: (url) =>
      new Promise((_, reject) => {
        get(url, { ca: cert }).once('error', reject)
      }),
  })

  await expect(
    target.ask({ method: 'GET', path: asset, search: '', headers: [], body: undefined, base: '' }),
  ).rejects.toThrow(/can't be reached: its certificate is for another host name\.$/)
  server.close()
})

test('redirects are not followed: those within the target lead through the sandbox, others are the client’s', async () => {
  await using service = await openService((request, response) => {
    const location =
      request.url === asset ? `${service.url}/api/entities/1001` : 'https://elsewhere.example/file'

    response.writeHead(302, { Location: location }).end()
  })
  await using sandbox = await openSandbox({ target: service.url, targetToken: 'x', passthrough: ['/api/*'] })

  expect((await sandbox.send(asset)).headers.get('location')).toBe(`${sandbox.url}/api/entities/1001`)
  expect((await sandbox.send('/api/entities/1002')).headers.get('location')).toBe(
    'https://elsewhere.example/file',
  )
  expect(service.requests).toHaveLength(2)
})

test('a target that leads back to the sandbox ends the loop, and the sandbox answers', async () => {
  let front = ''
  await using detour = await openService((request, response) => {
    void fetch(`${front}${request.url}`, { headers: { via: String(request.headers.via) } }).then(
      async (reply) => response.writeHead(reply.status, json).end(await reply.text()),
    )
  })
  await using sandbox = await openSandbox({ target: detour.url, passthrough: ['/api/*'] })

  front = sandbox.url

  expect((await sandbox.send(asset)).status).toBe(200)
  expect((await sandbox.lastEntry()).upstream?.failure).toMatch(/answered with 508/)
  expect(detour.requests).toHaveLength(1)
})

test('large answers and streams are passed on as they come, and a body without end ends with its client', async () => {
  let isClosed = false
  await using service = await openService((request, response) => {
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
  await using sandbox = await openSandbox({ target: service.url, passthrough: ['/api/*'] })

  expect((await (await sandbox.send(asset)).arrayBuffer()).byteLength).toBe(20 * 1024 * 1024)
  expect((await sandbox.lastEntry()).response.body).toBe('streamed')

  const reader = (await sandbox.send('/api/entities/1001')).body?.getReader()

  await reader?.read()
  await reader?.cancel()
  await expect.poll(() => isClosed).toBe(true)
})

test('passthrough without a target is rejected, naming the option', async () => {
  await expect(buildSandbox({ entities: 5, passthrough: ['/api/*'] })).rejects.toThrow(InvalidRequest)
  await expect(buildSandbox({ entities: 5, target: 'https://me:secret@real.example' })).rejects.toThrow(
    /without user/,
  )
})
