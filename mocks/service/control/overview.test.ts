import { expect, test } from 'vitest'
import { openDoors } from '../../testing/doors.ts'

test('GET /__sandbox returns an overview of the sandbox', async () => {
  await using doors = await openDoors({ seed: 7 })

  expect(await doors.get('/s/blue/__sandbox')).toMatchObject({
    name: 'entity-sandbox',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    runtime: 'node',
    sandbox: 'blue',
    seed: 7,
    auth: 'default',
    acting_user: 'editor',
    clock: { mode: 'real', now: '2026-06-15T12:00:00.000Z' },
    counts: { entities: expect.any(Number), definitions: expect.any(Number) },
    personas: [{ name: 'admin', token: 'sandbox-admin' }, { name: 'editor' }, { name: 'reader' }],
  })
})
