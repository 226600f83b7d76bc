import { expect } from 'vitest'
import { type Doors } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-doors.ts'

const freeze = (doors: Doors, at: string) => doors.put('/__sandbox/clock', { mode: 'frozen', at })

test('a frozen clock moves only when it is advanced; changes and the Date of responses have its time at every door', async (doors) => {
  await freeze(doors, '2030-01-02T03:04:05Z')
  await doors.put('/api/entities/1000', { properties: {} })

  expect(await doors.get('/api/entities/1000')).toMatchObject({ modified_on: '2030-01-02T03:04:05.000Z' })
  expect((await doors.fetch('/api/entities/1000')).headers.get('Date')).toBe('Wed, 02 Jan 2030 03:04:05 GMT')

  await doors.post('/__sandbox/clock/advance', { ms: 90_000 })
  expect(await doors.get('/__sandbox/clock')).toMatchObject({
    mode: 'frozen',
    at: '2030-01-02T03:05:35.000Z',
  })
})

test('PUT /__sandbox/clock accepts what GET returned, and warns of a time for a running clock', async (doors) => {
  const put = async (json: object) => {
    const { status, headers } = await doors.put('/__sandbox/clock', json)

    expect(status).toBe(200)

    return headers.get('x-sandbox-warning')
  }

  expect(await put(await doors.get('/__sandbox/clock'))).toBeNull()
  expect(await put({ mode: 'frozen', at: '2030-01-02T03:04:05Z' })).toBeNull()
  expect(await put(await doors.get('/__sandbox/clock'))).toBeNull()
  expect(await doors.get('/__sandbox/clock')).toMatchObject({ at: '2030-01-02T03:04:05.000Z' })
  expect(await put({ mode: 'real', at: '2030-01-02T03:04:05Z' })).toContain('/at')
})

test('PUT /__sandbox/clock with an offset runs ahead of the machine', async (doors) => {
  await doors.put('/__sandbox/clock', { mode: 'real', offset_ms: 86_400_000 })
  await doors.put('/api/entities/1000', { properties: {} })

  expect(await doors.get('/api/entities/1000')).toMatchObject({ modified_on: '2026-06-16T12:00:00.000Z' })
  expect(await doors.get('/__sandbox/journal?limit=1')).toMatchObject({
    items: [{ time: '2026-06-16T12:00:00.000Z' }],
  })
})

test.table([
  ['POST', '/advance', { ms: 8_640_000_000_000_000 }],
  ['POST', '/advance', { ms: -9_000_000_000_000_000 }],
  ['PUT', '', { mode: 'real', offset_ms: 8_640_000_000_000_000 }],
  ['PUT', '', { mode: 'frozen', at: '9999-12-31T23:59:59-01:00' }],
])('%s /__sandbox/clock%s %j is 400, and the clock is unchanged', async (doors, ...given) => {
  const [method, path, json] = given

  const response = await doors.fetch(`/__sandbox/clock${path}`, { method, json })
  const clock = await doors.get('/__sandbox/clock')
  const written = await doors.put('/api/entities/1000', { properties: {} })

  expect(response.status).toBe(400)
  expect(await response.text()).toContain('years 1 to 9999')
  expect(clock).toMatchObject({ mode: 'real', offset_ms: 0, now: '2026-06-15T12:00:00.000Z' })
  expect(written.status).toBe(204)
})

test('POST /__sandbox/clock/advance moves a frozen clock no further than the year 9999', async (doors) => {
  await freeze(doors, '9999-12-31T00:00:00Z')

  expect((await doors.post('/__sandbox/clock/advance', { ms: 86_400_000 })).status).toBe(400)
  expect(await doors.get('/__sandbox/clock')).toMatchObject({ at: '9999-12-31T00:00:00.000Z' })
})
