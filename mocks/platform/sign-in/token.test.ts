import { expect } from 'vitest'
import { jsonOf } from '../../testing/doors.ts'
import type { Doors } from '../../testing/doors.ts'
import { ExistingClient } from '../../testing/existing-client.ts'
import { openKitchen } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

const client = { client_id: 'sandbox', client_secret: 'sandbox' }

function post(doors: Doors, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return doors.fetch('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
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

test('an application signs in with its secret in the body or in Basic credentials; the response must not be cached', async (doors) => {
  const { status, headers } = await post(doors, { grant_type: 'client_credentials', ...client })

  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
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

test('a secret is all that follows the first colon of HTTP Basic', async (doors) => {
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

test('a JSON body is rejected with the expected content type', async (doors) => {
  const response = await doors.post('/oauth/token', { grant_type: 'client_credentials', ...client })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining('application/x-www-form-urlencoded'),
  })
})

test('a token expires after an hour of the sandbox’s clock, and can be renewed once with its refresh token', async (doors) => {
  const { accessToken, refreshToken: refresh_token } = await ExistingClient.signedIn(doors)

  await doors.post('/__sandbox/clock/advance', { ms: 3_600_000 })
  expect(await statusWith(doors, { authorization: `Bearer ${accessToken}` })).toBe(401)

  const renewed = await post(doors, { grant_type: 'refresh_token', refresh_token, ...client })
  const tokens = (await renewed.json()) as { access_token: string; refresh_token: string } // checked by its use
  const again = await post(doors, { grant_type: 'refresh_token', refresh_token, ...client })

  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(await statusWith(doors, { authorization: `Bearer ${tokens.access_token}` })).toBe(200)
  expect(tokens.refresh_token).not.toBe(refresh_token)
  expect(again.status).toBe(400)
  expect(await again.json()).toMatchObject({ error: 'invalid_grant' })
})

test('a sign-in after a restore issues new tokens', async (doors) => {
  const snapshots = '/__sandbox/snapshots'

  await doors.post(snapshots, { name: 'before' })
  const admin = await ExistingClient.signedIn(doors, 'admin')
  await doors.post(`${snapshots}/before/restore`)
  const reader = await ExistingClient.signedIn(doors, 'reader')

  expect(reader.accessToken).not.toBe(admin.accessToken)
  expect(reader.refreshToken).not.toBe(admin.refreshToken)
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
