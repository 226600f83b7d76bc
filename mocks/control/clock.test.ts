import { expect, test } from 'vitest'
import { openDoors } from '../testing/doors.ts'

test('PUT /__sandbox/clock freezes the clock, and what is saved then carries that time', async () => {
  await using doors = await openDoors()

  await doors.fetch('/__sandbox/clock', {
    method: 'PUT',
    json: { mode: 'frozen', at: '2030-01-02T03:04:05Z' },
  })
  await doors.fetch('/api/entities/1000', { method: 'PUT', json: { properties: {} } })

  expect(await doors.get('/api/entities/1000')).toMatchObject({ modified_on: '2030-01-02T03:04:05.000Z' })
})

test('POST /__sandbox/clock/advance moves a frozen clock on', async () => {
  await using doors = await openDoors()

  await doors.fetch('/__sandbox/clock', {
    method: 'PUT',
    json: { mode: 'frozen', at: '2030-01-02T03:04:05Z' },
  })
  await doors.fetch('/__sandbox/clock/advance', { method: 'POST', json: { ms: 90_000 } })

  expect(await doors.get('/__sandbox/clock')).toMatchObject({
    mode: 'frozen',
    at: '2030-01-02T03:05:35.000Z',
  })
})

test('PUT /__sandbox/clock with an offset runs ahead of the machine', async () => {
  await using doors = await openDoors()

  await doors.fetch('/__sandbox/clock', { method: 'PUT', json: { mode: 'real', offset_ms: 86_400_000 } })
  await doors.fetch('/api/entities/1000', { method: 'PUT', json: { properties: {} } })

  expect(await doors.get('/api/entities/1000')).toMatchObject({ modified_on: '2026-06-16T12:00:00.000Z' })
  expect(await doors.get('/__sandbox/journal?limit=1')).toMatchObject({
    items: [{ time: '2026-06-16T12:00:00.000Z' }],
  })
})
