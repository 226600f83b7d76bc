import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http, HttpResponse, type RequestHandler } from 'msw'
import { expect, test } from 'vitest'
import { createFetchHandler } from '../fetch/index.ts'
import { createHandlers } from '../msw/create-handlers.ts'
import { createSandbox } from '../create-sandbox.ts'
import { listen, type SandboxServer } from '../node/index.ts'
import type { ListenOptions } from '../node/sandbox-server.ts'
import { dish, kitchen } from '../testing/kitchen-data.ts'
import { createLocalSandbox, type LocalSandbox } from '../local-sandbox.ts'
import { connect } from './connect.ts'
import type { ConnectOptions } from './remote-connection.ts'
import type { SandboxClient } from './sandbox-client.ts'

test('every verb does the same on a server, in a separate sandbox there, and within the process', async () => {
  await using server = await serveKitchen()
  await using own = await connect(server.url, { own: true })
  await using local = await createLocalSandbox(kitchen)
  const seen = await tour(local)

  expect(await tour(own)).toEqual(seen)
  expect(await tour(await connect(server.url))).toEqual(seen)
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

test('connect: options that do not fit together, and an address that is none, are rejected', async () => {
  await using server = await serveKitchen()
  const { url } = server

  await expect(connect('localhost:4010')).rejects.toThrow(
    '"localhost:4010" is not the address of a server, such as "http://127.0.0.1:4010"',
  )
  await expect(connect(url, { seed: 7 })).rejects.toThrow('"seed" requires a separate sandbox')
  await expect(connect(url, { own: true, sandbox: 'mine' })).rejects.toThrow('"mine" can\'t be used')
  await expect(connect(url, { sandbox: '..' })).rejects.toThrow(/returned 400/)
})

test('defineScenario: changes to the data are rejected, and not ignored', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const clears = { name: 'clear', description: 'Nothing is left.', data: () => undefined }

  await expect(sandbox.defineScenario(clears)).rejects.toThrow('its "data" is code')
})

test('createFetchHandler: responds with what is put in front of a sandbox', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const handle = createFetchHandler(sandbox)
  const statusOf = async () =>
    (await handle(new Request(`http://localhost/api/entities/${dish.soup}`))).status

  sandbox.use(http.get('/api/entities/:id', () => HttpResponse.json({}, { status: 418 })))
  expect(await statusOf()).toBe(418)
  sandbox.stopUsing()
  expect(await statusOf()).toBe(200)
})

test('a closed sandbox says so when it is used', async () => {
  const sandbox = await createLocalSandbox(kitchen)

  await sandbox.close()
  await sandbox.close()

  await expect(sandbox.find('T.Menu')).rejects.toThrow('The sandbox is closed')
  await expect(sandbox.clock.now()).rejects.toThrow('The sandbox is closed')
})

test('handlers precede the requests of applications, but not those of the verbs', async () => {
  await using sandbox = await createLocalSandbox(kitchen)

  sandbox.use(http.all('*/api/entities/*', () => HttpResponse.json({}, { status: 418 })))
  await sandbox.change(dish.soup, { Servings: 9 })

  expect((await sandbox.entity(dish.soup)).properties['Servings']).toBe(9)
  expect((await sandbox.fetch(`/api/entities/${dish.soup}`)).status).toBe(418)
})

test.each<[string, (sandbox: LocalSandbox) => LocalSandbox | RequestHandler[]]>([
  ['a sandbox', (sandbox) => sandbox],
  ['its handlers', (sandbox) => createHandlers(sandbox)],
])('listen: serves %s with what is put in front of it, and notes both', async (_, served) => {
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

test('on a server: tests see nothing of each other, and take their sandbox with them when they end', async () => {
  await using server = await serveKitchen()
  const names = async () => {
    const { items } = await (await fetch(`${server.url}/__sandbox/sandboxes`)).json()

    return (items as { id: string }[]).map(({ id }) => id)
  }

  {
    await using one = await openOwn(server)
    await using other = await openOwn(server)

    await one.give('T.Menu', { identifier: 'brunch' })
    await other.addFaultPreset('offline')

    expect((await one.fetch('/api/entities/identifier/brunch')).status).toBe(200)
    expect(await other.has('brunch')).toBe(false)
    expect(await names()).toEqual(expect.arrayContaining([one.id, other.id]))
  }

  expect(await names()).toEqual(['default'])
})

test("on a server: the seed is the server's, or the one requested", async () => {
  await using server = await listen(createHandlers(await createSandbox({ seed: 7, entities: 120 })))
  await using same = await openOwn(server)
  await using another = await openOwn(server, { seed: 8 })

  expect([same.seed, another.seed]).toEqual([7, 8])
  expect((await another.export())['seed']).toBe(8)
})

test('on a server: the links of a response stay in the sandbox', async () => {
  await using server = await serveKitchen()
  await using sandbox = await openOwn(server)
  const menu = await sandbox.give('T.Menu', { identifier: 'brunch' })

  expect((await fetch(menu.self.href)).status).toBe(200)
  expect((await sandbox.fetch(menu.self.href)).status).toBe(200)
})

test('on a server beyond this machine: the controls take the token', async () => {
  await using server = await serveKitchen({ host: '0.0.0.0', controlToken: 'let-me-in' })
  await using sandbox = await openOwn(server, { controlToken: 'let-me-in' })

  await sandbox.give('T.Menu', { identifier: 'brunch' })
  await sandbox.setHealth('search', 'Red')

  expect(await sandbox.has('brunch')).toBe(true)
  expect((await sandbox.fetch('/__sandbox/journal')).status).toBe(200)
  await expect(connect(server.url)).rejects.toThrow('Set the option "controlToken"')
  await expect(connect(server.url, { controlToken: 'other' })).rejects.toThrow('need a token')
})

test('on a server: what is wrong with the address is said', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('No such page.'))

  await new Promise<void>((resolve) => server.listen(0, resolve))

  const { port } = server.address() as AddressInfo // a server on a port
  const url = `http://127.0.0.1:${port}`

  await expect(connect(url)).rejects.toThrow(
    `Failed to open a sandbox at ${url}: it returned 404, so it may not be an entity-sandbox. No such page.`,
  )
  await new Promise((resolve) => server.close(resolve))
  await expect(connect(url)).rejects.toThrow(
    /no server responds there \(.*ECONNREFUSED.*\)\. Start "entity-sandbox"/,
  )
})

test('on a server: handlers are rejected where no browser would use them', async () => {
  await using server = await serveKitchen()
  await using sandbox = await openOwn(server)

  expect(() => sandbox.use(http.get('*', () => undefined))).toThrow('Use faults instead.')
})

/** The result of every verb, in a form that depends on the data alone. */
async function tour(sandbox: SandboxClient): Promise<unknown> {
  const seen: unknown[] = [sandbox.seed]
  const ask = async (path: string, init?: RequestInit) => {
    const response = await sandbox.fetch(path, init)

    seen.push(`${init?.method ?? 'GET'} ${path} -> ${response.status}`)

    return response
  }

  await sandbox.clock.freeze('2026-06-15T12:00:00Z')
  seen.push(await sandbox.clock.advance(60_000))

  const stew = await sandbox.give<{ Title: string }>('T.Dish', {
    identifier: 'stew',
    properties: { Title: 'Stew' },
    relations: { DishToSide: { children: [dish.salad] } },
  })

  seen.push(stew.id, stew.properties, stew.created_on)
  await sandbox.change('stew', { Title: 'Thick stew' })
  seen.push((await sandbox.find('T.Dish', { Title: 'Thick stew' })).map(({ id }) => id))

  const before = await sandbox.snapshot()

  await sandbox.remove('stew')
  await ask('/api/entities/identifier/stew')
  await sandbox.restore(before)
  await ask('/api/entities/identifier/stew')

  await sandbox.actAs('reader')
  await ask(`/api/entities/${stew.id}`, { method: 'DELETE' })
  await sandbox.actAs(null)
  await ask(`/api/entities/${stew.id}`)
  await sandbox.actAs('editor')

  await sandbox.setHealth('graph/worker-2', 'Red', { message: 'Down.', hold: true })
  seen.push((await (await ask('/api/status')).json()).aggregated_service_status_label)
  await sandbox.resetHealth()
  seen.push((await (await ask('/api/status')).json()).aggregated_service_status_label)

  const fault = await sandbox.addFault({ match: { method: 'GET' }, effect: { kind: 'answer', status: 503 } })

  await ask(`/api/entities/${dish.soup}`)
  await sandbox.removeFault(fault)
  await sandbox.addFaultPreset('maintenance')
  await ask(`/api/entities/${dish.soup}`)
  await sandbox.clearFaults()
  await sandbox.defineScenario({ name: 'red', description: 'All is.', health: { '': { label: 'Red' } } })
  await sandbox.setScenario('red')
  await ask('/api/status')
  await sandbox.setScenario(null)

  await ask('/api/entitties/1')
  seen.push(await sandbox.verify({ method: 'DELETE', path: '/api/entities/:id', atLeast: 2 }))
  seen.push((await sandbox.requests()).map(({ method, path, status, user }) => [method, path, status, user]))
  seen.push((await sandbox.requests({ user: 'reader' })).length)

  await sandbox.reset()
  seen.push(await sandbox.has('stew'), await sandbox.export())
  seen.push((await sandbox.clock.run(-60_000)) < new Date())

  return JSON.parse(JSON.stringify(seen, withoutTransport))
}

/** Omits what differs between the ways: what a connection adds, the sandbox's name, how long it took. */
function withoutTransport(name: string, value: unknown): unknown {
  return ['headers', 'sandbox', 'duration_ms'].includes(name) ? undefined : value
}

async function serveKitchen(options?: ListenOptions): Promise<SandboxServer> {
  return listen(createHandlers(await createSandbox(kitchen)), options)
}

function openOwn({ port }: SandboxServer, options?: ConnectOptions): Promise<SandboxClient> {
  return connect(`http://127.0.0.1:${port}`, { own: true, ...options })
}
