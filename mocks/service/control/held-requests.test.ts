import { expect } from 'vitest'
import type { Door, Doors } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-doors.ts'

const entity = '/api/entities/1000'
const gate = '/__sandbox/faults/gate'

interface HeldList {
  readonly held: readonly { readonly method: string; readonly path: string; readonly user: string | null }[]
}

/** Adds a fault to the sandbox of each door. */
const addGate = (doors: Doors, effect: object, match: object = {}) => doors.put(gate, { match, effect })

async function heldAt(door: Door): Promise<HeldList['held']> {
  const response = await door.send(gate, {})

  return ((await response.json()) as HeldList).held // a fault
}

function sendJson(door: Door, path: string, method: string, json: unknown = {}): Promise<Response> {
  return door.send(path, {
    method,
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json' },
  })
}

const release = (door: Door, json: object = {}) => sendJson(door, `${gate}/release`, 'POST', json)

/** Sends a request that is held, runs a function meanwhile, and returns the response. */
async function whileHeld(
  door: Door,
  request: () => Promise<Response>,
  run: () => Promise<unknown>,
): Promise<{ status: number; text: string }> {
  let isAnswered = false
  const answered = request().then(async (response) => {
    isAnswered = true

    return { status: response.status, text: await response.text() }
  })

  await expect.poll(() => heldAt(door)).toHaveLength(1)
  expect(isAnswered).toBe(false)
  await run()

  return answered
}

const rename = (door: Door) => sendJson(door, entity, 'PUT', { properties: { Title: 'Later' } })

test('a held request is listed, and answered as if nothing had held it once it is released', async (doors) => {
  await addGate(doors, { kind: 'hold' }, { path: '/api/entities/:id' })
  await doors.forEachDoor(async (door) => {
    const { status, text } = await whileHeld(
      door,
      () => door.send(`${entity}?culture=en-US`, {}),
      async () => {
        expect(await heldAt(door)).toMatchObject([
          { method: 'GET', path: `${entity}?culture=en-US`, user: 'editor' },
        ])
        expect(await (await release(door)).json()).toEqual({ released: 1 })
      },
    )

    expect([status, text]).toEqual([200, expect.stringContaining('"id":1000,')])
    expect(await heldAt(door)).toEqual([])
  })
})

test.table([
  [{ status: 503 }, 503, 'Fault \\"gate\\"'],
  [{ status: 409, body: { Message: 'Taken.' } }, 409, '{"Message":"Taken."}'],
  [{ body: { edited: true } }, 200, '{"edited":true}'],
])('a held request released with %j gets that', async (doors, edit, status, text) => {
  await addGate(doors, { kind: 'hold' })
  await doors.forEachDoor(async (door) => {
    const got = await whileHeld(
      door,
      () => door.send(entity, {}),
      () => release(door, edit),
    )

    expect(got).toEqual({ status, text: expect.stringContaining(text) })
  })
})

test('a held write takes effect when it is released, or before with "applied"; not if it is released as an error', async (doors) => {
  for (const { effect, edit, before, after } of [
    { effect: {}, edit: {}, before: false, after: true },
    { effect: { applied: true }, edit: { status: 504 }, before: true, after: true },
    { effect: {}, edit: { status: 504 }, before: false, after: false },
  ]) {
    await doors.post('/__sandbox/reset', {})
    await addGate(doors, { kind: 'hold', ...effect }, { method: 'PUT' })
    await doors.forEachDoor(async (door) => {
      const isRenamed = async () => (await (await door.send(entity, {})).text()).includes('"Title":"Later"')

      await whileHeld(
        door,
        () => rename(door),
        async () => {
          expect(await isRenamed()).toBe(before)
          await release(door, edit)
        },
      )
      expect(await isRenamed()).toBe(after)
    })
  }
})

test.table(['hold', 'never'])('removing a fault of kind %s releases what it holds', async (doors, kind) => {
  await doors.forEachDoor(async (door) => {
    for (const remove of [
      () => door.send(gate, { method: 'DELETE' }),
      () => door.send('/__sandbox/faults', { method: 'DELETE' }),
      () => sendJson(door, '/__sandbox/reset', 'POST'),
    ]) {
      await sendJson(door, gate, 'PUT', { match: { path: entity }, effect: { kind } })

      const { status, text } = await whileHeld(door, () => door.send(entity, {}), remove)

      expect([status, text]).toEqual([200, expect.stringContaining('"id":1000,')])
    }
  })
})

test('nothing waits any more for a client that is gone, nor for a sandbox that was deleted', async (doors) => {
  await addGate(doors, { kind: 'hold' })
  await doors.forEachDoor(async (door) => {
    const client = new AbortController()
    const aborted = door.send(entity, { signal: client.signal })

    await expect.poll(() => heldAt(door)).toHaveLength(1)
    client.abort()
    await expect(aborted).rejects.toThrow(/abort|closed|cut/i)
    await expect.poll(() => heldAt(door)).toEqual([])

    await sendJson(door, '/__sandbox/sandboxes', 'POST', { id: 'blue' })
    await sendJson(door, `/s/blue${gate}`, 'PUT', { effect: { kind: 'hold' } })
    const held = door.send(`/s/blue${entity}`, {})
    const isBroken = held.then(
      () => false,
      (error: unknown) => /fetch|socket|reset|cut|terminated|hang up/i.test(String(error)),
    )

    await expect
      .poll(async () => ((await (await door.send(`/s/blue${gate}`, {})).json()) as HeldList).held)
      .toHaveLength(1)
    await door.send('/__sandbox/sandboxes/blue', { method: 'DELETE' })
    expect(await isBroken).toBe(true)
  })
})

test.table([
  ['code=503', 503, 'code=503'],
  ['respond-async, code="404"', 404, 'code=404'],
  ['delay=5', 200, 'delay=5'],
  ['delay=5; code=429', 429, 'code=429, delay=5'],
  ['code=200', 200, null],
  ['return=minimal', 200, null],
  ['code=banana, delay=-1', 200, null],
])('a request with "Prefer: %s" gets %i', async (doors, prefer, status, applied) => {
  const response = await doors.fetch(entity, { headers: { prefer } })

  expect(response.status).toBe(status)
  expect(response.headers.get('preference-applied')).toBe(applied)
  expect(await doors.get('/__sandbox/journal')).toMatchObject({
    items: [{ faults: applied === null ? [] : [`Prefer: ${applied}`] }],
  })
})

test('a preferred response comes before that of a fault, and a write that prefers an error changes nothing', async (doors) => {
  await doors.put(gate, { effect: { kind: 'response', status: 418 } })

  expect((await doors.fetch(entity, { headers: { prefer: 'code=503' } })).status).toBe(503)
  expect((await doors.fetch(entity, { headers: { prefer: 'delay=1' } })).status).toBe(418)
})
