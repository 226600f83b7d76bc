import { expect } from 'vitest'
import { jsonOf } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-doors.ts'

test('GET /__sandbox/personas lists the users who can sign in, the built-in ones first', async (doors) => {
  const { items } = await doors.get<{ items: { name: string; token: string; role: string }[] }>(
    '/__sandbox/personas',
  )

  expect(items.slice(0, 3).map(({ name, role }) => [name, role])).toEqual([
    ['admin', 'administrator'],
    ['editor', 'editor'],
    ['reader', 'reader'],
  ])
  for (const { token } of items) {
    const { status } = await doors.fetch('/api/entities/1000', { headers: { 'x-auth-token': token } })

    expect(status).toBe(200)
  }
})

test('an unknown access token is answered with the nearest ready-made one, if there is one', async (doors) => {
  const answerTo = (token: string) =>
    jsonOf(401, doors.fetch('/api/entities/1000', { headers: { 'x-auth-token': token } }))

  expect(await answerTo('sandbox-admn')).toEqual({
    Message: 'The access token is unknown or has expired. Did you mean "sandbox-admin"?',
  })
  expect(await answerTo('9f8e7d')).toEqual({ Message: 'The access token is unknown or has expired.' })

  await doors.delete('/api/entities/8')
  expect(await answerTo('sandbox-reader')).toEqual({
    Message: 'The access token is unknown or has expired. Its user does not exist.',
  })
})

test('GET /__sandbox/personas omits a password that was changed', async (doors) => {
  const passwords = async () =>
    (await doors.get<{ items: { name: string; password?: string }[] }>('/__sandbox/personas')).items.map(
      ({ name, password }) => [name, password],
    )
  const { personas } = await doors.get<{ personas: { name: string; user_id: number }[] }>('/__sandbox')
  const reader = personas.find(({ name }) => name === 'reader')

  expect(await passwords()).toContainEqual(['reader', 'reader'])

  const response = await doors.post(
    `/api/account/${reader?.user_id}/setpassword`,
    { password: 'hunter22' },
    { headers: { 'x-auth-token': 'sandbox-admin' } },
  )

  expect(response.ok).toBe(true)
  expect(await passwords()).toContainEqual(['reader', undefined])
})

test('PUT /__sandbox/user sets the user for requests without credentials', async (doors) => {
  const change = { method: 'PUT', json: { properties: {} } }

  await doors.put('/__sandbox/user', { name: 'reader' })
  expect((await doors.fetch('/api/entities/1000', change)).status).toBe(403)

  await doors.put('/__sandbox/user', { name: null })
  expect((await doors.fetch('/api/entities/1000', change)).status).toBe(401)
  expect(await doors.get('/__sandbox/user')).toEqual({ name: null, role: null })

  await doors.put('/__sandbox/user', { name: 'admin' })
  expect((await doors.fetch('/api/entities/1000', change)).status).toBe(204)
})

test('PUT /__sandbox/user rejects a user that does not exist', async (doors) => {
  expect(await jsonOf(400, doors.put('/__sandbox/user', { name: 'nobody' }))).toEqual({
    name: expect.stringMatching(
      /^There is no user "nobody"\. (Available: admin, editor, reader|Did you mean|GET)/,
    ),
  })
})
