import { expect } from 'vitest'
import { routes } from '../../local/create-service.ts'
import { misspeltRoute, notImplementedPaths } from '../http/routing/router.ts'
import { jsonOf, openDoors, type Doors } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-doors.ts'

const entity = '/api/entities/1000'

/** The error messages of the doors when there is no response. */
const broken = /fetch|socket|hang up|reset|abort|terminated|time.?out|cut/i

test.table([
  ['a 400 with an error per member', { status: 400 }, '{"fault":'],
  ['a body with headers', { status: 503, body: 'Busy.', headers: { 'Retry-After': '3' } }, 'Busy.'],
  ['a page of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }, '<h1>Bad gateway</h1>'],
  ['JSON', { status: 200, body: [1] }, '[1]'],
])('fault: a response is %s', async (doors, _, effect, start) => {
  await add(doors, { effect: { kind: 'response', ...effect } })

  const response = await doors.fetch(entity)

  expect(response.status).toBe(effect.status)
  expect(response.headers.get('retry-after')).toBe('headers' in effect ? '3' : null)
  expect((await response.text()).startsWith(start)).toBe(true)
})

test('fault: a response names its own fault, not a latency that is applied too', async (doors) => {
  await add(doors, { effect: { kind: 'latency', ms: 1 } })
  await add(doors, { effect: { kind: 'response', status: 503 } })

  expect(await (await doors.fetch(entity)).json()).toEqual({
    Message: 'Fault "fault-2" of this sandbox returned 503.',
  })
})

test.table([204, 304])('fault: a response with status %i has no body', async (doors, status) => {
  await add(doors, { effect: { kind: 'response', status, body: 'text' } })

  const response = await doors.fetch(entity)

  expect(response.status).toBe(status)
  expect(await response.text()).toBe('')
})

test.table([
  ['the path', { path: '/api/entities/:id' }, entity, {}, 500],
  ['another path', { path: '/api/entities/:id/copy' }, entity, {}, 200],
  ['the path in another letter case', { path: '/api/entities/:id' }, '/API/Entities/1000/', {}, 500],
  ['a method', { method: 'get' }, entity, {}, 500],
  ['a query parameter', { query: { culture: 'en-US' } }, `${entity}?culture=en-US`, {}, 500],
  ['a header', { headers: { 'X-Mode': 'a' } }, entity, { 'x-mode': 'a' }, 500],
  ['another header', { headers: { 'X-Mode': 'a' } }, entity, { 'x-mode': 'b' }, 200],
  ['the persona', { user: 'reader' }, entity, { 'x-auth-token': 'sandbox-reader' }, 500],
  ['another persona', { user: 'reader' }, entity, { 'x-auth-token': 'sandbox-admin' }, 200],
  ['a path without a route', { path: '/api/not-yet' }, '/api/not-yet', {}, 500],
])('fault: requests are matched by %s', async (doors, _, match, path, headers, status) => {
  await add(doors, { match, effect: { kind: 'response', status: 500 } })

  expect((await doors.fetch(path, { headers })).status).toBe(status)
})

test.table([
  ['nth', { nth: 2 }, [200, 500, 200, 200]],
  ['every', { every: 2 }, [200, 500, 200, 500]],
  ['times', { times: 1 }, [500, 200, 200, 200]],
  ['enabled', { enabled: false }, [200, 200, 200, 200]],
  ['a probability of 0', { probability: 0 }, [200, 200, 200, 200]],
  ['a probability of 1', { probability: 1 }, [500, 500, 500, 500]],
])('fault: %s', async (doors, _, limits, statuses) => {
  await add(doors, { ...limits, effect: { kind: 'response', status: 500 } })

  expect(await statusesOf(doors, 4)).toEqual(statuses)
})

test('fault: probability depends on the seed, also after a reset, and does not shift the random values of data', async () => {
  await using withoutFaults = await openDoors({ seed: 5 })
  await using created = await openDoors({ seed: 5 })
  await using reset = await openDoors({ seed: 7 })
  const rule = { probability: 0.5, match: { method: 'GET' }, effect: { kind: 'response', status: 500 } }

  await add(created, rule)
  const statuses = await statusesOf(created, 10)

  expect(new Set(statuses)).toEqual(new Set([200, 500]))
  expect(await newToken(created)).toBe(await newToken(withoutFaults))

  for (const [doors, options] of [
    [created, {}],
    [reset, { seed: 5 }],
  ] as const) {
    await add(doors, rule)
    await doors.post('/__sandbox/reset', options)
    expect(await statusesOf(doors, 2)).toEqual([200, 200])
    await add(doors, rule)
    expect(await statusesOf(doors, 10)).toEqual(statuses)
  }
})

test("fault: a fault expires after for_ms on the sandbox's clock", async (doors) => {
  await add(doors, { for_ms: 60_000, effect: { kind: 'response', status: 500 } })
  expect(await statusesOf(doors, 1)).toEqual([500])

  await doors.post('/__sandbox/clock/advance', { ms: 60_000 })
  expect(await statusesOf(doors, 1)).toEqual([200])
  expect(await doors.get('/__sandbox/faults/fault-1')).toMatchObject({
    active: false,
    expires_on: '2026-06-15T12:01:00.000Z',
  })
})

test('fault: a rate limit returns 429 with Retry-After until the time has passed', async (doors) => {
  await add(doors, { effect: { kind: 'rate-limit', requests: 2, per_ms: 10_000 } })
  expect(await statusesOf(doors, 3)).toEqual([200, 200, 429])

  await doors.post('/__sandbox/clock/advance', { ms: 4000 })

  const limited = await doors.fetch(entity)

  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).toBe('6')

  await doors.post('/__sandbox/clock/advance', { ms: 6000 })
  expect(await statusesOf(doors, 1)).toEqual([200])
})

test('fault: headers of the real response are removed or set', async (doors) => {
  await add(doors, { effect: { kind: 'headers', remove: ['etag'], set: { 'X-Build': '7' } } })

  const response = await doors.fetch(entity)

  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBeNull()
  expect(response.headers.get('x-build')).toBe('7')
  expect(await response.json()).toMatchObject({ id: 1000 })
})

test.table([
  ['a text', { kind: 'response', status: 200, body: 'text' }],
  ['JSON', { kind: 'response', status: 200, body: {} }],
  ['the real response', { kind: 'headers' }],
])('fault: %s has each given header once, in any letter case', async (doors, _, effect) => {
  const headers = { 'content-type': 'text/html', etag: '"7"', vary: 'Accept' }

  await add(doors, { effect: { ...effect, [effect.kind === 'headers' ? 'set' : 'headers']: headers } })

  const response = await doors.fetch(entity, { headers: { origin: 'http://sandbox.test' } })

  expect(response.headers.get('content-type')).toBe('text/html')
  expect(response.headers.get('etag')).toBe('"7"')
  expect(response.headers.get('vary')).toBe('Accept, Origin')
})

test('fault: requests of the console itself are neither affected nor counted; requests that a user sends with it are', async (doors) => {
  const from = async (source: string) =>
    (await doors.fetch(entity, { headers: { 'x-sandbox-source': source } })).status

  await add(doors, { times: 1, effect: { kind: 'response', status: 500 } })

  expect(await from('console')).toBe(200)
  expect(await from('explorer')).toBe(500)
  expect(await hits(doors)).toEqual([1])
})

test('fault: an empty response has the real status and no body', async (doors) => {
  await add(doors, { effect: { kind: 'empty' } })

  const response = await doors.fetch(entity)

  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('0')
  expect(await response.text()).toBe('')
})

test('fault: a malformed response is JSON truncated in the middle', async (doors) => {
  const whole = await (await doors.fetch(entity)).text()

  await add(doors, { effect: { kind: 'malformed' } })

  const broken = await (await doors.fetch(entity)).text()

  expect(whole.startsWith(broken)).toBe(true)
  expect(() => JSON.parse(broken) as unknown).toThrow(SyntaxError)
})

test('fault: a response with ms is sent after that time', async (doors) => {
  await add(doors, { effect: { kind: 'response', status: 503, ms: 40 } })

  const began = performance.now()

  expect((await doors.fetch('/api/entities/1000')).status).toBe(503)
  // At each door; timers may be early by a millisecond.
  expect(performance.now() - began).toBeGreaterThan(39 * doors.sandboxes.length)
})

test('fault: latency delays a response', async (doors) => {
  await add(doors, { times: 2, effect: { kind: 'latency', ms: 600_000 } })
  await expectNoResponse(doors, { signal: AbortSignal.timeout(50) })

  await doors.put('/__sandbox/faults/fault-1', { effect: { kind: 'latency', ms: { min: 1, max: 5 } } })
  expect((await doors.fetch(entity)).status).toBe(200)
})

test('fault: a cut connection fails the request, which has no effect', async (doors) => {
  await add(doors, { match: { method: 'PUT' }, effect: { kind: 'cut' } })

  await expectNoResponse(doors, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ properties: { Title: 'Lost' } }),
  })

  expect(JSON.stringify(await doors.get(entity))).not.toContain('Lost')
})

test('fault: a cut with applied: true loses only the response', async (doors) => {
  await add(doors, { match: { method: 'DELETE' }, effect: { kind: 'cut', applied: true } })

  await expectNoResponse(doors, { method: 'DELETE' })
  expect((await doors.fetch(entity)).status).toBe(404)
})

test('fault: a connection cut after some bytes truncates the body', async (doors) => {
  const whole = await (await doors.fetch(entity)).text()

  await add(doors, { effect: { kind: 'cut', after_bytes: 10 } })

  await doors.forEachDoor(async (door) => {
    const response = await door.send(entity, {})
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()

    expect(response.status).toBe(200)
    expect((await reader?.read())?.value).toBe(whole.slice(0, 10))
    await expect(reader?.read()).rejects.toThrow(broken)
  })
})

test('fault: a slow body arrives in chunks, and completely', async (doors) => {
  const whole = await (await doors.fetch(entity)).text()

  await add(doors, { effect: { kind: 'drip', bytes_per_second: whole.length * 8 } })

  await doors.forEachDoor(async (door) => {
    const response = await door.send(entity, {})
    let text = ''
    let parts = 0

    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      parts += 1
    }

    expect(text).toBe(whole)
    expect(parts).toBeGreaterThan(1)
  })
})

test('fault: reading a dripped response fails when the client aborts it', async (doors) => {
  await add(doors, { effect: { kind: 'drip', bytes_per_second: 200 } })

  await doors.forEachDoor(async (door) => {
    const client = new AbortController()
    const response = await door.send(entity, { signal: client.signal })

    client.abort()
    await expect(response.json()).rejects.toThrow(/abort/i)
  })
})

test('fault: a request without a response ends when the client aborts it', async (doors) => {
  await add(doors, { effect: { kind: 'never' } })

  await expectNoResponse(doors, { signal: AbortSignal.timeout(50) })
})

test('faults: latencies add up with the first other matching effect, and pass skips later faults', async (doors) => {
  await add(doors, { name: 'last', effect: { kind: 'response', status: 500 } })
  await add(doors, { name: 'first', match: { path: entity }, effect: { kind: 'response', status: 418 } })
  await add(doors, { match: { user: 'admin' }, effect: { kind: 'pass' } })
  await add(doors, { effect: { kind: 'latency', ms: 1 } })

  expect((await doors.fetch(entity)).status).toBe(418)
  expect((await doors.fetch('/api/entities/1001')).status).toBe(500)
  expect((await doors.fetch(entity, { headers: { 'x-auth-token': 'sandbox-admin' } })).status).toBe(200)
  expect(await hits(doors)).toEqual([3, 1, 1, 1])
})

test('faults: a fork of a sandbox has its faults with their counts', async (doors) => {
  await add(doors, { times: 2, effect: { kind: 'response', status: 500 } })
  expect(await statusesOf(doors, 1)).toEqual([500])

  const fork = { method: 'POST', json: { id: 'copy' } }

  expect((await doors.fetch('/__sandbox/sandboxes/default/fork', fork)).status).toBe(201)
  expect((await doors.fetch(`/s/copy${entity}`)).status).toBe(500)
  expect((await doors.fetch(`/s/copy${entity}`)).status).toBe(200)
  expect(await statusesOf(doors, 2)).toEqual([500, 200])
})

test('faults: the journal names the faults of a request, and its route', async (doors) => {
  await add(doors, { match: { path: entity }, effect: { kind: 'cut' } })
  await expectNoResponse(doors)

  expect(await doors.get('/__sandbox/journal?faults=yes')).toMatchObject({
    items: [{ path: entity, route: '/api/entities/:id', status: 0, faults: ['fault-1'], user: 'editor' }],
  })
})

test('faults: PUT replaces and DELETE removes one or all', async (doors) => {
  const rule = { effect: { kind: 'response', status: 500 } }

  await add(doors, rule)
  await add(doors, rule)
  expect((await doors.put('/__sandbox/faults/mine', rule)).status).toBe(200)
  await doors.put('/__sandbox/faults/fault-1', { ...rule, enabled: false })
  await doors.delete('/__sandbox/faults/fault-2')

  const { items } = await doors.get<{ items: { id: string; enabled: boolean }[] }>('/__sandbox/faults')

  expect(items.map(({ id, enabled }) => [id, enabled])).toEqual([
    ['mine', true],
    ['fault-1', false],
  ])
  expect((await doors.delete('/__sandbox/faults/fault-2')).status).toBe(404)
  expect((await doors.delete('/__sandbox/faults')).status).toBe(204)
  expect(await doors.get('/__sandbox/faults')).toEqual({ items: [], total_items: 0 })
})

test('faults: a preset is added once with all its faults, and removed', async (doors) => {
  const addPreset = { method: 'POST', json: { preset: 'maintenance', for_ms: 60_000 } }

  await doors.fetch('/__sandbox/faults', addPreset)
  await doors.fetch('/__sandbox/faults', addPreset)

  expect((await doors.fetch(entity)).headers.get('retry-after')).toBe('120')
  expect((await doors.fetch('/api/status')).status).toBe(200)
  expect(await doors.get('/__sandbox/faults')).toMatchObject({ total_items: 3 })

  expect(await (await doors.delete('/__sandbox/faults?preset=swamp')).json()).toHaveProperty(
    'preset',
    expect.stringContaining('maintenance'),
  )
  await doors.delete('/__sandbox/faults?preset=maintenance')
  expect((await doors.fetch(entity)).status).toBe(200)
})

test('faults: a generated id is never one that a client chose', async (doors) => {
  const rule = { effect: { kind: 'response', status: 500 } }

  await doors.put('/__sandbox/faults/fault-2', rule)
  for (let count = 0; count < 3; count++) await add(doors, rule)

  const { items } = await doors.get<{ items: { id: string }[] }>('/__sandbox/faults')

  expect(items.map(({ id }) => id)).toEqual(['fault-4', 'fault-3', 'fault-1', 'fault-2'])
})

test('faults: every preset is listed and can be added', async (doors) => {
  const { items } = await doors.get<{ items: { name: string }[] }>('/__sandbox/fault-presets')

  expect(items.map(({ name }) => name)).toEqual([
    'slow-3g',
    'flaky',
    'offline',
    'degraded-search',
    'maintenance',
  ])
  for (const { name } of items) {
    const { status } = await doors.post('/__sandbox/faults', { preset: name })

    expect(status).toBe(201)
  }
})

test.table([
  ['an unknown member', { effect: { kind: 'cut' }, when: 'now' }, 'when'],
  ['a probability above 1', { effect: { kind: 'cut' }, probability: 2 }, 'probability'],
  ['a preset that lasts longer than rules', { preset: 'flaky', for_ms: Number.MAX_SAFE_INTEGER }, 'for_ms'],
  ['a header with a space in its name', withHeaders({ 'x y': '1' }), 'effect.headers.x y'],
  ['a header of two lines', withHeaders({ 'X-Mode': 'a\r\nb: c' }), 'effect.headers.X-Mode'],
  ['a header beyond Latin-1', withHeaders({ 'X-Mode': '日本' }), 'effect.headers.X-Mode'],
  ['its own length', withHeaders({ 'Content-Length': '3' }), 'effect.headers.Content-Length'],
])('faults: a rule with %s is rejected by its place', async (doors, _, rule, place) => {
  expect(Object.keys(await jsonOf(400, doors.post('/__sandbox/faults', rule)))).toEqual([place])
  expect(await listed(doors)).toMatchObject({ items: [] })
})

function withHeaders(headers: Record<string, string>): object {
  return { effect: { kind: 'response', status: 500, headers } }
}

test('faults: PUT restores listed faults in their order, with origin and counts', async (doors) => {
  await add(doors, {
    match: { path: '/api/entities/*' },
    times: 2,
    effect: { kind: 'response', status: 500 },
  })
  await doors.post('/__sandbox/faults', { preset: 'offline' })
  await doors.post('/__sandbox/faults', { effect: { kind: 'pass' } })
  await doors.fetch(entity)
  const before = await listed(doors)
  await doors.delete('/__sandbox/faults')

  expect(await listed(doors)).toMatchObject({ items: [] })

  const response = await doors.put('/__sandbox/faults', before)

  expect(await response.json()).toEqual(before)
  expect(await listed(doors)).toEqual(before)
  expect((await doors.put('/__sandbox/faults', { items: [...before.items, ...before.items] })).status).toBe(
    400,
  )
})

async function add(doors: Doors, rule: object): Promise<void> {
  const response = await doors.post('/__sandbox/faults', rule)

  expect(response.status).toBe(201)
}

async function statusesOf(doors: Doors, count: number): Promise<number[]> {
  const statuses: number[] = []

  for (let index = 0; index < count; index++) statuses.push((await doors.fetch(entity)).status)

  return statuses
}

async function hits(doors: Doors): Promise<number[]> {
  const { items } = await doors.get<{ items: { hits: number }[] }>('/__sandbox/faults')

  return items.map(({ hits }) => hits)
}

/** A token, which is drawn from the random source of the data. */
async function newToken(doors: Doors): Promise<string> {
  const response = await doors.fetch('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=sandbox&client_secret=sandbox',
  })

  expect(response.status).toBe(200)

  return response.text()
}

/** Expects a request to fail at every door, without a response. */
async function expectNoResponse(doors: Doors, init: RequestInit = {}): Promise<void> {
  await doors.forEachDoor((door) => expect(door.send(entity, init)).rejects.toThrow(broken))
}

const listed = (doors: Doors) => doors.get<{ items: object[] }>('/__sandbox/faults')

test('fault: a path may have its parameters in braces, as the contract has them', async (doors) => {
  await add(doors, { match: { path: '/api/entities/{id}' }, effect: { kind: 'response', status: 503 } })
  await doors.forEachDoor(async (door) => {
    expect((await door.send(entity, {})).status).toBe(503)
  })
  expect(await listed(doors)).toMatchObject({ items: [{ match: { path: '/api/entities/{id}' } }] })
})

test('fault: a path with the prefix of a sandbox is rejected, since it would match nothing', async (doors) => {
  const fault = { match: { path: '/s/mine/api/entities/:id' }, effect: { kind: 'latency', ms: 1 } }

  expect(await jsonOf(400, doors.post('/__sandbox/faults', fault))).toEqual({
    'match.path': 'Expected a path below the base URL, without "/s/mine".',
  })
})

test.table(['/api/entitydefinitions/M.Aset/entities', '/API/entitydefinitions/M.Assset'])(
  'fault: a definition that the path %s misspells is rejected with the nearest',
  async (doors, path) => {
    const given = path.split('/')[3]

    expect(
      await jsonOf(
        400,
        doors.post('/__sandbox/faults', { match: { path }, effect: { kind: 'latency', ms: 1 } }),
      ),
    ).toEqual({ 'match.path': `There is no definition "${given}". Did you mean "M.Asset"?` })
  },
)

test('fault: the path may name a definition that is added later, and any by a pattern', async (doors) => {
  for (const name of [
    'M.Asset',
    'm.asset',
    'M.Dinner',
    'M.Assets',
    'N.Asset',
    ':name',
    '{name}',
    'M.*',
    '5',
  ]) {
    await add(doors, {
      match: { path: `/api/entitydefinitions/${name}/entities` },
      effect: { kind: 'latency', ms: 1 },
    })
  }
})

test.table([
  ['/api/entities/qeury', '/api/entities/query'],
  ['/api/entites/:id', '/api/entities/:id'],
  ['/api/entities/identifer/leek', '/api/entities/identifier/:identifier'],
  ['/entities/:id', '/api/entities/:id'],
])('fault: the misspelt path %s is rejected with the nearest route', async (doors, path, nearest) => {
  const fault = { match: { path }, effect: { kind: 'response', status: 503 } }

  for (const send of [
    () => doors.post('/__sandbox/faults', fault),
    () => doors.put('/__sandbox/faults/mine', fault),
  ]) {
    expect(await jsonOf(400, send())).toEqual({
      'match.path': `No route has the path "${path}". Did you mean "${nearest}"?`,
    })
  }
  await add(doors, { ...fault, match: { path: nearest } })

  const { items } = await listed(doors)
  const misspelt = items.map((item) => ({ ...item, ...fault }))

  expect(await jsonOf(400, doors.put('/__sandbox/faults', { items: misspelt }))).toHaveProperty([
    'items.0.match.path',
  ])
  expect(await listed(doors)).toMatchObject({ items })
})

test('fault: a misspelt method and a misspelt user are rejected with the nearest', async (doors) => {
  const rejected = (match: object) =>
    jsonOf(400, doors.post('/__sandbox/faults', { match, effect: { kind: 'response', status: 503 } }))

  expect(await rejected({ method: 'GTE', user: 'raeder' })).toEqual({
    'match.method': '"GTE" is not recognized. Did you mean "GET"?',
    'match.user': 'There is no user "raeder". Did you mean "reader"?',
  })
  for (const match of [{ method: 'patch', user: 'editor2' }, { method: 'PROPFIND' }])
    await add(doors, { match, effect: { kind: 'empty' } })
})

test.table([
  '/api/entities/1001',
  '/api/entities/:id',
  '/api/entities/identifier/qeury',
  '/api/entities/*',
  '/api/search*',
  '/api/weather/today',
  '/news',
  '/',
])('fault: the path %s is accepted', async (doors, path) => {
  const fault = { match: { path }, effect: { kind: 'response', status: 503 } }

  expect((await doors.post('/__sandbox/faults', fault)).status).toBe(201)
})

test('fault: what the service has and the sandbox does not implement is not taken for a misspelt route', async (doors) => {
  for (const path of notImplementedPaths
    .flatMap(({ paths }) => paths)
    .filter((each) => each.startsWith('/'))) {
    const response = await doors.post('/__sandbox/faults', {
      match: { path },
      effect: { kind: 'response', status: 200, body: {} },
    })

    expect([path, response.status]).toEqual([path, 201])
  }
  expect(await doors.get('/api/selections')).toEqual({})
})

test('fault: no path of a route is taken for a misspelt one', () => {
  expect(routes.filter(({ path }) => misspeltRoute(path, routes) !== undefined)).toEqual([])
})
