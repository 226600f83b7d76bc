import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { createHandlers } from '../create-handlers.ts'
import { createSandbox } from '../create-sandbox.ts'
import { listen, type SandboxServer } from '../node/index.ts'
import type { ListenOptions } from '../node/serve.ts'
import { dish, kitchen } from '../testing/kitchen-world.ts'
import { PrivateWorld } from './private-world.ts'
import { RemoteWorld } from './remote-world.ts'
import { TestSandbox } from './test-sandbox.ts'

test('on a server: every verb does what it does within the process', async () => {
  await using server = await serveKitchen()
  await using world = await openWorld(server)

  const remote = await tour(new TestSandbox(world))
  const local = await tour(new TestSandbox(new PrivateWorld(await createSandbox(kitchen), 'http://api.test')))

  expect(remote).toEqual(local)
})

test('on a server: tests see nothing of each other, and take their sandbox with them when they end', async () => {
  await using server = await serveKitchen()
  const names = async () => {
    const { items } = await (await fetch(`${server.url}/__sandbox/sandboxes`)).json()

    return (items as { id: string }[]).map(({ id }) => id)
  }

  {
    await using world = await openWorld(server)
    await using otherWorld = await openWorld(server)
    const [one, other] = [new TestSandbox(world), new TestSandbox(otherWorld)]

    await one.give('T.Menu', { identifier: 'brunch' })
    await other.addFaultPreset('offline')

    expect((await one.fetch('/api/entities/identifier/brunch')).status).toBe(200)
    expect(await other.has('brunch')).toBe(false)
    expect(await names()).toEqual(expect.arrayContaining([one.id, other.id]))
  }

  expect(await names()).toEqual(['default'])
})

test("on a server: the seed is the server's, or the one asked for", async () => {
  await using server = await listen(createHandlers(await createSandbox({ seed: 7, entities: 120 })))
  await using same = await openWorld(server)
  await using another = await openWorld(server, { seed: 8 })

  expect([same.seed, another.seed]).toEqual([7, 8])
  expect((await new TestSandbox(another).export())['seed']).toBe(8)
})

test('on a server: the links of an answer stay in the sandbox', async () => {
  await using server = await serveKitchen()
  await using world = await openWorld(server)
  const sandbox = new TestSandbox(world)
  const menu = await sandbox.give('T.Menu', { identifier: 'brunch' })

  expect((await fetch(menu.self.href)).status).toBe(200)
  expect((await sandbox.fetch(menu.self.href)).status).toBe(200)
})

test('on a server beyond this machine: the controls take the token', async () => {
  await using server = await serveKitchen({ host: '0.0.0.0', controlToken: 'let-me-in' })
  await using world = await openWorld(server, { controlToken: 'let-me-in' })
  const sandbox = new TestSandbox(world)

  await sandbox.give('T.Menu', { identifier: 'brunch' })
  await sandbox.setHealth('search', 'Red')

  expect(await sandbox.has('brunch')).toBe(true)
  expect((await sandbox.fetch('/__sandbox/journal')).status).toBe(200)
  await expect(RemoteWorld.open(server.url)).rejects.toThrow('Set the option "controlToken"')
  await expect(RemoteWorld.open(server.url, { controlToken: 'other' })).rejects.toThrow('need a token')
})

test('on a server: what is wrong with the address is said', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('No such page.'))

  await new Promise<void>((resolve) => server.listen(0, resolve))

  const { port } = server.address() as AddressInfo // a server on a port
  const url = `http://127.0.0.1:${port}`

  await expect(RemoteWorld.open(url)).rejects.toThrow(
    `Failed to open a sandbox at ${url}: it answered 404, so it may be no entity-sandbox. No such page.`,
  )
  await new Promise((resolve) => server.close(resolve))
  await expect(RemoteWorld.open(url)).rejects.toThrow('nothing answers there. Start "entity-sandbox"')
})

test('on a server: handlers are refused where no browser could be answered by them', async () => {
  await using server = await serveKitchen()
  await using world = await openWorld(server)

  expect(() => new TestSandbox(world).use(http.get('*', () => undefined))).toThrow('Use faults instead.')
})

/** What comes of every verb, in a form that depends on the data alone. */
async function tour(sandbox: TestSandbox): Promise<unknown> {
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
  await sandbox.setScenario('search-degraded')
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

/** Leaves out what tells one way from the other: what a connection adds, the sandbox's name, how long it took. */
function withoutTransport(name: string, value: unknown): unknown {
  return ['headers', 'sandbox', 'duration_ms'].includes(name) ? undefined : value
}

async function serveKitchen(options?: ListenOptions): Promise<SandboxServer> {
  return listen(createHandlers(await createSandbox(kitchen)), options)
}

async function openWorld(
  { port }: SandboxServer,
  options?: Parameters<typeof RemoteWorld.open>[1],
): Promise<RemoteWorld & AsyncDisposable> {
  const world = await RemoteWorld.open(`http://127.0.0.1:${port}`, options)

  return Object.assign(world, { [Symbol.asyncDispose]: () => world.close() })
}
