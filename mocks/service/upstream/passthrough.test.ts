import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { InvalidRequest } from '../../data/model/shared/errors.ts'
import { json, openSandbox, openService } from '../../doors/node/upstream/testing/servers.ts'

const asset = '/api/entities/1000'

/** A sandbox in front of another one, whose asset has another title. */
async function openPair(passthrough: string[]) {
  const target = await openSandbox({ seed: 2 })

  await target.send(asset, { method: 'PUT', headers: json, body: '{"properties": {"Title": "Real"}}' })
  const sandbox = await openSandbox({ seed: 1, target: target.url, passthrough })
  const titleOf = async (path: string) => {
    const response = await sandbox.send(path)

    return {
      ...JSON.parse(await response.text()).properties,
      by: response.headers.get('x-sandbox-passthrough'),
    }.Title
  }

  return { target, sandbox, titleOf }
}

test('a route of passthrough is answered by the target, with links to the sandbox, and marked', async () => {
  const { sandbox, target } = await openPair(['GET /api/entities/:id'])
  const response = await sandbox.send(asset)
  const text = await response.text()

  expect(JSON.parse(text)).toMatchObject({
    properties: { Title: 'Real' },
    self: { href: `${sandbox.url}${asset}` },
  })
  expect(text).not.toContain(target.url)
  expect(response.headers.get('x-sandbox-passthrough')).toBe(target.url)
  expect(await sandbox.lastEntry()).toMatchObject({ upstream: { name: target.url, failure: null } })
  for (const [path, method] of [
    [asset, 'HEAD'],
    ['/API/Entities/1000/', 'GET'],
  ] as const) {
    const { headers } = await sandbox.send(path, { method })

    expect(headers.get('x-sandbox-passthrough')).toBe(target.url)
  }
  expect((await sandbox.send('/api/notifications')).headers.has('x-sandbox-passthrough')).toBe(false)
  expect(await sandbox.lastEntry()).toMatchObject({ upstream: null })
})

test('a passed-on change takes effect in the target, with its links rewritten, and not in the sandbox', async () => {
  const { sandbox, target, titleOf } = await openPair(['PUT /api/entities/:id'])

  const response = await sandbox.send(asset, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ properties: { Title: 'Changed' }, self: { href: `${sandbox.url}${asset}` } }),
  })

  expect(response.status).toBe(204)
  expect(await (await target.send(asset)).json()).toMatchObject({ properties: { Title: 'Changed' } })
  expect(await titleOf(asset)).not.toBe('Changed')
})

test('a definition of passthrough is answered by the target, with its entities, and no other', async () => {
  const { sandbox } = await openPair(['M.Asset'])
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
  const { sandbox, titleOf } = await openPair([])

  sandbox.addFault({ match: { path: asset }, times: 1, effect: { kind: 'passthrough' } })

  expect(await titleOf(asset)).toBe('Real')
  expect(await titleOf(asset)).not.toBe('Real')
})

test('a passthrough survives a reset, holds in every sandbox, and is shown by the overview', async () => {
  const { sandbox, target, titleOf } = await openPair([asset])

  await sandbox.send('/__sandbox/reset', { method: 'POST' })

  expect(await titleOf(`/s/blue${asset}`)).toBe('Real')
  expect(await (await sandbox.send('/__sandbox')).json()).toMatchObject({
    upstream: { name: target.url, passthrough: [asset] },
  })
})

test('neither control routes, sign-ins, credentials nor cookies are passed on; the target’s token is', async () => {
  const service = await openService((_, response) => response.writeHead(204).end())
  const sandbox = await openSandbox({
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

  for (const path of [
    '/__sandbox/journal',
    '/%5f_sandbox/journal',
    '/%2e%2e/__sandbox/journal',
    '/api//authenticate',
    '/%6fauth/token',
    '/%256fauth/token',
    '/api/%2e%2e/api/authenticate',
    '/api/entities%2f..%2fauthenticate',
    '/api//../authenticate',
    '/x/..\\api/authenticate',
    '/%2e%2e/prefix/api/authenticate',
    '/api/./authenticate%20',
    '/api/authenticate.',
    '/api/authenticate%00',
    '/api/authenticate;x=1',
    '/api/..;/api/authenticate',
    '/api/authenticate#/../../entities',
    '/s/blue/api/%2E%2e/oauth/token',
  ]) {
    // fetch() would resolve dot segments itself.
    await once(request(sandbox.url, { path, method: 'POST' }).end('{"password": "x"}'), 'response')
  }
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

  const [passed, ...others] = service.requests

  expect(others.map(({ url }) => url)).toEqual([])
  expect(passed?.url).toBe('/api/entities/1?take=3')
  expect(passed?.headers).toMatchObject({ 'x-auth-token': 'real-token' })
  expect(Object.keys(passed?.headers ?? {})).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(authorization|x-api-key|cookie|x-sandbox.*|referer|origin)$/),
    ]),
  )
})

test('passthrough without a target is rejected, naming the option', async () => {
  await expect(buildSandbox({ entities: 5, passthrough: ['/api/*'] })).rejects.toThrow(InvalidRequest)
  await expect(buildSandbox({ entities: 5, target: 'https://me:secret@real.example' })).rejects.toThrow(
    /without user/,
  )
})

const pages = [
  'text/html',
  'image/svg+xml',
  'application/xhtml+xml',
  'text/xml',
  'application/pdf',
  undefined,
]

test.each(pages)('a response of the type %s has no origin, whichever way it is passed on', async (type) => {
  const target = await openService((_, response) => {
    response.writeHead(200, {
      ...(type === undefined ? {} : { 'Content-Type': type }),
      'Content-Security-Policy': 'default-src *, sandbox allow-scripts allow-same-origin',
      'Clear-Site-Data': '"*"',
      'Service-Worker-Allowed': '/',
      'Set-Cookie': 'a=b; Path=/',
      'Reporting-Endpoints': 'a="https://evil.example"',
      'X-Frame-Options': 'DENY',
      'Permissions-Policy': 'camera=*',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Custom': 'kept',
      'Content-Length': 26,
    })
    response.end('<script>top.x = 1</script>')
  })
  const path = '/api/pages/1'
  const accept = { headers: { Accept: 'text/html' } }
  const passing = await openSandbox({ target: target.url, passthrough: ['/api/*'] })
  const passed = await passing.send(path, accept)
  const har = JSON.parse(await (await passing.send('/__sandbox/upstream/recording/har')).text())
  const faulty = await openSandbox({ target: target.url })

  faulty.addFault({ effect: { kind: 'passthrough' } })

  const replaying = await openSandbox({ replay: har, strict: true })

  for (const response of [passed, await faulty.send(path, accept), await replaying.send(path, accept)]) {
    const names = [...response.headers.keys()]

    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox, default-src \*/)
    expect(response.headers.get('x-custom')).toBe('kept')
    expect(
      names.filter((name) => /^(clear|service|set|report|x-frame|permissions|cross)-/.test(name)),
    ).toEqual([])
    expect(await response.text()).toContain('<script>')
  }
})
