import * as fc from 'fast-check'
import { expect } from 'vitest'
import { createService } from '../../../local/create-service.ts'
import { openStored } from '../../../local/open-stored.ts'
import { responseOf, serviceRequest } from '../../../testing/ask-service.ts'
import { jsonOf, openDoors, type Doors } from '../../../testing/doors.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../../testing/kitchen.ts'
import { MemoryStorage } from '../../../testing/memory-storage.ts'
import { runs, seed } from '../../../testing/scale.ts'
import { application, requestToken } from '../../../testing/sign-in.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const callback = 'http://localhost:5173/callback'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const pkce = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

const valid = { response_type: 'code', client_id: 'sandbox', redirect_uri: callback, state: 'a b&c' }
const asReader = { ...valid, login_hint: 'reader' }

type Fields = Record<string, string>

const pathFor = (fields: Fields) => `/oauth/authorize?${String(new URLSearchParams(fields))}`
const ask = (doors: Doors, fields: Fields) => doors.fetch(pathFor(fields))
const choose = (doors: Doors, fields: Fields, choice: Fields) =>
  doors.fetch(pathFor(fields), {
    method: 'POST',
    headers: form,
    body: String(new URLSearchParams(choice)),
  })

/** The parameters with which a response leads to the application. */
async function returned(response: Promise<Response>): Promise<Fields> {
  const { status, headers } = await response
  const [address, query] = headers.get('location')?.split('?') ?? []

  expect([status, address, headers.get('cache-control')]).toEqual([303, callback, 'no-store'])

  return Object.fromEntries(new URLSearchParams(query))
}

const codeFor = async (doors: Doors, fields: Fields = { ...asReader, ...pkce }) =>
  (await returned(ask(doors, fields)))['code'] ?? ''

const redemption = (code: string, others: Fields = { code_verifier: verifier }): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: callback,
  client_id: 'sandbox',
  ...others,
})

const tokensFor = async (doors: Doors, fields: Fields) =>
  (await jsonOf(200, requestToken(doors, fields))) as Fields // its use checks it

const statusWith = async (doors: Doors, token = '') =>
  (await doors.fetch('/api/entities/1001', { headers: { authorization: `Bearer ${token}` } })).status

test('the page offers every user without a script, and no other site can frame it', async (doors) => {
  await doors.post('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/User' },
    properties: { Username: '<b>"ada"&co' },
  })

  const response = await ask(doors, valid)
  const html = await response.text()

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' http:; frame-ancestors 'none'",
  )
  expect(html).not.toContain('<script')
  expect(Array.from(html.matchAll(/<button name="user" value="(.*?)">/g), ([, name]) => name)).toEqual([
    'admin',
    'editor',
    'reader',
    'sanne',
    'jonas',
    'priya',
    '&lt;b&gt;&quot;ada&quot;&amp;co',
  ])
})

test('the user chosen on the page gets a code with the state, and with it tokens that can be renewed once', async (doors) => {
  const { code = '', state } = await returned(choose(doors, valid, { user: 'reader' }))
  const first = await tokensFor(doors, redemption(code, application))
  const renewal = { grant_type: 'refresh_token', refresh_token: first['refresh_token'] ?? '', ...application }
  const second = await tokensFor(doors, renewal)

  expect(state).toBe('a b&c')
  expect(first).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
  })
  for (const { access_token } of [first, second]) {
    const write = await doors.put(
      '/api/entities/1001',
      { properties: { Title: 'x' } },
      { headers: { authorization: `Bearer ${access_token}` } },
    )

    expect(((await write.json()) as { Message: string }).Message).toContain('User "reader" is a reader')
  }
  expect(await jsonOf(400, requestToken(doors, renewal))).toMatchObject({ error: 'invalid_grant' })
})

test('a client without a secret signs in with PKCE, and renews its tokens', async (doors) => {
  const { refresh_token = '' } = await tokensFor(doors, redemption(await codeFor(doors)))
  const renewal = { grant_type: 'refresh_token', client_id: 'sandbox' }
  const { access_token, ...renewed } = await tokensFor(doors, { ...renewal, refresh_token })

  expect(await statusWith(doors, access_token)).toBe(200)
  expect(renewed['refresh_token']).not.toBe(refresh_token)

  const confidential = await tokensFor(doors, redemption(await codeFor(doors, asReader), application))

  expect(
    await jsonOf(
      400,
      requestToken(doors, { ...renewal, refresh_token: confidential['refresh_token'] ?? '' }),
    ),
  ).toMatchObject({ error: 'invalid_client' })
})

test('whoever refuses returns to the application without a code', async (doors) => {
  expect(await returned(choose(doors, valid, { refuse: '' }))).toEqual({
    error: 'access_denied',
    error_description: 'The user has refused.',
    state: 'a b&c',
  })
})

test('a user who does not exist is not signed in', async (doors) => {
  for (const response of [
    ask(doors, { ...valid, login_hint: 'nobody' }),
    choose(doors, valid, { user: 'nobody' }),
  ]) {
    expect(await (await response).text()).toContain('<button name="user" value="editor">')
  }
})

test('a disabled user is not on the page, not signed in, and gets no tokens for a code', async (doors) => {
  const code = await codeFor(doors)

  await doors.put('/api/entities/8', { properties: { IsEnabled: false } })
  for (const response of [ask(doors, asReader), choose(doors, valid, { user: 'reader' })]) {
    const page = await (await response).text()

    expect(page).toContain('<button name="user" value="editor">')
    expect(page).not.toContain('value="reader"')
  }
  expect(await jsonOf(400, requestToken(doors, redemption(code)))).toMatchObject({ error: 'invalid_grant' })
})

test('login_hint and the option signIn go on without the page, unless prompt asks for it', async () => {
  await using doors = await openDoors({ ...kitchen, signIn: 'editor' })
  const nameOf = async (fields: Fields) => {
    const { access_token } = await tokensFor(doors, redemption(await codeFor(doors, fields), application))
    const write = await doors.put(
      '/api/entities/1001',
      { properties: { Title: 'x' } },
      { headers: { authorization: `Bearer ${access_token}` } },
    )

    return write.status === 204 ? 'editor' : 'reader'
  }

  expect(await nameOf(valid)).toBe('editor')
  expect(await nameOf({ ...valid, prompt: 'none' })).toBe('editor')
  expect(await nameOf(asReader)).toBe('reader')
  for (const prompt of ['login', 'consent', 'select_account']) {
    expect((await ask(doors, { ...asReader, prompt })).status).toBe(200)
  }
})

test.table<[string, Fields, string]>([
  ['prompt=none without a user', { prompt: 'none' }, 'login_required'],
  ['prompt=none with an unknown user', { prompt: 'none', login_hint: 'nobody' }, 'login_required'],
  ['prompt=none with another', { prompt: 'none consent' }, 'invalid_request'],
  ['no response_type', { response_type: '' }, 'invalid_request'],
  ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
  ['another response_mode', { response_mode: 'fragment' }, 'invalid_request'],
  ['a verifier that is not hashed', { code_challenge: verifier }, 'invalid_request'],
  ['a challenge that is no hash', { ...pkce, code_challenge: 'short' }, 'invalid_request'],
  ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ['OpenID Connect', { scope: 'profile openid' }, 'invalid_scope'],
])('%s returns to the application with an error', async (doors, _, fields, error) => {
  expect(await returned(ask(doors, { ...valid, ...fields }))).toEqual({
    error,
    error_description: expect.stringMatching(/^[\x20-\x7e]+\.$/),
    state: 'a b&c',
  })
})

test('a repeated parameter is an error', async (doors) => {
  expect(await returned(doors.fetch(`${pathFor(asReader)}&login_hint=admin`))).toMatchObject({
    error: 'invalid_request',
  })
})

const foreign = [
  '',
  '/callback',
  'https://evil.example/',
  'http://localhost@evil.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://127.0.0.1:80@evil.example/',
  'http://evil.example#@localhost/',
  'http://evil.example?http://localhost/',
  '//localhost/',
  'javascript://localhost/%0aalert(1)',
  'data:text/html,hello',
  'http://localhost/#fragment',
  'http://user:password@localhost/',
  'https://app.example/callback/',
  'https://app.example/callback?more',
  'https://APP.example/callback',
]
const allowed = ['https://app.example/callback', 'com.example.app:/signed-in?from=sandbox']

test.table(foreign)('the address "%s" is not allowed: the page says so', async (_, address) => {
  await using doors = await openDoors({ ...kitchen, redirectUris: allowed })

  for (const response of [
    ask(doors, { ...asReader, redirect_uri: address }),
    choose(doors, { ...asReader, redirect_uri: address }, { user: 'reader' }),
  ]) {
    const { status, headers } = await response

    expect([status, headers.get('content-type'), headers.get('location')]).toEqual([
      400,
      'text/html; charset=utf-8',
      null,
    ])
  }
})

test.table([
  ['http://127.0.0.1:9999/@any/path?with=query', 'http://127.0.0.1:9999/@any/path?with=query&code='],
  ['http://[::1]:3000', 'http://[::1]:3000/?code='],
  ['https://app.localhost/x', 'https://app.localhost/x?code='],
  ['https://app.example/callback', 'https://app.example/callback?code='],
  ['com.example.app:/signed-in?from=sandbox', 'com.example.app:/signed-in?from=sandbox&code='],
])('the address %s is allowed', async (_, address, expected) => {
  await using doors = await openDoors({ ...kitchen, redirectUris: allowed })
  const response = await ask(doors, { ...asReader, redirect_uri: address })

  expect(response.headers.get('location')).toContain(expected)
})

test('an unknown client, and a redirect address that is missing or repeated, get a page', async (doors) => {
  const { redirect_uri, ...without } = asReader
  const responses = [
    ask(doors, { ...asReader, client_id: '<script>' }),
    ask(doors, without),
    doors.fetch(`${pathFor(asReader)}&redirect_uri=${encodeURIComponent(redirect_uri)}`),
  ]

  for (const response of responses) {
    const { status, headers } = await response

    expect([status, headers.get('location')]).toEqual([400, null])
  }
})

test('no request leads to an address that is not allowed', async () => {
  const sandbox = await kitchenSandbox()
  const service = createService(sandbox)
  const part = fc.constantFrom(
    ...foreign,
    'localhost',
    '[::1]',
    ':',
    '/',
    '\\',
    '@',
    '#',
    '?',
    '%',
    '\t',
    ' ',
  )
  const address = fc.oneof(
    fc.constantFrom(...foreign, callback),
    fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 6 }).map((parts) => parts.join('')),
  )
  const value = fc.oneof(fc.constantFrom('code', 'S256', 'none', 'reader', '\r\nLocation: x'), fc.string())
  const fields = fc.record(
    {
      redirect_uri: address,
      state: value,
      login_hint: value,
      prompt: value,
      response_type: fc.oneof(fc.constant('code'), value),
      code_challenge: value,
      code_challenge_method: value,
    },
    { requiredKeys: ['redirect_uri', 'response_type'] },
  )

  await fc.assert(
    fc.asyncProperty(fields, fc.constantFrom('GET', 'POST'), fc.string(), async (given, method, body) => {
      const search = String(new URLSearchParams({ client_id: 'sandbox', ...given }))
      const json = method === 'POST' ? new TextEncoder().encode(body) : undefined
      const { headers, status } = await responseOf(
        service,
        serviceRequest(method, '/oauth/authorize', { search, json }),
      )
      const location = headers['location']

      expect(location === undefined ? [200, 400] : [303]).toContain(status)
      if (location === undefined) return

      const { hostname, protocol, username } = new URL(location)

      expect(['localhost', '[::1]', '127.0.0.1']).toContain(hostname)
      expect(['http:', 'https:']).toContain(protocol)
      expect(username).toBe('')
      expect(location).toMatch(/^[\x21-\x7e]+$/)
    }),
    { numRuns: runs(300), seed },
  )
})

test('a code that is used again ends the tokens that were issued for it, renewed ones too', async (doors) => {
  const code = await codeFor(doors)
  const first = await tokensFor(doors, redemption(code))
  const second = await tokensFor(doors, {
    grant_type: 'refresh_token',
    refresh_token: first['refresh_token'] ?? '',
    client_id: 'sandbox',
  })
  const other = await tokensFor(doors, redemption(await codeFor(doors)))

  expect(await jsonOf(400, requestToken(doors, redemption(code)))).toMatchObject({ error: 'invalid_grant' })
  expect(await statusWith(doors, first['access_token'])).toBe(401)
  expect(await statusWith(doors, second['access_token'])).toBe(401)
  expect(await statusWith(doors, other['access_token'])).toBe(200)
})

test('the journal shows neither codes nor verifiers', async (doors) => {
  const code = await codeFor(doors)

  await tokensFor(doors, redemption(code))

  const journal = JSON.stringify(await doors.get('/__sandbox/journal'))

  expect(journal).toContain('code=[redacted]')
  expect(journal).not.toContain(code)
  expect(journal).not.toContain(verifier)
})

test('a code is no token', async (doors) => {
  const code = await codeFor(doors)

  expect(await statusWith(doors, code)).toBe(401)
  expect(
    await jsonOf(
      400,
      requestToken(doors, { grant_type: 'refresh_token', refresh_token: code, ...application }),
    ),
  ).toMatchObject({ error: 'invalid_grant' })
})

test('a code expires after ten minutes of the sandbox’s clock', async (doors) => {
  const code = await codeFor(doors)

  await doors.post('/__sandbox/clock/advance', { ms: 599_999 })
  expect((await requestToken(doors, redemption(code, { code_verifier: 'wrong' }))).status).toBe(400)
  await doors.post('/__sandbox/clock/advance', { ms: 1 })

  expect(await jsonOf(400, requestToken(doors, redemption(code)))).toEqual({
    error: 'invalid_grant',
    error_description: 'The code is unknown or has expired.',
  })
})

test.table<[string, Fields, Fields, string]>([
  ['another redirect_uri', pkce, { code_verifier: verifier, redirect_uri: `${callback}/` }, 'invalid_grant'],
  ['another verifier', pkce, { code_verifier: `${verifier}x` }, 'invalid_grant'],
  ['no verifier', pkce, application, 'invalid_grant'],
  ['a verifier without a challenge', {}, { code_verifier: verifier, ...application }, 'invalid_grant'],
  ['neither secret nor PKCE', {}, {}, 'invalid_grant'],
  ['a wrong secret', pkce, { code_verifier: verifier, client_secret: 'x' }, 'invalid_client'],
])('a code with %s is rejected, and stays valid', async (doors, _, asked, sent, error) => {
  const code = await codeFor(doors, { ...asReader, ...asked })
  const right = 'code_challenge' in asked ? { code_verifier: verifier } : application

  expect(await jsonOf(400, requestToken(doors, redemption(code, sent)))).toMatchObject({ error })
  expect((await requestToken(doors, redemption(code, right))).status).toBe(200)
})

test('a code is valid only in its sandbox, whose page keeps the path', async (doors) => {
  const code = (await doors.fetch(`/s/blue${pathFor({ ...asReader, ...pkce })}`)).headers
    .get('location')
    ?.match(/code=([^&]+)/)?.[1]
  const fields = redemption(code ?? '')

  expect(code).not.toBe(await codeFor(doors))
  expect((await requestToken(doors, fields)).status).toBe(400)
  expect((await requestToken(doors, fields, { 'x-sandbox': 'blue' })).status).toBe(200)
  expect(await doors.get('/s/blue/oauth/.well-known/openid-configuration')).toMatchObject({
    issuer: 'http://sandbox.test/s/blue/oauth',
    authorization_endpoint: 'http://sandbox.test/s/blue/oauth/authorize',
    token_endpoint: 'http://sandbox.test/s/blue/oauth/token',
    code_challenge_methods_supported: ['S256'],
  })
})

test('a restart keeps codes, and which refresh tokens need no secret', async () => {
  const storage = new MemoryStorage()
  const open = async () => {
    const { sandboxes, close } = await openStored(storage, kitchen)
    const service = createService(sandboxes)
    const post = async (fields: Fields) => {
      const json = new TextEncoder().encode(String(new URLSearchParams(fields)))
      const { body } = await responseOf(
        service,
        serviceRequest('POST', '/oauth/token', { json, headers: form }),
      )

      return JSON.parse(body) as Fields // its use checks it
    }
    const code = async () => {
      const { search } = new URL(pathFor({ ...asReader, ...pkce }), callback)
      const { headers } = await responseOf(
        service,
        serviceRequest('GET', '/oauth/authorize', { search: search.slice(1) }),
      )

      return new URL(headers['location'] ?? '').searchParams.get('code') ?? ''
    }

    return { post, code, close }
  }
  const before = await open()
  const { refresh_token = '' } = await before.post(redemption(await before.code()))
  const used = await before.code()
  const unused = await before.code()

  await before.post(redemption(used))
  await before.close()

  const after = await open()

  expect(
    await after.post({ grant_type: 'refresh_token', refresh_token, client_id: 'sandbox' }),
  ).toMatchObject({
    token_type: 'Bearer',
  })
  expect(await after.post(redemption(unused))).toMatchObject({ token_type: 'Bearer' })
  expect(await after.post(redemption(used))).toMatchObject({ error: 'invalid_grant' })
  await after.close()
})
