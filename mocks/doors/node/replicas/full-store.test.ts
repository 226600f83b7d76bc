import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, test } from 'vitest'
import { dish } from '../../../testing/kitchen.ts'
import { RedisServer } from '../../../testing/redis-server.ts'
import { openReplica, startStore, type InProcessReplica } from '../../../testing/shared-server.ts'

// Skipped if Redis is not installed.
const store = await startStore()

afterAll(() => store?.[Symbol.asyncDispose]())

const soup = `/api/entities/${dish.soup}`

function inSandbox(replica: InProcessReplica, name: string) {
  const headers = { 'X-Sandbox': name }

  return {
    read: () => replica.send(soup, { headers }),
    rename: (title: string, id: number = dish.soup) =>
      replica.send(`/api/entities/${id}`, { method: 'PUT', json: { properties: { Title: title } }, headers }),
    remove: (id: number) => replica.send(`/api/entities/${id}`, { method: 'DELETE', headers }),
    reset: (json: object = {}) => replica.send('/__sandbox/reset', { method: 'POST', json, headers }),
    title: async () => {
      const { properties } = (await (await replica.send(soup, { headers })).json()) as {
        properties: { Title: string }
      } // as the interface has it

      return properties.Title
    },
  }
}

/** Allows a store less memory than it uses. */
async function fill(full: RedisServer): Promise<void> {
  const client = new Redis(full.url)
  const [, used] = /^used_memory:(\d+)/m.exec(await client.info('memory')) ?? []

  await client.config('SET', 'maxmemory', Number(used) - 1_000_000)
  client.disconnect()
}

describe.runIf(store !== undefined)('a store without memory left', () => {
  test('is read, listed and emptied; other requests that need memory are rejected with the reason', async () => {
    await using full = await RedisServer.start(['--maxmemory-policy', 'noeviction'])
    const options = { sandboxLimit: 2, lease: 1 }
    await using one = await openReplica(full.url, options)
    const filled = Array.from({ length: 16 }, (_, number) => `s${number}`)

    for (const name of filled)
      expect((await inSandbox(one, name).rename(name.repeat(100_000))).status).toBe(204)
    await fill(full)

    const [first = '', second = '', ...others] = filled
    const createdBy = (json: object) => one.send('/__sandbox/sandboxes', { method: 'POST', json })

    for (const isLeaseOver of [false, true]) {
      if (isLeaseOver) await setTimeout(1500)
      expect((await inSandbox(one, first).read()).status).toBe(200)
      expect((await inSandbox(one, `new-${isLeaseOver}`).read()).status).toBe(200)

      const listed = await one.send('/__sandbox/sandboxes')

      expect(listed.status).toBe(200)
      expect(await listed.text()).toContain(`"${first}"`)
      for (const rejected of [
        await inSandbox(one, first).rename('x'.repeat(50_000)),
        await inSandbox(one, 'another').rename('x'.repeat(50_000)),
        await createdBy({ id: 'created', from: first }),
      ]) {
        expect(rejected.status).toBe(507)
        expect(await rejected.text()).toContain('The store of this deployment is full')
      }
    }
    expect(await inSandbox(one, first).title()).toContain(first)
    await using other = await openReplica(full.url, options)

    expect(await inSandbox(other, second).title()).toContain(second)
    expect((await inSandbox(other, second).reset()).status).toBeLessThan(300)
    expect(await inSandbox(one, second).title()).toBe('Leek soup')
    for (const name of others)
      expect((await other.send(`/__sandbox/sandboxes/${name}`, { method: 'DELETE' })).status).toBe(204)
    expect((await inSandbox(other, first).rename('Leek pie')).status).toBe(204)
    expect(await inSandbox(one, first).title()).toBe('Leek pie')
  }, 30_000)
})

describe.runIf(store !== undefined)('the maximum size of a sandbox', () => {
  test('counts all of it, also what a new one is created with', async () => {
    await using roomy = await openReplica(`${store?.url}?prefix=limit:`, { sandboxLimit: 8 })
    await using one = await openReplica(`${store?.url}?prefix=limit:`, { sandboxLimit: 1 })

    expect((await inSandbox(roomy, 'large').rename('x'.repeat(3_000_000))).status).toBe(204)

    // Whichever server owns it, the limit of that which stores the copy counts.
    await roomy[Symbol.asyncDispose]()

    const fork = await one.send('/__sandbox/sandboxes/large/fork', { method: 'POST', json: { id: 'copy' } })

    expect(fork.status).toBe(507)
    expect(await fork.text()).toContain('--sandbox-limit')
    expect(await (await one.send('/__sandbox/sandboxes')).text()).not.toContain('"copy"')
    // A lower limit than that under which it was filled.
    expect((await inSandbox(one, 'large').rename('Leek pie')).status).toBe(507)
    expect((await inSandbox(one, 'large').reset()).status).toBeLessThan(300)
    expect(await inSandbox(one, 'large').title()).toBe('Leek soup')
    expect((await inSandbox(one, 'large').rename('Leek pie')).status).toBe(204)
  })

  test('a sandbox that has reached it is emptied by deleting its entities', async () => {
    await using one = await openReplica(`${store?.url}?prefix=emptied:`, { sandboxLimit: 1 })
    const sandbox = inSandbox(one, 'blue')
    const large = () => sandbox.rename('x'.repeat(800_000), dish.bread)

    expect((await sandbox.rename('x'.repeat(300_000), dish.soup)).status).toBe(204)
    expect((await large()).status).toBe(507)
    expect((await sandbox.rename('Leek soup')).status).toBe(204)
    expect((await large()).status).toBe(204)
  })
})
