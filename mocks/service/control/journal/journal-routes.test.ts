import { expect } from 'vitest'
import { jsonOf, openDoors, type Door, type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

interface Entry {
  sequence: number
  method: string
  path: string
  status: number
  [member: string]: unknown
}

interface Page {
  items: Entry[]
  [member: string]: unknown
}

test('journal: an entry holds the user, the request and the response', async (doors) => {
  await doors.post(
    '/api/entities?culture=en-US',
    { entitydefinition: { href: '/api/entitydefinitions/None' } },
    { headers: { authorization: 'Bearer sandbox-admin', 'x-sandbox-source': 'replay' } },
  )

  const { items } = await doors.get<Page>('/__sandbox/journal')

  expect(items).toEqual([
    expect.objectContaining({
      sequence: 1,
      time: '2026-06-15T12:00:00.000Z',
      duration_ms: 0,
      sandbox: 'default',
      source: 'replay',
      user: 'admin',
      method: 'POST',
      path: '/api/entities',
      query: 'culture=en-US',
      route: '/api/entities',
      status: 400,
      request: {
        headers: expect.objectContaining({ authorization: '[admin]', 'content-type': 'application/json' }),
        body: {
          text: '{"entitydefinition":{"href":"/api/entitydefinitions/None"}}',
          size: 59,
          truncated: false,
        },
      },
      response: {
        headers: expect.objectContaining({ 'Content-Type': 'application/json; charset=utf-8' }),
        body: expect.objectContaining({ truncated: false }),
      },
    }),
  ])
})

test('journal: an unmatched request has the most similar route, and why it did not match', async (doors) => {
  await doors.fetch('/api/entitties/7')
  await doors.fetch('/api/entities/7', { method: 'PATCH' })
  await doors.fetch('/API/Entities/7/lifecycles')

  const { items } = await doors.get<Page>('/__sandbox/journal')

  expect(items.map(({ route, unmatched }) => ({ route, unmatched }))).toEqual([
    {
      route: null,
      unmatched: {
        nearest: expect.objectContaining({ path: '/api/entities/:id' }),
        reason: 'It has "entities" where the request has "entitties".',
      },
    },
    {
      route: null,
      unmatched: {
        nearest: expect.objectContaining({ path: '/api/entities/:id' }),
        reason: 'It takes GET, HEAD, PUT, DELETE, not PATCH.',
      },
    },
    {
      route: null,
      unmatched: {
        nearest: expect.objectContaining({ path: '/api/entities/:id/lifecycle' }),
        reason: 'It has "lifecycle" where the request has "lifecycles".',
      },
    },
  ])
})

test.table([
  ['method=put', [2]],
  ['path=/api/entities/:id', [1, 2]],
  ['status=4xx', [2, 3]],
  ['status=404', [3]],
  ['user=reader', [2]],
  ['source=-replay', [1, 2]],
  ['source=', [1, 2]],
  ['text=LEEK', [2]],
  ['since=1&limit=1', [3]],
])('journal: ?%s returns the entries %j', async (doors, query, sequences) => {
  await doors.get('/api/entities/1000')
  await doors.put(
    '/api/entities/1000',
    { properties: { Title: 'Leek' } },
    { headers: { 'x-auth-token': 'sandbox-reader' } },
  )
  await doors.fetch('/api/nothing', { headers: { 'x-sandbox-source': 'replay' } })

  const { items } = await doors.get<Page>(`/__sandbox/journal?${query}`)

  expect(items.map(({ sequence }) => sequence)).toEqual(sequences)
})

test('journal: an invalid parameter is rejected, with its name', async (doors) => {
  expect(Object.keys(await jsonOf(400, doors.fetch('/__sandbox/journal?status=6&limit=many')))).toEqual([
    'status',
    'limit',
  ])
})

test('journal: it has a maximum number of entries, and says how many were evicted', async () => {
  await using doors = await openDoors({ journal: { entries: 2 } })

  for (const id of [1, 2, 3, 4, 5]) await doors.fetch(`/api/entities/${id}`)

  const { items, dropped } = await doors.get<Page>('/__sandbox/journal')

  expect(items.map(({ sequence }) => sequence)).toEqual([4, 5])
  expect(dropped).toBe(3)
})

test('journal: requests of the console and of test code are not in it, and evict nothing', async () => {
  await using doors = await openDoors({ journal: { entries: 1 } })

  await doors.get('/api/entities/1000')
  for (const source of ['console', 'test']) {
    for (const path of ['/api/entities/1001', '/api/nowhere']) {
      await doors.fetch(path, { headers: { 'x-sandbox-source': source } })
    }
  }

  expect(await doors.get<Page>('/__sandbox/journal')).toMatchObject({
    items: [{ path: '/api/entities/1000' }],
    dropped: 0,
    last_sequence: 1,
  })
})

test('journal: every sandbox has a separate one, but all share a byte limit; the oldest entry is evicted, and its journal says so', async () => {
  // Both doors share the limit.
  await using doors = await openDoors({ memoryBudget: 55_000 })
  const json = { identifier: 'x'.repeat(5000) }

  await doors.post('/__sandbox/sandboxes', { id: 'blue' })
  await doors.post('/api/entities', json)
  await doors.post('/api/entities', json)
  for (const _ of [1, 2, 3]) await doors.post('/s/blue/api/entities', json)

  expect(await doors.get<Page>('/__sandbox/journal')).toMatchObject({ items: [{ sequence: 2 }], dropped: 1 })
  expect(await doors.get<Page>('/s/blue/__sandbox/journal')).toMatchObject({
    items: [{ sandbox: 'blue' }, { sandbox: 'blue' }, { sandbox: 'blue' }],
    total_items: 3,
    dropped: 0,
  })

  await doors.delete('/s/blue/__sandbox/journal')
  await doors.post('/api/entities', json)

  expect(await doors.get<Page>('/__sandbox/journal')).toMatchObject({ total_items: 2, dropped: 1 })
})

test('journal: a large body is marked as truncated', async () => {
  await using doors = await openDoors({ journal: { bodyBytes: 20 } })
  const text = 'ä'.repeat(30)

  await doors.post('/api/entities', { identifier: text })

  const { items } = await doors.get<Page>('/__sandbox/journal')

  expect(items).toMatchObject([
    {
      request: { body: { text: '{"identifier":"ää', size: 77, truncated: true } },
      response: { body: { truncated: true } },
    },
  ])
})

test.table([
  [
    'a form',
    '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nhush\r\n--b\r\nname="file"\r\n\r\n\xff\x80\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n[redacted]\r\n--b\r\nname="file"\r\n\r\n\xff\x80\r\n--b--',
  ],
  ['JSON', '{"title":"\xff","password":"hush"}', '{"title":"\xff","password":"[redacted]"}'],
])('journal: passwords and tokens in %s that is not UTF-8 are hidden', async (doors, _, body, shown) => {
  await doors.fetch('/api/entities', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(body, (character) => character.charCodeAt(0)),
  })

  const { items } = await doors.get<Page>('/__sandbox/journal')

  expect(items[0]).toMatchObject({ request: { body: { base64: btoa(shown) } } })
})

test('journal: passwords and tokens of a sign-in are hidden', async (doors) => {
  const form = 'grant_type=password&username=admin&password=admin&client_id=sandbox&client_secret=sandbox'

  await doors.fetch('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  })

  const { items } = await doors.get<Page>('/__sandbox/journal')

  expect(items[0]).toMatchObject({
    request: {
      body: {
        text: 'grant_type=password&username=admin&password=[redacted]&client_id=sandbox&client_secret=[redacted]',
      },
    },
    response: { body: { text: expect.stringContaining('"access_token":"[redacted]"') } },
  })
})

test.table([
  ['JSON', 'application/json', '{"password":"le&ek\\"s","Title":"open"}'],
  ['JSON with escapes in names', 'application/json', '{"p\\u0061ssword" : "leeks"}'],
  ['a form', 'application/x-www-form-urlencoded', 'Title=open&passw%6Frd=leeks'],
  ['JSON that is no JSON', 'application/json', '{"password":"leeks'],
])('journal and HAR: a password in %s is hidden, whatever the route', async (doors, _, type, body) => {
  for (const path of ['/api/account/7/setpassword', '/api/entities', '/oauth/token', '/api/nothing'])
    await doors.fetch(`${path}?x=1&password=leeks`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })

  const journal = JSON.stringify(await doors.get('/__sandbox/journal'))
  const har = JSON.stringify(await doors.get('/__sandbox/journal/har'))

  expect(journal.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(8)
  for (const text of [journal, har]) expect(text).not.toMatch(/leeks|ek\\/)
})

test('journal: DELETE clears it, and does not restart sequences', async (doors) => {
  await doors.get('/api/entities/1000')

  const response = await doors.delete('/__sandbox/journal')

  await doors.get('/api/entities/1000')

  const { items } = await doors.get<Page>('/__sandbox/journal')

  expect(response.status).toBe(204)
  expect(items.map(({ sequence }) => sequence)).toEqual([2])
})

test('journal: text/event-stream sends entries as they are recorded', async (doors) => {
  await doors.forEachDoor(async (door) => {
    await using events = await follow(door)

    await door.send('/api/entities/1000', {})

    expect(await events.next('request')).toContain('"path":"/api/entities/1000"')
  })
})

test('journal: a stream resumed with Last-Event-ID starts after that entry, or with the first if there is none, and reports evicted ones', async () => {
  await using doors = await openDoors({ journal: { entries: 2 } })

  await doors.forEachDoor(async (door) => {
    await door.send('/api/entities/1', {})
    await using resumedAfterLast = await follow(door, { 'last-event-id': '40' }, '?control=for-the-door')

    expect(await resumedAfterLast.next('request')).toContain('"sequence":1')

    for (const id of [2, 3, 4]) await door.send(`/api/entities/${id}`, {})
    await using resumed = await follow(door, { 'last-event-id': '1' })

    expect(await resumed.next('dropped')).toContain('"count":1')
    expect(await resumed.next('request')).toContain('"path":"/api/entities/3"')
  })
})

test('the journal is exported as HAR 1.2', async (doors) => {
  await doors.put(
    '/api/entities/1000?culture=en-US',
    { properties: {} },
    { headers: { authorization: 'Bearer sandbox-editor' } },
  )

  const { log } = await doors.get<{ log: { entries: object[] } }>('/__sandbox/journal/har')

  expect(log).toMatchObject({ version: '1.2', creator: { name: 'entity-sandbox' } })
  expect(log.entries).toMatchObject([
    {
      startedDateTime: '2026-06-15T12:00:00.000Z',
      time: 0,
      request: {
        method: 'PUT',
        url: 'http://sandbox.test/api/entities/1000?culture=en-US',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        queryString: [{ name: 'culture', value: 'en-US' }],
        postData: { mimeType: 'application/json', text: '{"properties":{}}' },
        headersSize: -1,
        bodySize: 17,
      },
      response: { status: 204, content: { size: 0 }, redirectURL: '', cookies: [] },
      cache: emptyObject,
      timings: { send: 0, wait: 0, receive: 0 },
    },
  ])
})

const update = { method: 'PUT', path: '/api/entities/:id' }

test.table([
  ['at least once without options', {}, true],
  ['count', { count: 2 }, true],
  ['another count', { count: 1 }, false],
  ['atLeast', { atLeast: 2 }, true],
  ['atLeast more', { atLeast: 3 }, false],
  ['atMost', { atMost: 2 }, true],
  ['atMost fewer', { atMost: 1 }, false],
  ['both bounds', { atLeast: 1, atMost: 3 }, true],
  ['part of the body', { body: { properties: { Title: 'B' } }, count: 1 }, true],
  ['a body that never came', { body: { properties: { Title: 'C' } } }, false],
  ['a body that never came, never', { body: { properties: { Title: 'C' } }, count: 0 }, true],
  ['the user', { user: 'editor' }, true],
  ['another user', { user: 'admin' }, false],
  ['a header', { headers: { 'Content-Type': 'application/json' } }, true],
  ['a query parameter', { query: { culture: 'en-US' }, count: 1 }, true],
  ['a number in the query', { query: { take: 5 }, count: 1 }, true],
  ['a boolean in the query', { query: { loadPermissions: true }, count: 1 }, true],
  ['another number in the query', { query: { take: 6 } }, false],
  ['only later ones', { since: 1, count: 1 }, true],
])('verify: %s', async (doors, _, bounds, ok) => {
  await doors.put('/api/entities/1000', { properties: { Title: 'A', More: 1 } })
  await doors.put('/api/entities/1001?culture=en-US&take=5&loadPermissions=true', {
    properties: { Title: 'B' },
  })

  expect(await verify(doors, { ...update, ...bounds })).toMatchObject({ ok })
})

test('verify: a misspelt path is rejected with the nearest route, unless it was requested', async (doors) => {
  const misspelt = { method: 'GET', path: '/api/entities/qeury' }
  const send = (body: object) => doors.post('/__sandbox/journal/verify', body)
  const message = expect.stringContaining('Did you mean "/api/entities/query"?')

  for (const count of [0, 1])
    expect(await jsonOf(400, send({ ...misspelt, count }))).toEqual({ path: message })
  expect(await jsonOf(400, send({ inOrder: [misspelt] }))).toEqual({ 'inOrder.0.path': message })

  await doors.fetch(misspelt.path)
  expect(await verify(doors, misspelt)).toMatchObject({ ok: true, found: 1 })
})

test('verify: requests in an order, with or without others in between', async (doors) => {
  for (const id of [1000, 1001, 1002]) await doors.get(`/api/entities/${id}`)

  const inOrder = (...ids: number[]) => ({ inOrder: ids.map((id) => ({ path: `/api/entities/${id}` })) })

  expect(await verify(doors, inOrder(1000, 1002))).toMatchObject({ ok: true, found: 2 })
  expect(await verify(doors, inOrder(1002, 1000))).toMatchObject({ ok: false, found: 1 })

  const ignored = await doors.post('/__sandbox/journal/verify', { method: 'GET', count: 7, ...inOrder(1000) })

  expect(await ignored.json()).toHaveProperty('inOrder')
})

test('verify: for a missing request, the most similar one and its differences are returned', async (doors) => {
  await doors.get('/api/entities/1000')
  await doors.put('/api/entities/1000', { properties: { Title: 'A' } })

  expect(await verify(doors, { ...update, body: { properties: { Title: 'B' } } })).toMatchObject({
    ok: false,
    found: 0,
    nearest: {
      sequence: 2,
      differences: [{ path: 'body.properties.Title', expected: 'B', actual: 'A' }],
    },
  })
})

test('verify: the most similar request is none that matches, and has at most 100 differences', async (doors) => {
  const valued = (value: number) =>
    Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`P${index}`, value]))

  await doors.put('/api/entities/1000', { properties: valued(1) })
  expect(await verify(doors, { ...update, body: { properties: valued(2) } })).toHaveProperty(
    'nearest.differences.length',
    100,
  )

  await doors.get('/api/entities/1000')
  expect(await verify(doors, { method: 'GET', path: '/api/entities/1000', count: 2 })).toMatchObject({
    found: 1,
    nearest: { sequence: 1, differences: [{ path: 'method' }] },
  })
})

test('verify: differences show no secrets', async (doors) => {
  await doors.post('/api/account/password', { username: 'editor', password: 'hunter2' })

  const verdict = await verify(doors, {
    path: '/api/account/password',
    body: { password: 'expected', username: 'https://a.example/?token=hunter3' },
  })

  expect(JSON.stringify(verdict)).not.toMatch(/hunter2|"expected":"expected"|hunter3/)
  expect(verdict).toMatchObject({
    nearest: { differences: [{ path: 'body.password', actual: '[redacted]' }, { path: 'body.username' }] },
  })
})

test('verify: the status is 409 only when evicted entries could change the result', async () => {
  await using doors = await openDoors({ journal: { entries: 2 } })

  for (const id of [1000, 1001, 1002]) await doors.get(`/api/entities/${id}`)

  const any = { path: '/api/entities/*' }
  expect(await verifyStatus(doors, { ...any, count: 2 })).toBe(409)
  expect(await verifyStatus(doors, { ...any, atMost: 2 })).toBe(409)
  expect(await verifyStatus(doors, { ...any, atLeast: 3 })).toBe(409)
  expect(await verify(doors, { ...any, atLeast: 2 })).toMatchObject({ ok: true })
  expect(await verify(doors, { ...any, atMost: 1 })).toMatchObject({ ok: false, found: 2 })
  expect(await verify(doors, { ...any, count: 2, since: 1 })).toMatchObject({ ok: true })
})

test('verify: the status is 409 when a truncated body could change the result', async () => {
  await using doors = await openDoors({ journal: { bodyBytes: 10 } })
  const json = { properties: { Title: 'A title that is longer than ten bytes' } }

  await doors.put('/api/entities/1000', json)

  expect(await verifyStatus(doors, { ...update, body: json, count: 0 })).toBe(409)
  expect(await verifyStatus(doors, { ...update, body: json, count: 1 })).toBe(409)
  expect(await verifyStatus(doors, { method: 'DELETE', body: json, count: 0 })).toBe(200)

  const error = await jsonOf(409, doors.post(verifyPath, { ...update, body: json }))

  expect(JSON.stringify(error)).toContain(String.raw`was truncated. Match it without \"body\".`)
})

test('verify: the status of inOrder is 409 when a truncated body could be an earlier match', async () => {
  await using doors = await openDoors({ journal: { bodyBytes: 40 } })
  const json = { properties: { Title: 'A' } }
  const long = { properties: { Title: 'A title that is longer than forty bytes' } }
  const read = { path: '/api/entities/1001' }

  await doors.put('/api/entities/1000', long)
  await doors.fetch('/api/entities/1001')
  await doors.put('/api/entities/1000', json)

  expect(await verifyStatus(doors, { inOrder: [{ ...update, body: json }, read] })).toBe(409)
  expect(await verifyStatus(doors, { inOrder: [{ ...update, body: json }] })).toBe(200)
  expect(await verifyStatus(doors, { inOrder: [read, { ...update, body: json }, read] })).toBe(200)
})

const verifyPath = '/__sandbox/journal/verify'

const verify = (doors: Doors, expectation: object) => jsonOf(200, doors.post(verifyPath, expectation))

const verifyStatus = async (doors: Doors, expectation: object) =>
  (await doors.post(verifyPath, expectation)).status

/** Reads a stream of events. */
async function follow(door: Door, headers: Record<string, string> = {}, query = '') {
  const hangUp = new AbortController()
  const { body } = await door.send(`/__sandbox/journal${query}`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: hangUp.signal,
  })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''

  return {
    /** The data of the next event with this name. */
    async next(name: string): Promise<string> {
      for (;;) {
        const [whole, data] = new RegExp(`event: ${name}\ndata: (.*)\n\n`).exec(text) ?? []

        if (whole !== undefined && data !== undefined) {
          text = text.slice(text.indexOf(whole) + whole.length)

          return data
        }

        const part = await reader?.read()

        if (!part || part.done) throw new Error(`The stream ended without an event "${name}".`)
        text += part.value
      }
    },
    async [Symbol.asyncDispose]() {
      await reader?.cancel()
      hangUp.abort()
    },
  }
}
