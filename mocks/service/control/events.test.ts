import { expect } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createFetchHandler } from '../../doors/fetch/create-fetch-handler.ts'
import { setHealth } from '../../data/model/health/health-changes.ts'
import { createHandlers } from '../../doors/msw/index.ts'
import { listen } from '../../doors/node/listen.ts'
import { menu } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

const lunch = `/api/entities/${menu.lunch}`

/** Reads `count` events. */
async function readEvents(response: Response, count: number): Promise<unknown[]> {
  const reader = response.body?.getReader()
  const events: unknown[] = []
  let text = ''

  while (events.length < count) {
    text += new TextDecoder().decode((await reader?.read())?.value)
    const parts = text.split('\n\n')

    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]

      if (data !== undefined) events.push(JSON.parse(data))
    }
  }

  return events
}

test('GET /__sandbox/events reports each change: who made it, and which records it changed', async (doors) => {
  const streams = await doors.open('/__sandbox/events')

  await doors.put(lunch, { properties: { Name: 'Changed' } })
  await doors.fetch('/__sandbox/undo', { method: 'POST', headers: { 'X-Auth-Token': 'sandbox-admin' } })

  for (const stream of streams) {
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await readEvents(stream, 2)).toEqual([
      {
        sequence: 1,
        at: '2026-06-15T12:00:00.000Z',
        kind: 'change',
        by: 'editor',
        changes: [{ table: 'entities', count: 1, keys: [menu.lunch] }],
      },
      {
        sequence: 2,
        at: '2026-06-15T12:00:00.000Z',
        kind: 'undo',
        by: 'admin',
        changes: [{ table: 'entities', count: 1, keys: [menu.lunch] }],
      },
    ])
  }
})

test('streams of events ask proxies not to hold them back', async (doors) => {
  const streams = [
    ...(await doors.open('/__sandbox/events')),
    ...(await doors.open('/__sandbox/journal', { headers: { accept: 'text/event-stream' } })),
  ]

  for (const { headers } of streams) expect(headers.get('x-accel-buffering')).toBe('no')
})

test('GET /__sandbox/events with Last-Event-ID first sends what was missed', async (doors) => {
  for (const name of ['One', 'Two', 'Three']) {
    await doors.put(lunch, { properties: { Name: name } })
  }

  for (const stream of await doors.open('/__sandbox/events', { headers: { 'Last-Event-ID': '1' } })) {
    expect(await readEvents(stream, 2)).toMatchObject([{ sequence: 2 }, { sequence: 3 }])
  }
})

test('GET /__sandbox/events with the Last-Event-ID of an earlier run reports all changes as missed', async (doors) => {
  const change = () => doors.put(lunch, { properties: {} })

  await change()
  const streams = await doors.open('/__sandbox/events', { headers: { 'Last-Event-ID': '70' } })
  await change()

  for (const stream of streams) {
    expect(await readEvents(stream, 2)).toMatchObject([{ from: 1, to: 1 }, { sequence: 2 }])
  }
})

test('GET /__sandbox/events reports changes as missed although all since were evicted', async () => {
  const sandbox = await buildSandbox({ entities: 0 })
  await using server = await listen(createHandlers(sandbox))

  sandbox.change((draft) => setHealth(draft, 'search', { label: 'Red' }, { now: 0 }))
  for (const entry of sandbox.history.after(0)) sandbox.history.evict(entry)

  const stream = await fetch(`${server.url}/__sandbox/events`, { headers: { 'Last-Event-ID': '0' } })

  expect(await readEvents(stream, 1)).toEqual([{ from: 1, to: 1 }])
})

test('GET /__sandbox/events reports the changes of its own sandbox only', async (doors) => {
  const streams = await doors.open('/s/blue/__sandbox/events')

  await doors.delete(lunch)
  await doors.put(`/s/blue${lunch}`, { properties: {} })

  for (const stream of streams) {
    expect(await readEvents(stream, 1)).toMatchObject([{ sequence: 1, kind: 'change' }])
  }
})

test('of more than 1,000 streams at a time, one more is 503 until another ends', async () => {
  const handle = createFetchHandler(await buildSandbox({ entities: 0 }), { controlToken: 'key' })
  const headers = { 'X-Sandbox-Control': 'key' }
  const open = () => handle(new Request('http://localhost/__sandbox/events', { headers }))
  const streams = await Promise.all(Array.from({ length: 1000 }, open))
  const rejected = await open()

  expect(streams.every(({ status }) => status === 200)).toBe(true)
  expect(rejected.status).toBe(503)
  expect(rejected.headers.get('retry-after')).toBe('1')

  await streams[0]?.body?.cancel()
  expect((await open()).status).toBe(200)
})

test('GET /__sandbox/events?simulation=true reports when the acting user, scenario or number of active faults changes', async (doors) => {
  const streams = await doors.open('/__sandbox/events?simulation=true')

  await doors.fetch('/__sandbox/user', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'reader' }),
  })

  for (const stream of streams) {
    expect(await readEvents(stream, 1)).toEqual([{ acting_user: 'reader', scenario: null, active_faults: 0 }])
  }
})
