import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import { createFetchHandler } from '../../doors/fetch/create-fetch-handler.ts'
import { dish, kitchen } from '../../testing/kitchen-data.ts'

const sandbox = await buildSandbox(kitchen)
const handle = createFetchHandler(sandbox, { controlToken: null })
const headers = { 'x-auth-token': 'sandbox-admin', 'content-type': 'application/json' }

const listed = await handle(new Request('http://localhost/api/notifications', { headers }))
const [notification] = ((await listed.json()) as { items: { id: number }[] }).items // see the interface

/** The path parameters of something that the sandbox has. */
const examples: Readonly<Record<string, string>> = {
  '/api/entities/:id': String(dish.soup),
  '/api/entities/identifier/:identifier': 'leek-soup',
  '/api/notifications/:id': String(notification?.id),
  '/api/entities/:id/relations/:name': 'TagToDish',
  '/api/entitydefinitions/:name': 'T.Dish',
  '/api/datasources/:name': 'Courses',
  '/__sandbox/faults/:id': 'fault-1',
  '/__sandbox/health/:path*': 'search',
  '/__sandbox/scenarios/:name': 'storage-fatal',
  '/__sandbox/snapshots/:name': 'base',
  '/__sandbox/sandboxes/:id': 'default',
}

for (const [path, body] of [
  ['/__sandbox/snapshots', { name: 'base' }],
  ['/__sandbox/faults', { match: { path: '/none' }, effect: { kind: 'empty' } }],
] as const) {
  await handle(
    new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

const { routes } = createService(sandbox).router
const written = ['PUT', 'DELETE'].flatMap((method) =>
  routes.flatMap(({ methods, path }) =>
    methods.some((each) => each === method) &&
    routes.some((read) => read.path === path && read.methods.includes('GET'))
      ? [{ method, path }]
      : [],
  ),
)

test.each(written)('$method $path with the ETag of another state returns 412', async ({ method, path }) => {
  const name = examples[path] ?? 'undeclared'
  const url = `http://localhost${path.replace(/:\w+[+*]?$/, name).replace(':id', String(dish.soup))}`
  const read = await handle(new Request(url, { headers }))

  await read.body?.cancel()
  expect(read.status).toBe(200)

  const { status } = await handle(
    new Request(url, {
      method,
      headers: { ...headers, 'if-match': '"outdated"' },
      ...(method === 'PUT' && { body: '{}' }),
    }),
  )

  expect(status).toBe(412)
})

test('PUT and DELETE with If-None-Match of what exists return 412; controls ignore it', async () => {
  const statusOf = async (path: string, method: string, tag: string, body?: string) => {
    const more = { ...headers, 'if-none-match': tag }
    const request = new Request(`http://localhost${path}`, { method, headers: more, body: body ?? null })

    return (await handle(request)).status
  }
  const path = '/api/entities/identifier/leek-soup'
  const etag = (await handle(new Request(`http://localhost${path}`, { headers }))).headers.get('etag') ?? ''
  const fault = JSON.stringify({ match: { path: '/none' }, effect: { kind: 'empty' } })

  expect(await statusOf(path, 'PUT', '*', '{"properties": {"Servings": 9}}')).toBe(412)
  for (const tag of [etag, `W/${etag}`]) expect(await statusOf(path, 'DELETE', `"other", ${tag}`)).toBe(412)
  expect(await statusOf(path, 'PUT', '"other"', '{"properties": {}}')).toBe(204)
  expect(await statusOf('/api/entities/999999', 'PUT', '*', '{"properties": {}}')).toBe(404)
  expect(await statusOf('/__sandbox/faults/new', 'PUT', '*', fault)).toBe(200)
})

test('a precondition warns of nothing: the request is treated as it would be without', async () => {
  const strict = createFetchHandler(await buildSandbox({ ...kitchen, validate: 'enforce' }), {
    controlToken: null,
  })
  const url = `http://localhost/api/entities/${dish.soup}`
  const etag = (await strict(new Request(url, { headers }))).headers.get('etag') ?? ''
  const put = (culture: string, more = {}) =>
    strict(
      new Request(`${url}?culture=${culture}`, {
        method: 'PUT',
        headers: { ...headers, ...more },
        body: '{"properties": {}}',
      }),
    )

  expect((await put('pt-BR', { 'if-match': etag })).status).toBe(204)
  expect((await put('pt-BR')).status).toBe(204)
})
