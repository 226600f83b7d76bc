import { expect, test } from 'vitest'
import { ExistingClient } from '../../testing/existing-client.ts'
import { openKitchen } from '../../testing/kitchen.ts'

const pastExpiry = 3_601_000

test('every grant returns an access token, a refresh token, a type and a lifetime', async () => {
  await using doors = await openKitchen()
  const client = new ExistingClient(doors)
  const password = await client.requestToken({ grant_type: 'password', username: 'admin', password: 'admin' })
  const responses = [
    password,
    await client.requestToken({ grant_type: 'client_credentials' }),
    await client.requestToken({ grant_type: 'refresh_token', refresh_token: client.refreshToken }),
  ]

  for (const response of responses) {
    expect(await response.json()).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
    })
  }
})

test('a client with an expired token renews it once, repeats the request, and uses the new tokens', async () => {
  await using doors = await openKitchen({ auth: 'required' })
  const client = await ExistingClient.signedIn(doors)
  const before = [client.accessToken, client.refreshToken]

  for (let renewal = 0; renewal < 2; renewal++) {
    for (const { clock } of doors.sandboxes) clock.advance(pastExpiry)
    expect((await client.query({ type: 9, name: 'T.Dish' })).status).toBe(200)
  }

  expect([client.accessToken, client.refreshToken]).not.toEqual(before)
})

test('a refresh token is valid once; a second use returns invalid_grant', async () => {
  await using doors = await openKitchen()
  const client = await ExistingClient.signedIn(doors)
  const used = client.refreshToken

  await client.requestToken({ grant_type: 'refresh_token', refresh_token: used })

  const rejected = await client.requestToken({ grant_type: 'refresh_token', refresh_token: used })

  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toMatchObject({ error: 'invalid_grant' })
})

test.each([
  [{ grant_type: 'password', username: 'admin', password: 'wrong' }, 'invalid_grant'],
  [{ grant_type: 'code' }, 'unsupported_grant_type'],
])('a rejected sign-in returns 400 with its error: %o', async (fields, error) => {
  await using doors = await openKitchen()

  const rejected = await new ExistingClient(doors).requestToken(fields)

  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toMatchObject({ error })
})
