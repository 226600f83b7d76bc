import { expect } from 'vitest'
import { openDoors, testTime, type Doors } from '../../testing/doors.ts'
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

const end = '9999-12-31T23:59:59.999Z'

test.table([
  ['POST', '/advance', { ms: 8_640_000_000_000_000 }, end],
  ['POST', '/advance', { ms: -9_000_000_000_000_000 }, '0001-01-01T00:00:00.000Z'],
  ['PUT', '', { mode: 'real', offset_ms: 8_640_000_000_000_000 }, end],
  ['PUT', '', { mode: 'frozen', at: '9999-12-31T23:59:59-01:00' }, end],
])(
  '%s /__sandbox/clock%s %j stops the clock at the end of its years, says so, and it can be moved back',
  async (doors, ...given) => {
    const [method, path, json, now] = given
    const set = await doors.fetch(`/__sandbox/clock${path}`, { method, json })
    const written = await doors.put('/api/entities/1000', { properties: {} })

    for (const { headers } of [set, written]) {
      expect(headers.get('x-sandbox-warning')).toContain('the end of the years 1 to 9999')
    }
    expect(await set.json()).toMatchObject({ now })
    expect(written.status).toBe(204)
    expect(await doors.get('/api/entities/1000')).toMatchObject({ modified_on: now })

    const back = await doors.post('/__sandbox/clock/advance', { ms: now === end ? -1000 : 1000 })

    expect(back.headers.get('x-sandbox-warning')).toBeNull()
  },
)

test('a clock that runs to the end of the year 9999 stops there, and says so', async () => {
  const machine = { now: testTime }
  await using doors = await openDoors({ machineClock: () => machine.now })
  const offset_ms = Date.parse(end) - 1000 - testTime
  const set = await doors.put('/__sandbox/clock', { mode: 'real', offset_ms })

  machine.now += 86_400_000

  const read = await doors.fetch('/__sandbox/clock')

  expect(set.headers.get('x-sandbox-warning')).toBeNull()
  expect(read.headers.get('x-sandbox-warning')).toContain('the end of the years 1 to 9999')
  expect(await read.json()).toMatchObject({ offset_ms, now: end })

  await doors.put('/__sandbox/clock', { mode: 'frozen', at: '2030-01-02T03:04:05Z' })
  expect(await doors.get('/__sandbox/clock')).toMatchObject({ now: '2030-01-02T03:04:05.000Z' })
})
