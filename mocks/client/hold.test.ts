import { expect, test } from 'vitest'
import { createSandbox } from '../index.ts'

test('hold() lets a test see what waits, release it, and no more is held afterwards', async () => {
  await using sandbox = await createSandbox({ entities: 20 })
  const held = await sandbox.hold('GET', '/api/entities/:id')
  const response = sandbox.fetch('/api/entities/1000')

  expect(await held.request()).toMatchObject({ method: 'GET', path: '/api/entities/1000' })
  await held.release({ status: 503 })

  expect((await response).status).toBe(503)
  expect((await sandbox.fetch('/api/entities/1000')).status).toBe(200)
  expect(await sandbox.verify({ path: '/api/entities/1000', count: 2 })).toMatchObject({ ok: true })
})

test('hold().request() fails with what it waited for when no request comes', async () => {
  await using sandbox = await createSandbox({ entities: 20 })
  await using held = await sandbox.hold('GET', '/api/entities/{id}')

  await sandbox.fetch('/api/entities/1000/copy')
  await expect(held.request({ timeout: 50 })).rejects.toThrow(
    'No request was held within 50 ms: GET /api/entities/{id}. The nearest was GET /api/entities/1000/copy -> 405.',
  )
})
