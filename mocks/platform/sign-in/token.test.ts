import { expect } from 'vitest'
import { jsonOf } from '../../testing/doors.ts'
import type { Doors } from '../../testing/doors.ts'
import { openKitchen } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

interface Tokens {
  access_token: string
  refresh_token: string
}

const client = { client_id: 'sandbox', client_secret: 'sandbox' }

function post(doors: Doors, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return doors.fetch('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}

async function signIn(doors: Doors, name: string): Promise<Tokens> {
  const response = await post(doors, { grant_type: 'password', username: name, password: name, ...client })

  return (await response.json()) as Tokens // what the first test below checks
}

const statusWith = async (doors: Doors, headers: Record<string, string>) =>
  (await doors.fetch('/api/entities/1001', { headers })).status

test.table(['admin', 'editor', 'reader'])(
  '%s signs in with the user name as password',
  async (doors, name) => {
    const response = await post(doors, { grant_type: 'password', username: name, password: name, ...client })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    })
  },
)

test('an application signs in with its secret in the body or in Basic credentials', async ({ doors }) => {
  expect((await post(doors, { grant_type: 'client_credentials', ...client })).status).toBe(200)
  expect(
    (
      await post(
        doors,
        { grant_type: 'client_credentials' },
        { authorization: `Basic ${btoa('sandbox:sandbox')}` },
      )
    ).status,
  ).toBe(200)
})

test('a secret is all that follows the first colon of HTTP Basic', async ({ doors }) => {
  const authorization = `Basic ${btoa('sandbox:sandbox:more')}`
  const response = await post(doors, { grant_type: 'client_credentials' }, { authorization })

  expect(await response.json()).toMatchObject({ error: 'invalid_client' })
})

test.table([
  [
    'a wrong password',
    { grant_type: 'password', username: 'admin', password: 'x', ...client },
    'invalid_grant',
  ],
  ['an unknown user', { grant_type: 'password', username: 'x', password: 'x', ...client }, 'invalid_grant'],
  [
    'a wrong secret',
    { grant_type: 'client_credentials', client_id: 'sandbox', client_secret: 'x' },
    'invalid_client',
  ],
  ['an unknown grant', { grant_type: 'constructor', ...client }, 'unsupported_grant_type'],
  ['no fields at all', {}, 'invalid_client'],
])('%s is rejected with the error of OAuth', async (doors, _, fields, error) => {
  expect(await jsonOf(400, post(doors, fields))).toMatchObject({ error })
})

test('a response with tokens must not be cached', async ({ doors }) => {
  const response = await post(doors, { grant_type: 'client_credentials', ...client })

  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a JSON body is rejected with the expected content type', async ({ doors }) => {
  const response = await doors.post('/oauth/token', { grant_type: 'client_credentials', ...client })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining('application/x-www-form-urlencoded'),
  })
})

test('an issued token is accepted as Bearer and as X-Auth-Token', async () => {
  await using doors = await openKitchen({ auth: 'required' })
  const { access_token } = await signIn(doors, 'reader')

  expect(await statusWith(doors, { authorization: `Bearer ${access_token}` })).toBe(200)
  expect(await statusWith(doors, { 'x-auth-token': access_token })).toBe(200)
})

test('a token expires after an hour of the sandbox’s clock, and can be renewed once with its refresh token', async ({
  doors,
}) => {
  const { access_token, refresh_token } = await signIn(doors, 'editor')

  await doors.post('/__sandbox/clock/advance', { ms: 3_600_000 })
  expect(await statusWith(doors, { authorization: `Bearer ${access_token}` })).toBe(401)

  const renewed = await post(doors, { grant_type: 'refresh_token', refresh_token, ...client })
  const tokens = (await renewed.json()) as Tokens // checked by its use
  const again = await post(doors, { grant_type: 'refresh_token', refresh_token, ...client })

  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(await statusWith(doors, { authorization: `Bearer ${tokens.access_token}` })).toBe(200)
  expect(tokens.refresh_token).not.toBe(refresh_token)
  expect(again.status).toBe(400)
  expect(await again.json()).toMatchObject({ error: 'invalid_grant' })
})

test('a sign-in after a restore issues new tokens', async ({ doors }) => {
  const snapshots = '/__sandbox/snapshots'

  await doors.post(snapshots, { name: 'before' })
  const admin = await signIn(doors, 'admin')
  await doors.post(`${snapshots}/before/restore`)
  const reader = await signIn(doors, 'reader')

  expect(reader.access_token).not.toBe(admin.access_token)
  expect(reader.refresh_token).not.toBe(admin.refresh_token)
})

test('built-in tokens are accepted without signing in', async () => {
  await using doors = await openKitchen({ auth: 'required' })

  for (const name of ['admin', 'editor', 'reader']) {
    expect(await statusWith(doors, { 'x-auth-token': `sandbox-${name}` })).toBe(200)
  }
})

test('invalid credentials of any kind return 401', async ({ doors }) => {
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
