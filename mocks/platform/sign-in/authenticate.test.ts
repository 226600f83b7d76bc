import { expect } from 'vitest'
import { openKitchen } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

test('POST authenticate returns a token for the header X-Auth-Token', async () => {
  await using doors = await openKitchen({ auth: 'required' })
  const response = await doors.post('/api/authenticate', { user_name: 'reader', password: 'reader' })
  const { token } = (await response.json()) as { token: string }

  expect(response.status).toBe(200)
  expect(await doors.get('/api/userProfile', { headers: { 'x-auth-token': token } })).toMatchObject({
    properties: { Username: 'reader' },
  })
})

test('a wrong password returns 401', async ({ doors }) => {
  const response = await doors.post('/api/authenticate', { user_name: 'reader', password: 'guess' })

  expect(response.status).toBe(401)
})
