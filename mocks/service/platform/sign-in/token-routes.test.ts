import { expect } from 'vitest'
import { jsonOf, origin, type Doors } from '../../../testing/doors.ts'
import { application, requestToken, signIn } from '../../../testing/sign-in.ts'
import { openKitchen } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const statusWith = async (doors: Doors, headers: Record<string, string>) =>
  (await doors.fetch('/api/entities/1001', { headers })).status

test.table(['admin', 'editor', 'reader'])(
  '%s signs in with the user name as password',
  async (doors, name) => {
    expect(await signIn(doors, name)).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    })
  },
)

test('tokens differ by sandbox and user, and are the same in every run with the same seed', async () => {
  const tokensOf = async () => {
    await using doors = await openKitchen()
    const tokens = []

    for (const name of ['admin', 'admin', 'reader']) {
      for (const sandbox of ['', '/s/a', '/s/b']) {
        const fields = { grant_type: 'password', username: name, password: name, ...application }

        tokens.push(
          await jsonOf(200, requestToken(doors, fields, { 'X-Sandbox': sandbox.slice(3) || 'default' })),
        )
      }
      await doors.post('/__sandbox/reset', {})
    }

    return tokens.map((each) => (each as { access_token: string }).access_token) // as the test above checks
  }
  const tokens = await tokensOf()

  // Only the default sandbox was reset, and issues the same token again to the same user.
  expect(tokens[3]).toBe(tokens[0])
  expect(new Set(tokens).size).toBe(tokens.length - 1)
  expect(await tokensOf()).toEqual(tokens)
})

test('a sign-in does not change the identifier of the next entity', async () => {
  const identifiers = []

  for (const signsIn of [false, true]) {
    await using doors = await openKitchen()

    if (signsIn) await signIn(doors, 'reader')

    const created = await doors.post('/api/entities', {
      entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
      properties: { Title: 'Stew' },
    })

    expect(created.status).toBe(201)

    const { pathname } = new URL(created.headers.get('location') ?? '')

    identifiers.push(await doors.get<{ identifier: string }>(pathname).then((entity) => entity.identifier))
  }

  expect(identifiers[1]).toBe(identifiers[0])
})

test('an application signs in with its secret in the body or in Basic credentials; the response must not be cached', async (doors) => {
  const grant = { grant_type: 'client_credentials' }
  const { status, headers } = await requestToken(doors, { ...grant, ...application })
  const authorization = `Basic ${btoa('sandbox:sandbox')}`

  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await requestToken(doors, grant, { authorization })).status).toBe(200)
})

test('a secret is all that follows the first colon of HTTP Basic', async (doors) => {
  const authorization = `Basic ${btoa('sandbox:sandbox:more')}`
  const response = await requestToken(doors, { grant_type: 'client_credentials' }, { authorization })

  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="sandbox"'])
  expect(await response.json()).toMatchObject({ error: 'invalid_client' })
})

test('a parameter that is repeated is an invalid request', async (doors) => {
  const fields = new URLSearchParams({ grant_type: 'client_credentials', ...application })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = `${fields.toString()}&client_id=sandbox`

  expect(await jsonOf(400, doors.fetch('/oauth/token', { method: 'POST', headers, body }))).toMatchObject({
    error: 'invalid_request',
  })
})

test.table([
  [
    'a wrong password',
    { grant_type: 'password', username: 'admin', password: 'x', ...application },
    'invalid_grant',
  ],
  [
    'an unknown user',
    { grant_type: 'password', username: 'x', password: 'x', ...application },
    'invalid_grant',
  ],
  [
    'a wrong secret',
    { grant_type: 'client_credentials', client_id: 'sandbox', client_secret: 'x' },
    'invalid_client',
  ],
  [
    'a wrong client',
    { grant_type: 'client_credentials', client_id: 'x', client_secret: 'sandbox' },
    'invalid_client',
  ],
  ['an unknown grant', { grant_type: 'constructor', ...application }, 'unsupported_grant_type'],
  ['no fields at all', {}, 'invalid_client'],
])('%s is rejected with the error of OAuth', async (doors, _, fields, error) => {
  expect(await jsonOf(400, requestToken(doors, fields))).toMatchObject({ error })
})

test('a disabled user is told the same as with a wrong password, by both ways to sign in', async (doors) => {
  const path = await doors.create('/api/entitydefinitions/User/entities', {
    properties: { Username: 'leaver', IsEnabled: false },
  })
  const fields = { grant_type: 'password', username: 'leaver', ...application }
  const statuses = async (password: string) => [
    (await requestToken(doors, { ...fields, password })).status,
    (await doors.post('/api/authenticate', { user_name: 'leaver', password })).status,
  ]

  expect(await statuses('leaver')).toEqual([400, 401])
  expect(await jsonOf(400, requestToken(doors, { ...fields, password: 'leaver' }))).toEqual(
    await jsonOf(400, requestToken(doors, { ...fields, password: 'x' })),
  )
  await doors.put(path, { properties: { IsEnabled: true } })
  expect(await statuses('leaver')).toEqual([200, 200])
})

test('the tokens that a disabled user got count as unknown until the user is enabled again, ready-made ones work', async (doors) => {
  const { access_token, refresh_token = '' } = await signIn(doors, 'reader')
  const renewal = { grant_type: 'refresh_token', refresh_token, ...application }
  const statuses = async () =>
    Promise.all(
      [access_token, 'sandbox-reader'].map((each) => statusWith(doors, { authorization: `Bearer ${each}` })),
    )

  await doors.put('/api/entities/8', { properties: { IsEnabled: false } })
  expect(await statuses()).toEqual([401, 200])
  expect(await jsonOf(400, requestToken(doors, renewal))).toMatchObject({ error: 'invalid_grant' })
  expect(
    (await doors.fetch('/api/authenticate/reader', { headers: { 'x-auth-token': 'sandbox-admin' } })).status,
  ).toBe(404)

  await doors.put('/api/entities/8', { properties: { IsEnabled: true } })
  expect(await statuses()).toEqual([200, 200])
  expect((await requestToken(doors, renewal)).status).toBe(200)
})

test('an application has no tokens while the user it acts as is disabled', async (doors) => {
  await doors.put('/api/entities/6', { properties: { IsEnabled: false } })

  expect(
    await jsonOf(400, requestToken(doors, { grant_type: 'client_credentials', ...application })),
  ).toMatchObject({ error: 'invalid_client' })
})

test('a JSON body is rejected with the expected content type', async (doors) => {
  expect(
    await jsonOf(400, doors.post('/oauth/token', { grant_type: 'client_credentials', ...application })),
  ).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining('application/x-www-form-urlencoded'),
  })
})

test('a token expires after an hour of the sandbox’s clock, and can be renewed once with its refresh token', async (doors) => {
  const { access_token, refresh_token = '' } = await signIn(doors, 'editor')

  await doors.post('/__sandbox/clock/advance', { ms: 3_600_000 })
  expect(await statusWith(doors, { authorization: `Bearer ${access_token}` })).toBe(401)

  const renewed = await requestToken(doors, { grant_type: 'refresh_token', refresh_token, ...application })
  const tokens = (await renewed.json()) as { access_token: string; refresh_token: string } // checked by its use
  const again = await requestToken(doors, { grant_type: 'refresh_token', refresh_token, ...application })

  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(await statusWith(doors, { authorization: `Bearer ${tokens.access_token}` })).toBe(200)
  expect(tokens.refresh_token).not.toBe(refresh_token)
  expect(again.status).toBe(400)
  expect(await again.json()).toMatchObject({ error: 'invalid_grant' })
})

test('a sign-in after a restore issues new tokens', async (doors) => {
  const snapshots = '/__sandbox/snapshots'

  await doors.post(snapshots, { name: 'before' })
  const admin = await signIn(doors, 'admin')
  await doors.post(`${snapshots}/before/restore`)
  const reader = await signIn(doors, 'reader')

  expect(reader.access_token).not.toBe(admin.access_token)
  expect(reader.refresh_token).not.toBe(admin.refresh_token)
})

test('invalid credentials of any kind return 401', async (doors) => {
  for (const headers of [
    { authorization: 'Bearer wrong' },
    { 'x-auth-token': 'sandbox-nobody' },
    { authorization: '' },
    { authorization: 'Bearer ' },
    { authorization: `Basic ${btoa('admin:admin')}` },
    { authorization: 'Token nope' },
    { authorization: 'garbage' },
  ]) {
    const response = await doors.fetch('/api/entities/1001', { headers })

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('Bearer')
  }

  const guess = { user_name: 'reader', password: 'guess' }

  expect((await doors.post('/api/authenticate', guess)).status).toBe(401)
})

test('a request without credentials acts as the editor, or returns 401 if sign-in is required', async () => {
  await using open = await openKitchen()
  const created = await open.post('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/T.Menu' },
  })

  expect(created.status).toBe(201)

  await using closed = await openKitchen({ auth: 'required' })

  expect(await statusWith(closed, {})).toBe(401)
})
