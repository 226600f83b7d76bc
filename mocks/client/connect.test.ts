import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http, HttpResponse, type RequestHandler } from 'msw'
import { expect, test, vi } from 'vitest'
import { createFetchHandler } from '../doors/fetch/index.ts'
import { createHandlers } from '../doors/msw/index.ts'
import { buildSandbox } from '../local/build-sandbox.ts'
import { listen, type SandboxServer } from '../doors/node/index.ts'
import type { ListenOptions } from '../doors/node/server-types.ts'
import { dish, kitchen } from '../testing/kitchen-data.ts'
import { kitchenSandbox } from '../testing/kitchen.ts'
import { createLocalSandbox, type LocalSandbox } from '../local/local-sandbox.ts'
import { type ConnectOptions, connect } from './remote-connection.ts'
import type { SandboxClient } from './sandbox-client.ts'

test('every verb does the same on a server, in a separate sandbox there, and within the process', async () => {
  await using server = await serveKitchen()
  await using separate = await connect(server.url, { own: true })
  await using local = await createLocalSandbox(kitchen)
  const localResults = await callEveryVerb(local)

  const stewId = Number(localResults[2])
  const said = localResults.filter((each) => typeof each === 'string')

  expect(said).toEqual([
    '2026-06-15T12:01:00.000Z',
    '2026-06-15T12:01:00.000Z',
    'GET /api/entities/identifier/stew -> 404',
    'GET /api/entities/identifier/stew -> 200',
    `DELETE /api/entities/${stewId} -> 403`,
    `GET /api/entities/${stewId} -> 401`,
    'GET /api/status -> 200',
    'Red',
    'GET /api/status -> 200',
    'Green',
    `GET /api/entities/${dish.soup} -> 503`,
    `GET /api/entities/${dish.soup} -> 503`,
    'GET /api/status -> 200',
    'Red',
    'GET /api/status -> 200',
    'Green',
    'GET /api/entitties/1 -> 404',
  ])
  expect(localResults).toContainEqual([stewId]) // what find() returns
  expect(localResults).toContain(false) // the result of has()
  // Requests of verbs are not recorded.
  expect(localResults).toContainEqual(said.filter((each) => each.includes(' -> ')))
  expect(await callEveryVerb(separate)).toEqual(localResults)
  expect(await callEveryVerb(await connect(server.url))).toEqual(localResults)
})

test('connect: uses the sandbox that the URL or the option names, or else the default sandbox', async () => {
  await using server = await serveKitchen()
  const idOf = async (path: string, options?: ConnectOptions) =>
    (await connect(server.url + path, options)).id

  expect(await idOf('')).toBe('default')
  expect(await idOf('/s/mine/')).toBe('mine')
  expect(await idOf('/?sandbox=mine')).toBe('mine')
  expect(await idOf('/', { sandbox: 'mine' })).toBe('mine')

  const [mine, mineAgain, unnamed] = [
    await connect(`${server.url}/s/mine`),
    await connect(server.url, { sandbox: 'mine' }),
    await connect(server.url),
  ]

  await mine.give('T.Menu', { identifier: 'brunch' })
  await mine.close()

  expect(await mineAgain.has('brunch')).toBe(true)
  expect(await unnamed.has('brunch')).toBe(false)
})

test('connect: an invalid URL and contradictory options are rejected', async () => {
  await using server = await serveKitchen()
  const { url } = server

  await expect(connect('localhost:4010')).rejects.toThrow(
    '"localhost:4010" is not the URL of a server, such as "http://127.0.0.1:4010"',
  )
  await expect(connect(url, { seed: 7 })).rejects.toThrow('"seed" requires a separate sandbox')
  await expect(connect(url, { own: true, sandbox: 'mine' })).rejects.toThrow('"mine" can\'t be used')
  await expect(connect(url, { sandbox: '..' })).rejects.toThrow(
    `Failed to open a sandbox at ${url}: sandbox: ".." is not a valid sandbox id`,
  )
})

test('defineScenario: a scenario with code that changes data is rejected', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const clears = { name: 'clear', description: 'Removes everything.', data: () => undefined }

  await expect(sandbox.defineScenario(clears)).rejects.toThrow('its "data" is code')
})

test('createFetchHandler: handlers added by use() run before the sandbox', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const handle = createFetchHandler(sandbox)
  const statusOf = async () =>
    (await handle(new Request(`http://localhost/api/entities/${dish.soup}`))).status

  sandbox.use(http.get('/api/entities/:id', () => HttpResponse.json({}, { status: 418 })))
  expect(await statusOf()).toBe(418)
  sandbox.stopUsing()
  expect(await statusOf()).toBe(200)
})

test('a closed sandbox rejects every use', async () => {
  const sandbox = await createLocalSandbox(kitchen)

  await sandbox.close()
  await sandbox.close()

  await expect(sandbox.find('T.Menu')).rejects.toThrow('The sandbox is closed')
  await expect(sandbox.clock.now()).rejects.toThrow('The sandbox is closed')
})

test('handlers receive the requests of applications, but not those of the verbs', async () => {
  await using sandbox = await createLocalSandbox(kitchen)

  sandbox.use(http.all('*/api/entities/*', () => HttpResponse.json({}, { status: 418 })))
  await sandbox.change(dish.soup, { Servings: 9 })

  expect((await sandbox.entity(dish.soup)).properties['Servings']).toBe(9)
  expect((await sandbox.fetch(`/api/entities/${dish.soup}`)).status).toBe(418)
})

test.each<[string, (sandbox: LocalSandbox) => LocalSandbox | RequestHandler[]]>([
  ['a sandbox', (sandbox) => sandbox],
  ['its handlers', (sandbox) => createHandlers(sandbox)],
])('listen: serves %s with the handlers of use(), and journals both', async (_, served) => {
  await using sandbox = await createLocalSandbox(kitchen)
  await using server = await listen(served(sandbox))
  const statusOf = async () => (await fetch(`${server.url}/api/entities/${dish.soup}`)).status

  expect(await statusOf()).toBe(200)
  sandbox.use(http.get('/api/entities/:id', () => HttpResponse.json({}, { status: 418 })))
  expect(await statusOf()).toBe(418)
  sandbox.stopUsing()
  expect(await statusOf()).toBe(200)

  expect((await sandbox.requests()).map(({ status }) => status)).toEqual([200, 418, 200])
})

test('on a server: a separate sandbox can be closed after its server', async () => {
  const server = await serveKitchen()
  const sandbox = await connect(server.url, { own: true })

  await server.close()

  await expect(sandbox.close()).resolves.toBeUndefined()
})

test('on a server: separate sandboxes share nothing, and are deleted when they are closed', async () => {
  await using server = await serveKitchen()
  const names = async () => {
    const { items } = await (await fetch(`${server.url}/__sandbox/sandboxes`)).json()

    return (items as { id: string }[]).map(({ id }) => id)
  }

  {
    await using first = await openSeparate(server)
    await using second = await openSeparate(server)

    await first.give('T.Menu', { identifier: 'brunch' })
    await second.addFaultPreset('offline')

    expect((await first.fetch('/api/entities/identifier/brunch')).status).toBe(200)
    expect(await second.has('brunch')).toBe(false)
    expect(await names()).toEqual(expect.arrayContaining([first.id, second.id]))
  }

  expect(await names()).toEqual(['default'])
})

test("on a server: the seed is the requested one, by default the server's, until a reset to another", async () => {
  await using server = await listen(createHandlers(await buildSandbox({ seed: 7, entities: 120 })))
  await using unseeded = await openSeparate(server)
  await using seeded = await openSeparate(server, { seed: 8 })

  expect([unseeded.seed, seeded.seed]).toEqual([7, 8])
  expect((await seeded.export())['seed']).toBe(8)

  await seeded.reset({ seed: 9 })
  expect(seeded.seed).toBe(9)
})

test('on a server: the links of a response stay in the sandbox', async () => {
  await using server = await serveKitchen()
  await using sandbox = await openSeparate(server)
  const menu = await sandbox.give('T.Menu', { identifier: 'brunch' })

  expect((await fetch(menu.self.href)).status).toBe(200)
  expect((await sandbox.fetch(menu.self.href)).status).toBe(200)
})

test('on a server that other machines can reach: the controls require the token', async () => {
  await using server = await serveKitchen({ host: '0.0.0.0', controlToken: 'let-me-in' })
  await using sandbox = await openSeparate(server, { controlToken: 'let-me-in' })

  await sandbox.give('T.Menu', { identifier: 'brunch' })
  await sandbox.setHealth('search', 'Red')

  expect(await sandbox.has('brunch')).toBe(true)
  expect((await sandbox.fetch('/__sandbox/journal')).status).toBe(200)
  await expect(connect(server.url)).rejects.toThrow('Set the option "controlToken"')
  vi.stubEnv('SANDBOX_CONTROL_TOKEN', 'let-me-in')
  vi.stubEnv('SANDBOX_URL', 'http://127.0.0.1:1')
  await expect(connect(server.url)).rejects.toThrow('Set the option "controlToken"')
  vi.stubEnv('SANDBOX_URL', `${server.url}/s/blue`)
  expect((await connect(server.url)).url).toBe(server.url)
  vi.unstubAllEnvs()
  await expect(connect(server.url, { controlToken: 'other' })).rejects.toThrow('the control token is wrong')
})

test('on a server: the error explains why there is no sandbox at the URL', async () => {
  const server = createServer(({ url }, response) =>
    url?.startsWith('/down/')
      ? response
          .writeHead(503, { Connection: 'close' })
          .end('<html><body><h1>503 Service Unavailable</h1></body></html>')
      : response.writeHead(404, { Connection: 'close' }).end('No such page.'),
  )

  await new Promise<void>((resolve) => server.listen(0, resolve))

  const { port } = server.address() as AddressInfo // a server on a port
  const url = `http://127.0.0.1:${port}`

  await expect(connect(url)).rejects.toThrow(
    `Failed to open a sandbox at ${url}: it returned 404, so it may not be an entity-sandbox. No such page.`,
  )
  await expect(connect(`${url}/down`)).rejects.toThrow(
    /: it returned 503, so it may not be an entity-sandbox\.$/,
  )
  await new Promise((resolve) => server.close(resolve))
  await expect(connect(url)).rejects.toThrow(
    /no server responds \(.*ECONNREFUSED.*\)\. Start "entity-sandbox"/,
  )
})

test('on a server: handlers are rejected, since no browser runs them', async () => {
  await using server = await serveKitchen()
  await using sandbox = await openSeparate(server)

  expect(() => sandbox.use(http.get('*', () => undefined))).toThrow('Use faults instead.')
})

/** Calls every verb. Returns the results without what depends on the connection. */
async function callEveryVerb(sandbox: SandboxClient): Promise<unknown[]> {
  const log: unknown[] = [sandbox.seed]
  const request = async (path: string, init?: RequestInit) => {
    const response = await sandbox.fetch(path, init)

    log.push(`${init?.method ?? 'GET'} ${path} -> ${response.status}`)

    return response
  }

  await sandbox.clock.freeze('2026-06-15T12:00:00Z')
  log.push(await sandbox.clock.advance(60_000))

  const stew = await sandbox.give<{ Title: string }>('T.Dish', {
    identifier: 'stew',
    properties: { Title: 'Stew' },
    relations: { DishToSide: { children: [dish.salad] } },
  })

  log.push(stew.id, stew.properties, stew.created_on)
  await sandbox.change('stew', { Title: 'Thick stew' })
  log.push((await sandbox.find('T.Dish', { Title: 'Thick stew' })).map(({ id }) => id))

  const before = await sandbox.snapshot()

  await sandbox.remove('stew')
  await request('/api/entities/identifier/stew')
  await sandbox.restore(before)
  await request('/api/entities/identifier/stew')

  await sandbox.actAs('reader')
  await request(`/api/entities/${stew.id}`, { method: 'DELETE' })
  await sandbox.actAs(null)
  await request(`/api/entities/${stew.id}`)
  await sandbox.actAs('editor')

  await sandbox.setHealth('graph/worker-2', 'Red', { message: 'Down.', hold: true })
  log.push((await (await request('/api/status')).json()).aggregated_service_status_label)
  await sandbox.resetHealth()
  log.push((await (await request('/api/status')).json()).aggregated_service_status_label)

  const fault = await sandbox.addFault({
    match: { method: 'GET' },
    effect: { kind: 'response', status: 503 },
  })

  await request(`/api/entities/${dish.soup}`)
  await sandbox.removeFault(fault)
  await sandbox.addFaultPreset('maintenance')
  await request(`/api/entities/${dish.soup}`)
  await sandbox.clearFaults()
  await sandbox.defineScenario({ name: 'red', description: 'All Red.', health: { '': { label: 'Red' } } })
  await sandbox.setScenario('red')
  log.push((await (await request('/api/status')).json()).aggregated_service_status_label)
  await sandbox.setScenario(null)
  log.push((await (await request('/api/status')).json()).aggregated_service_status_label)

  await request('/api/entitties/1')
  log.push(await sandbox.verify({ method: 'DELETE', path: '/api/entities/:id', atLeast: 2 }))
  log.push((await sandbox.requests()).map(({ method, path, status }) => `${method} ${path} -> ${status}`))
  log.push((await sandbox.requests({ user: 'reader' })).length)

  await sandbox.reset()
  log.push(await sandbox.has('stew'), await sandbox.export())
  log.push((await sandbox.clock.run(-60_000)) < new Date())

  return JSON.parse(JSON.stringify(log, withoutTransport))
}

/** Omits headers that a connection adds, the sandbox's id, and durations. */
function withoutTransport(name: string, value: unknown): unknown {
  return ['headers', 'sandbox', 'duration_ms'].includes(name) ? undefined : value
}

async function serveKitchen(options?: ListenOptions): Promise<SandboxServer> {
  return listen(createHandlers(await kitchenSandbox()), options)
}

function openSeparate({ port }: SandboxServer, options?: ConnectOptions): Promise<SandboxClient> {
  return connect(`http://127.0.0.1:${port}`, { own: true, ...options })
}

test('fetch: a body has the content type that Fetch derives from it, on a server and within the process', async () => {
  await using server = await serveKitchen()
  await using local = await createLocalSandbox(kitchen)
  const types: (string | null)[] = []
  const form = new FormData()

  form.set('file', new Blob(['leek'], { type: 'text/plain' }), 'leek.txt')
  local.use(
    http.post('/form', async ({ request }) => {
      types.push(request.headers.get('content-type'), String((await request.formData()).has('file')))

      return HttpResponse.json({})
    }),
  )
  await local.fetch('/form', { method: 'POST', body: form })
  expect(types).toEqual([expect.stringMatching(/^multipart\/form-data; boundary=/), 'true'])

  for (const sandbox of [await connect(server.url), local]) {
    const send = (body: BodyInit) => sandbox.fetch('/api/entities', { method: 'POST', body })

    expect((await send(new URLSearchParams('a=b'))).status).toBe(415)
    expect((await send(new Blob(['{}'], { type: 'application/json' }))).status).toBe(400)
  }
})

test.each<[string, (sandbox: SandboxClient, given: never) => Promise<unknown>, object, string]>([
  [
    'give',
    (sandbox, given) => sandbox.give('T.Dish', given),
    { Title: 'Leek' },
    'Failed to give T.Dish: There is no option "Title". Properties are given as properties: { … }.',
  ],
  [
    'give',
    (sandbox, given) => sandbox.give('T.Dish', given),
    { Propertes: {} },
    'Did you mean "properties"?',
  ],
  [
    'setHealth',
    (sandbox, given) => sandbox.setHealth('search', 'Red', given),
    { mesage: '' },
    'Did you mean "message"?',
  ],
  ['reset', (sandbox, given) => sandbox.reset(given), { sed: 7 }, 'Did you mean "seed"?'],
  [
    'Hold.request',
    async (sandbox, given) => (await sandbox.hold('GET', '/api')).request(given),
    { timout: 0 },
    'Did you mean "timeout"?',
  ],
  [
    'addFault',
    (sandbox, given) => sandbox.addFault(given),
    { mtch: {}, effect: { kind: 'empty' } },
    'Did you mean "match"?',
  ],
  ['verify', (sandbox, given) => sandbox.verify(given), { pth: '/api' }, 'Did you mean "path"?'],
  [
    'defineScenario',
    (sandbox, given) => sandbox.defineScenario(given),
    { name: 'a', helth: {} },
    'Did you mean "health"?',
  ],
])(
  '%s: an unknown member is rejected, whatever the validation level, and changes nothing',
  async (_, call, given, message) => {
    await using sandbox = await createLocalSandbox({ ...kitchen, validate: 'off' })
    const before = await sandbox.export()

    await expect(call(sandbox, given as never)).rejects.toThrow(message) // what JavaScript may pass
    expect(await sandbox.export()).toEqual(before)
  },
)

test('the error of a verb names the verb, not the request that it sends', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const unknown: string = 'entity.create'

  await expect(sandbox.give('T.Dsh')).rejects.toThrow(
    'Failed to give T.Dsh: the sandbox returned 404. There is no definition "T.Dsh". Did you mean "T.Dish"?',
  )
  await expect(sandbox.change(dish.soup, { properties: {} })).rejects.toThrow(
    'T.Dish has no property "properties". Pass the properties directly.',
  )
  await expect(sandbox.clock.advance('2h' as never)).rejects.toThrow(
    'Failed to set the clock: the sandbox returned 400. ms: Expected a number: whole milliseconds such as 7200000, not "2h".',
  )
  await expect(sandbox.on(unknown as never, () => undefined)).rejects.toThrow(
    'Did you mean "entity.created"?',
  )
})
