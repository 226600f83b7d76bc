import { expect } from 'vitest'
import { openDoors } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-kitchen.ts'

test('a rate limit applies to each user, and returns 429 with Retry-After until the second is over', async () => {
  await using doors = await openDoors({ rateLimit: 3 })
  const read = (user: string) =>
    doors.fetch('/api/entities/6', { headers: { 'x-auth-token': `sandbox-${user}` } })

  for (const sandbox of doors.sandboxes) sandbox.change((draft) => draft.set({ clock: draft.clock.frozen() }))
  for (let request = 0; request < 3; request++) expect((await read('editor')).status).toBe(200)

  const rejected = await read('editor')

  expect(rejected.status).toBe(429)
  expect(await rejected.json()).toMatchObject({ Message: expect.stringContaining('3 requests') })
  expect(rejected.headers.get('retry-after')).toBe('1')
  expect((await read('admin')).status).toBe(200)
  for (const sandbox of doors.sandboxes) {
    sandbox.change((draft) => draft.set({ clock: draft.clock.advanced(1000) }))
  }
  expect((await read('editor')).status).toBe(200)
})

test('a reset clears the requests that a rate limit has counted', async () => {
  await using doors = await openDoors({ rateLimit: 1 })
  const read = async () => (await doors.fetch('/api/entities/6')).status

  for (const sandbox of doors.sandboxes) sandbox.change((draft) => draft.set({ clock: draft.clock.frozen() }))
  expect([await read(), await read()]).toEqual([200, 429])
  await doors.post('/__sandbox/reset')
  expect(await read()).toBe(200)
})
