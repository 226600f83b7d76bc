import { afterAll, describe, expect, test } from 'vitest'
import { createService } from '../../create-service.ts'
import { conformance } from '../../testing/conformance.ts'
import { openDoors, sendOverSocket } from '../../testing/doors.ts'
import { dish } from '../../testing/kitchen.ts'
import { kitchen } from '../../testing/kitchen-world.ts'
import { isInstalled, RedisServer } from '../../testing/redis-server.ts'
import { isDeep } from '../../testing/scale.ts'
import { serve } from '../serve.ts'
import { openShared } from './open-shared.ts'

// Where it is not installed, nothing of this counts.
const store = isInstalled('redis-server') ? await RedisServer.start() : undefined

afterAll(() => store?.[Symbol.asyncDispose]())

interface Replica extends AsyncDisposable {
  send(
    path: string,
    init?: Omit<RequestInit, 'headers'> & { json?: unknown; headers?: Readonly<Record<string, string>> },
  ): Promise<Response>
}

/** A server that shares its sandboxes with those that have the same prefix. */
async function openReplica(prefix: string): Promise<Replica> {
  const shared = await openShared(`${store?.url}?prefix=${prefix}:`, { ...kitchen, sandboxLimit: 1 })
  const server = await serve(
    createService(shared.sandboxes),
    undefined,
    { allowedHosts: ['sandbox.test'] },
    { replicas: shared.replicas },
  )

  shared.reachedAt(server.url)

  return {
    send: (path, { json, headers = {}, ...init } = {}) => {
      const sent = json === undefined ? {} : { body: JSON.stringify(json) }
      const type = json === undefined ? {} : { 'Content-Type': 'application/json' }

      return sendOverSocket(server.port, path, { ...init, ...sent, headers: { ...type, ...headers } })
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await shared.close()
    },
  }
}

async function openPair(): Promise<AsyncDisposable & { one: Replica; other: Replica }> {
  const prefix = crypto.randomUUID()
  const [one, other] = await Promise.all([openReplica(prefix), openReplica(prefix)])

  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}

const rename = (title: string) => ({ method: 'PUT', json: { properties: { Title: title } } })
const soup = `/api/entities/${dish.soup}`

async function titleOf(replica: Replica, headers: Record<string, string> = {}): Promise<unknown> {
  const { properties } = (await (await replica.send(soup, { headers })).json()) as {
    properties: { Title: unknown }
  } // as the interface has it

  return properties.Title
}

describe.runIf(store !== undefined)('servers that share a store', () => {
  test.each(isDeep ? conformance : conformance.slice(2, 3))(
    'answer in turn as one alone: $name',
    async ({ requests }) => {
      await using pair = await openPair()
      await using single = await openDoors(kitchen)
      const replicas = [pair.one, pair.other]
      let turn = 0

      for (const { method, path, headers = {}, body } of requests) {
        const init = { method, headers, ...(body === undefined ? {} : { body }) }
        const expected = await single.fetch(path, init)
        const answer = await replicas[turn++ % 2]?.send(path, init)

        expect(answer?.status, `${method} ${path}`).toBe(expected.status)
        expect(answer?.headers.get('etag')).toBe(expected.headers.get('etag'))
        expect(await answer?.text(), `${method} ${path}`).toBe(await expected.text())
      }
    },
  )

  test('what one server wrote the other one has, before and after it has left', async () => {
    const prefix = crypto.randomUUID()
    const one = await openReplica(prefix)
    await using other = await openReplica(prefix)

    expect((await one.send(soup, rename('Leek pie'))).status).toBe(204)
    expect(await titleOf(other)).toBe('Leek pie')
    await one[Symbol.asyncDispose]()
    expect(await titleOf(other)).toBe('Leek pie')
    expect((await other.send(soup, rename('Quiche'))).status).toBe(204)
  })

  test('sandboxes are listed, forked and deleted through any server', async () => {
    await using pair = await openPair()
    const { one, other } = pair
    const blue = { 'X-Sandbox': 'blue' }

    await one.send(soup, { ...rename('Blue soup'), headers: blue })
    expect(
      (await other.send('/__sandbox/sandboxes/blue/fork', { method: 'POST', json: { id: 'green' } })).status,
    ).toBe(201)
    expect(await titleOf(other, { 'X-Sandbox': 'green' })).toBe('Blue soup')
    expect((await other.send('/__sandbox/sandboxes', { method: 'POST', json: { id: 'green' } })).status).toBe(
      409,
    )

    const { items } = (await (await other.send('/__sandbox/sandboxes')).json()) as { items: { id: string }[] } // as declared

    expect(items.map(({ id }) => id).sort()).toEqual(['blue', 'default', 'green'])
    expect((await other.send('/__sandbox/sandboxes/blue', { method: 'DELETE' })).status).toBe(204)
    expect((await one.send('/__sandbox/sandboxes/blue')).status).toBe(404)
    expect(await titleOf(one, blue)).toBe('Leek soup')
  })

  test('a sandbox takes no more of the store than it may, and goes on with less', async () => {
    await using one = await openReplica(crypto.randomUUID())
    const statusOf = async (length: number) => (await one.send(soup, rename('x'.repeat(length)))).status

    expect(await statusOf(1_200_000)).toBe(507)
    expect(await titleOf(one)).toBe('Leek soup')
    expect(await statusOf(1200)).toBe(204)
  })

  test('a stream of changes is followed through the other server', async () => {
    await using pair = await openPair()
    const { one, other } = pair

    await one.send(soup)

    const client = new AbortController()
    const { body } = await other.send('/__sandbox/events', { signal: client.signal })
    const reader = body?.getReader()

    await reader?.read()
    await one.send(soup, rename('Leek pie'))
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: change')
    client.abort()
  })

  test.runIf(isDeep)(
    'without its store a server reads and refuses to write, and goes on when that is back',
    async () => {
      await using one = await openReplica(crypto.randomUUID())

      await one.send(soup, rename('Leek pie'))
      await store?.stop()

      const refused = await one.send(soup, rename('Quiche'))

      expect(refused.status).toBe(503)
      expect(refused.headers.get('Retry-After')).toBe('1')
      await store?.start()
      await expect
        .poll(async () => (await one.send(soup, rename('Stew'))).status, { timeout: 10_000 })
        .toBe(204)
      expect(await titleOf(one)).toBe('Stew')
    },
  )
})
