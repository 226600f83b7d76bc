import { expect } from 'vitest'
import { jsonOf } from '../../testing/doors.ts'
import { test } from '../../testing/test-with-kitchen.ts'
import { dish } from '../../testing/kitchen.ts'

test('a body with an object of more than 5,000 members or a list of more than 25,000 items is rejected, however deep it is', async (doors) => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))
  const put = async (unknown: object) => {
    const response = await doors.put(`/api/entities/${dish.soup}`, {
      properties: { Name: 'Soup', Unknown: [unknown] },
    })

    return [response.status, await response.text()]
  }

  expect(await put(members(5001))).toEqual([
    400,
    '{"body":"An object in the JSON has more than 5000 members."}',
  ])
  expect(await put(Array(25_001).fill(1))).toEqual([
    400,
    '{"body":"A list in the JSON has more than 25000 items."}',
  ])
  for (const allowed of [members(5000), Array(25_000).fill(1)])
    expect(String(await put(allowed))).toContain('Unknown')
})

test.table([
  ['/API/EntityDefinition', '/api/entitydefinitions'],
  ['/api/public', '/api/public/content/:relativeUrl'],
  ['/api/entity/5/renditions', '/api/entities/:id/renditions'],
  ['/api/oauth/token', '/oauth/token'],
  ['/api/entity/5', '/api/entities/:id'],
])('the path nearest to %s is %s', async (doors, path, nearest) => {
  expect(await jsonOf(404, doors.fetch(path))).toEqual({
    Message: expect.stringContaining(
      `${path} is not a path of the service. The nearest is ${nearest}. To answer it yourself: use(http.all(`,
    ),
  })
})

test('a path that resembles none is 404 without a nearest path', async (doors) => {
  await doors.fetch('/api/xyzzy')
  expect(await (await doors.fetch('/api/xyzzy')).json()).toEqual({
    Message: expect.stringMatching(/^\/api\/xyzzy is not a path of the service\. To answer it yourself/),
  })
  expect(await doors.get('/__sandbox/journal')).toMatchObject({
    items: [{}, { unmatched: { nearest: null, reason: 'No path is similar.' } }],
  })
})

test('an unknown path below /__sandbox is 404 without advice to answer it yourself', async (doors) => {
  expect(await jsonOf(404, doors.fetch('/__sandbox/jurnal'))).toEqual({
    Message: '/__sandbox/jurnal is not a path of the service. The nearest is /__sandbox/journal.',
  })
})

const known = [
  '/api/renditions',
  '/api/v2.0/renditions',
  '/api/checkouts',
  '/api/cache/names',
  '/api/entities/descendants',
  '/api/Entities/Permissions/',
  '/api/account/6/impersonate',
  '/api/account/6/generateoauthtoken',
  '/api/reports/usage',
  '/api/resource',
  '/api/project/x',
  '/api/flows',
  '/api/graphql/admin/v1',
  '/api/downloadorders/1',
  '/api/selections',
  '/api/status/error',
]

test.table(known)('%s is known and not implemented: 501 for every method', async (doors, path) => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    expect(await jsonOf(501, doors.fetch(path, { method }))).toEqual({
      Message: expect.stringContaining(`${path} is not implemented by the sandbox`),
    })
  }
})

test('a method of a route that is known and not implemented is 501', async (doors) => {
  expect(await doors.get('/api/downloadorders')).toMatchObject({ items: [] })
  expect(await jsonOf(501, doors.post('/api/downloadorders', {}))).toEqual({
    Message: expect.stringContaining('not implemented by the sandbox (Orders of downloads'),
  })
})

test('GET of the entities names the routes that list them', async (doors) => {
  expect(await jsonOf(405, doors.fetch('/api/entities'))).toEqual({
    Message:
      'GET is not supported on /api/entities. Supported: POST. GET is supported on /api/entities/query, /api/entities/scroll, /api/entities/search, /api/entities/searchAfter, /api/entitydefinitions/:name/entities.',
  })
})

test('a method that an entity lacks is not suggested on paths of other resources', async (doors) => {
  expect(await jsonOf(405, doors.fetch('/api/entities/1', { method: 'POST' }))).toEqual({
    Message:
      'POST is not supported on /api/entities/1. Supported: GET, HEAD, PUT, DELETE. POST is supported on /api/entities/:id/copy, /api/entities/:id/copyasync.',
  })
})

test.table(['query', 'search', 'searchAfter', 'scroll'])(
  '/api/entities/%s is no id, whatever the method',
  async (doors, name) => {
    expect(await jsonOf(405, doors.fetch(`/api/entities/${name}`, { method: 'DELETE' }))).toEqual({
      Message: expect.not.stringContaining('Supported: DELETE'),
    })
  },
)

test.table<[string, BodyInit]>([
  ['not JSON', '{"properties":'],
  ['not UTF-8', new Uint8Array([0xff, 0xfe])],
  ['an array', '[]'],
  ['a number', '5'],
  ['empty', ''],
  ['too deeply nested', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
])('a body that is %s is 400', async (doors, _, body) => {
  const response = await doors.fetch('/api/entities', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toHaveProperty('body')
})

test.table<[string, Record<string, string>]>([
  ['of another content type than JSON', { 'content-type': 'text/xml' }],
  ['of a type like JSON', { 'content-type': 'application/json-seq' }],
  ['of several types', { 'content-type': 'application/json, text/plain' }],
  ['with a Content-Encoding', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
])('a body %s is 415 (interface 1.1)', async (doors, _, headers) => {
  const response = await doors.fetch('/api/entities', { method: 'POST', headers, body: '{}' })

  expect(response.status).toBe(415)
  expect(response.headers.get('accept-encoding')).toBe('content-encoding' in headers ? 'identity' : null)
})

test('a body of more than 10 MiB is 413', async (doors) => {
  expect(await jsonOf(413, doors.post('/api/entities', { text: 'x'.repeat(11 * 2 ** 20) }))).toHaveProperty(
    'Message',
  )
})

test('a page of another local origin may send any request, and the preflight response may be cached', async (doors) => {
  const preflight = await doors.fetch('/api/entities/1001', {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,x-apiversion,minimalschema,x-gql-token',
    },
  })

  expect(preflight.status).toBe(204)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization,content-type,x-apiversion,minimalschema,x-gql-token',
    'access-control-max-age': '7200',
  })
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
})

test.table(['/api/entities/1001', '/api/entities/8000000'])(
  'a page of another origin may read the response to GET %s and its headers',
  async (doors, path) => {
    const response = await doors.fetch(path, { headers: { origin: 'http://localhost:5173' } })

    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    expect(response.headers.get('vary')).toBe('Origin')
    for (const name of ['ETag', 'Location', 'X-Global-Identifier', 'Content-Length']) {
      expect(response.headers.get('access-control-expose-headers')).toContain(name)
    }
  },
)

test('a page of another origin may read every header, also those that a fault adds', async (doors) => {
  const effect = { kind: 'headers', set: { 'X-Build': '7' } }

  await doors.post('/__sandbox/faults', { effect })

  const { headers } = await doors.fetch('/api/entities/1001', {
    headers: { origin: 'http://localhost:5173' },
  })
  const exposed = headers.get('access-control-expose-headers')?.split(', ')

  expect(exposed).toContain('X-Build')
  expect(exposed).toEqual([...new Set(exposed)])
})
