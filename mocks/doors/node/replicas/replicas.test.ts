import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { SandboxConfig } from '../../../local/config.ts'
import type { StoredLog } from '../../../sandbox/persistence/log-storage.ts'
import { dish } from '../../../testing/kitchen.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { listening } from '../../../testing/listening.ts'
import { entity } from '../../../testing/records.ts'
import { isDeep } from '../../../testing/scale.ts'
import { expire, openReplica, startStore, type InProcessReplica } from '../../../testing/shared-server.ts'
import { urlOf } from '../serve.ts'
import { openServer } from '../commands/open-server.ts'
import { Leases } from './leases.ts'
import { RedisStorage } from './redis-storage.ts'
import { SharedSandboxes } from './shared-sandboxes.ts'
import type { SharingEvent } from './sharing.ts'

// Skipped if Redis is not installed.
const store = await startStore()

afterAll(() => store?.[Symbol.asyncDispose]())

/** The address of a deployment: a new one, or the one with this name. */
function place(name: string = crypto.randomUUID()): string {
  return `${store?.url}?prefix=${name}:`
}

const rename = (title: string) => ({ method: 'PUT', json: { properties: { Title: title } } })
const soup = `/api/entities/${dish.soup}`

async function titleOf(
  replica: InProcessReplica,
  headers: Record<string, string> = {},
  id: number = dish.soup,
): Promise<unknown> {
  const { properties } = (await (await replica.send(`/api/entities/${id}`, { headers })).json()) as {
    properties: { Title: unknown }
  } // as the interface has it

  return properties.Title
}

describe.runIf(store !== undefined)('servers that share a store', () => {
  test('a write to one server is seen through the other, also after the first has stopped', async () => {
    const one = await openReplica(place('seen'))
    await using other = await openReplica(place('seen'))

    expect((await one.send(soup, rename('Leek pie'))).status).toBe(204)
    expect(await titleOf(other)).toBe('Leek pie')
    // A forwarded request is not forwarded again.
    const headers = { 'X-Sandbox-Forwarded': '1', Origin: 'https://shop.example' }
    const misdirected = await other.send(soup, { headers })

    expect(misdirected.status).toBe(421)
    // What only a replica responds is readable like everything else.
    expect(misdirected.headers.get('Access-Control-Allow-Origin')).toBe(headers.Origin)
    expect(misdirected.headers.get('Content-Length')).toBe(String((await misdirected.text()).length))
    await one[Symbol.asyncDispose]()
    expect(await titleOf(other)).toBe('Leek pie')
    expect((await other.send(soup, rename('Quiche'))).status).toBe(204)
  })

  test('a sandbox that can’t be restored is set aside until it is deleted, and others are served', async () => {
    const at = place('damaged')
    const blue = { headers: { 'X-Sandbox': 'blue' } }
    const one = await openReplica(at)

    for (const id of ['blue', 'green'])
      await one.send(soup, { ...rename(`Soup of ${id}`), headers: { 'X-Sandbox': id } })
    await one[Symbol.asyncDispose]()
    await expire(store, 'damaged', 'blue')

    const client = new Redis(store?.url ?? '')
    const log = 'damaged:{blue}:log'
    const [entry = ''] = (await client.hkeys(log)).filter((each) => each.startsWith('entry/'))

    await client.hset(log, entry, 'damaged')
    client.disconnect()
    await using two = await openReplica(at)
    await using three = await openReplica(at)

    for (const replica of [two, three, two]) {
      const rejected = await replica.send(soup, blue)

      expect(rejected.status).toBe(503)
      expect(await rejected.text()).toContain('the log of sandbox \\"blue\\" is damaged')
      expect(await titleOf(replica, { 'X-Sandbox': 'green' })).toBe('Soup of green')
    }
    expect(await (await two.send('/__sandbox/sandboxes')).json()).toMatchObject({
      set_aside: [{ id: 'blue' }],
    })
    expect((await three.send('/__sandbox/sandboxes/blue', { method: 'DELETE' })).status).toBe(204)
    for (const replica of [two, three]) expect(await titleOf(replica, blue.headers)).toBe('Leek soup')
    expect((await three.send(soup, { ...rename('Blue soup'), ...blue })).status).toBe(204)
  })

  test('sandboxes are listed, forked and deleted through any server', async () => {
    await using one = await openReplica(place('managed'))
    await using other = await openReplica(place('managed'))
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

  test('a sandbox whose clock ran past the year 9999 can be used through its next owner', async () => {
    const machine = { now: 0 }
    const options = { machineClock: () => machine.now }
    const one = await openReplica(place('late'), options)
    const offset_ms = Date.UTC(9999, 11, 31, 23, 59)

    await one.send('/__sandbox/clock', { method: 'PUT', json: { mode: 'real', offset_ms } })
    machine.now = 3_600_000
    await one.send(soup, rename('Late soup'))
    await one[Symbol.asyncDispose]()
    await using other = await openReplica(place('late'), options)

    expect(await titleOf(other)).toBe('Late soup')
    expect((await other.send('/__sandbox/reset', { method: 'POST' })).status).toBe(204)
  })

  test('a refused request leaves no sandbox in the store, and one of a foreign page takes none', async () => {
    const events: SharingEvent[] = []
    await using one = await openReplica(place(), { observe: (event) => void events.push(event) })
    const acquired = () => events.flatMap((each) => (each.event === 'acquired' ? [each.sandbox] : []))
    const headers = { Origin: 'https://elsewhere.example' }
    const large = { json: 'x'.repeat(11 * 2 ** 20) }

    expect((await one.send(`/s/foreign${soup}`, { headers })).status).toBe(200)
    expect((await one.send(`/s/foreign${soup}`, { ...rename('x'), headers })).status).toBe(403)
    expect((await one.send('/s/refused/api/nothing')).status).toBe(404)
    expect((await one.send(`/s/large${soup}`, { method: 'PUT', ...large })).status).toBe(413)
    expect((await one.send(`/s/kept${soup}`)).status).toBe(200)
    expect(acquired()).toEqual(['refused', 'large', 'kept'])

    const list = async () => {
      const { items } = (await (await one.send('/__sandbox/sandboxes')).json()) as { items: { id: string }[] } // as declared

      return items.map(({ id }) => id).sort()
    }

    await expect.poll(list).toEqual(['default', 'kept'])
    expect((await one.send(`/s/refused${soup}`)).status).toBe(200)
  })

  test('a sandbox can’t exceed its maximum size in the store; smaller writes are still accepted', async () => {
    await using one = await openReplica(place())
    const statusOf = async (length: number) => (await one.send(soup, rename('x'.repeat(length)))).status

    expect(await statusOf(1_200_000)).toBe(507)
    expect(await titleOf(one)).toBe('Leek soup')
    expect(await statusOf(1200)).toBe(204)
  })

  test('the number of concurrent requests and streams of a sandbox is limited; others are served', async () => {
    await using one = await openReplica(place())
    const client = new AbortController()
    const open = (name: string) =>
      one.send('/__sandbox/events', { signal: client.signal, headers: { 'X-Sandbox': name } })
    const streams = await Promise.all(Array.from({ length: 400 }, () => open('blue')))

    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await open('blue')).status).toBe(503)
    expect((await open('green')).status).toBe(200)
    client.abort()
    await expect
      .poll(async () => (await one.send(soup, { headers: { 'X-Sandbox': 'blue' } })).status)
      .toBe(200)
  })

  test('a stream of changes can be read through another server', async () => {
    await using one = await openReplica(place('streamed'))
    await using other = await openReplica(place('streamed'))

    await one.send(soup)

    const client = new AbortController()
    const { body } = await other.send('/__sandbox/events', { signal: client.signal })
    const reader = body?.getReader()

    await reader?.read()
    await one.send(soup, rename('Leek pie'))
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: change')
    client.abort()
  })

  test('the initial state of another version or other data is read, not generated again', async () => {
    const address = place()
    const other = { ...kitchen, data: [entity(dish.soup, 'T.Dish', { properties: { Title: 'New soup' } })] }
    const blue = { 'X-Sandbox': 'blue' }
    await using before = await openReplica(address, { version: '0.1.0' })

    await before.send(`/api/entities/${dish.bread}`, { ...rename('Spelt bread'), headers: blue })
    await using after = await openReplica(address, { ...other, version: '0.2.0' })

    expect(await titleOf(after, { 'X-Sandbox': 'green' })).toBe('New soup')
    await before[Symbol.asyncDispose]()
    expect(await titleOf(after, blue)).toBe('Leek soup')
    expect(await titleOf(after, blue, dish.bread)).toBe('Spelt bread')
    await after.send('/__sandbox/reset', { method: 'POST', json: {}, headers: blue })
    expect(await titleOf(after, blue)).toBe('Leek soup')
    expect(await titleOf(after, blue, dish.bread)).toBe('Rye bread')
  })
})

describe.runIf(store !== undefined)('a server that ends, or is without its store', () => {
  test('a forwarded stream ends properly when the forwarding server stops', async () => {
    await using one = await openReplica(place('ending'))
    const other = await openReplica(place('ending'))

    await one.send(soup)

    const reader = (await other.send('/__sandbox/events')).body?.getReader()

    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('retry: 1000\n\n')
    await other[Symbol.asyncDispose]()
    expect(await reader?.read()).toEqual({ done: true, value: undefined })
  })

  test('a slow request to a stopping server does not delay its other sandboxes', async () => {
    const [blue, green] = [{ 'X-Sandbox': 'blue' }, { 'X-Sandbox': 'green' }]
    const one = await openReplica(place('leaving'))
    await using other = await openReplica(place('leaving'))
    const finished: string[] = []

    await one.send(soup, { headers: green })
    await one.send('/__sandbox/faults', {
      method: 'POST',
      json: { effect: { kind: 'latency', ms: 1000 } },
      headers: blue,
    })

    const slow = one.send(soup, { headers: blue }).then(() => finished.push('blue'))

    await expect.poll(() => one.send('/__sandbox/live').then(({ ok }) => ok)).toBe(true)

    const ended = one[Symbol.asyncDispose]()

    await other.send(soup, { headers: green }).then(() => finished.push('green'))
    await slow
    await ended
    expect(finished).toEqual(['green', 'blue'])
  })

  test.runIf(isDeep)(
    'without its store a server still reads but rejects writes, and goes on when that is back',
    async () => {
      const events: SharingEvent[] = []
      const observe = (event: SharingEvent) => void events.push(event)
      await using one = await openReplica(place(), { observe })

      await one.send(soup, rename('Leek pie'))
      await store?.stop()
      expect(await titleOf(one)).toBe('Leek pie')

      const rejected = await one.send(soup, rename('Quiche'))

      expect(rejected.status).toBe(503)
      expect(rejected.headers.get('Retry-After')).toBe('1')
      await store?.start()
      await expect
        .poll(async () => (await one.send(soup, rename('Stew'))).status, { timeout: 10_000 })
        .toBe(204)
      expect(await titleOf(one)).toBe('Stew')
      expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['store-down', 'store-up']))
    },
  )

  // Each of them would wait for two seconds.
  test.runIf(isDeep)(
    'once a store is known to hang, changes are rejected at once until it responds',
    async () => {
      await using one = await openReplica(place())
      const change = async () => (await one.send(soup, rename('Quiche'))).status

      expect(await change()).toBe(204)
      store?.signal('SIGSTOP')
      for (let number = 0; number < 20; number++) expect(await change()).toBe(503)
      store?.signal('SIGCONT')
      await expect.poll(change, { timeout: 10_000 }).toBe(204)
    },
  )
})

describe.runIf(store !== undefined)('the owner of a sandbox', () => {
  test('requests whose clients disconnect before the owner is known are not in progress any more', async () => {
    await using one = await openReplica(place())
    const client = new AbortController()
    const disconnected = once(client.signal, 'abort').then(() => setTimeout(200))
    let waiting = 0
    const spy = vi.spyOn(SharedSandboxes.prototype, 'ownerOrTakeOver').mockImplementation(async function (
      this: SharedSandboxes,
      id,
    ) {
      waiting += 1
      await disconnected

      return this.ownerOrTakeOver(id) // no longer mocked
    })
    const aborted = Array.from({ length: 400 }, () => one.send(soup, { signal: client.signal }))

    await expect.poll(() => waiting, { timeout: 10_000 }).toBe(400)
    spy.mockRestore()
    client.abort()
    await Promise.allSettled(aborted)
    await expect.poll(async () => (await one.send(soup)).status, { timeout: 10_000 }).toBe(200)
  })

  test('a request forwarded to an owner that hangs goes on to the replica that takes the sandbox over', async () => {
    await using one = await openReplica(place('replaced'))
    await using other = await openReplica(place('replaced'))
    const hanging = await listening(createServer())

    await one.send(soup)
    vi.spyOn(SharedSandboxes.prototype, 'ownerOrTakeOver').mockResolvedValueOnce({
      url: urlOf('http', '127.0.0.1', hanging),
    })
    expect((await other.send(soup)).status).toBe(200)
  })

  test('a log that another server takes over and writes while it is read is not reported as damaged', async () => {
    const prefix = crypto.randomUUID()
    const open = (lease: number) => openReplica(place(prefix), { sandboxLimit: 8, lease })
    const first = await open(1)
    await using slow = await open(1)
    // It keeps the sandbox, however long a busy machine takes between two writes.
    await using next = await open(30)

    // More than is read at once.
    for (const id of Object.values(dish))
      expect((await first.send(`/api/entities/${id}`, rename('a'.repeat(120_000)))).status).toBe(204)
    await first[Symbol.asyncDispose]()
    // A renewal between the end of its lease and the next server's would keep it.
    using renewal = vi.spyOn(Leases.prototype, 'renew')
    renewal.mockResolvedValue()

    const pausing = (log: StoredLog): StoredLog => ({
      ...log,
      async *read() {
        for await (const item of log.read()) {
          yield item
          if (item.part !== 'head') continue
          await expire(store, prefix, 'default')
          // The log is compacted.
          for (const letter of 'bcdefg')
            expect((await next.send(soup, rename(letter.repeat(90_000)))).status).toBe(204)
          await setTimeout(1200) // longer than the lease
        }
      },
    })

    vi.spyOn(RedisStorage.prototype, 'ownedOnly', 'get').mockImplementationOnce(function (
      this: RedisStorage,
    ) {
      const { ownedOnly } = this // no longer mocked

      return { ...ownedOnly, open: async (name) => pausing(await ownedOnly.open(name)) }
    })
    expect((await slow.send(soup)).status).toBe(503)
    expect(await titleOf(slow)).toMatch(/^g/)
  })

  test('a server on all addresses is reached by others at its address in the network', async () => {
    const events: SharingEvent[] = []
    const observe = (event: SharingEvent) => void events.push(event)
    const address = place()
    const opened = await openServer(
      SandboxConfig.parse({ ...kitchen, store: address, host: '0.0.0.0', port: 'auto' }),
    )
    await using other = await openReplica(address, { observe })

    await fetch(`${opened.server.url}${soup}`)
    await other.send(soup)
    await opened.close()
    expect(events).toContainEqual({
      event: 'forwarded',
      sandbox: 'default',
      to: opened.server.networkUrls[0] ?? opened.server.url,
    })
  })
})
