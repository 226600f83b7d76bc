import { Redis } from 'ioredis'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { RedisServer } from '../../../testing/redis-server.ts'
import { reopenable, testStorage } from '../../../testing/storage-contract.ts'
import { Connection } from './connection.ts'
import { expire, openReplica, startStore } from '../../../testing/shared-server.ts'
import { RedisStorage } from './redis-storage.ts'
import type { SharingEvent } from './sharing.ts'

// Skipped if Redis is not installed.
const server = await startStore()

afterAll(() => server?.[Symbol.asyncDispose]())

async function open(prefix: string = crypto.randomUUID(), address = server?.url) {
  const connection = await Connection.open(`${address}?prefix=${prefix}:`, () => undefined)
  const owner = `http://127.0.0.1#${crypto.randomUUID()}`

  onTestFinished(() => connection.close())

  return reopenable(
    () => new RedisStorage(connection, { owner: () => owner, leaseTime: 3000, observe: () => undefined }),
  )
}

const item = (number: number, size = 10) => ({ part: 'entry', number, bytes: new Uint8Array(size) }) as const

if (server) testStorage('a store', () => open())

describe.runIf(server !== undefined)('a store', () => {
  test('a log has one owner at a time, and can have another once it is released', async () => {
    await using one = await open('owner')
    await using other = await open('owner')
    const log = await one.storage.open('blue')

    await log.put([item(1)])
    await expect(other.storage.open('blue')).rejects.toThrow('owned by http://127.0.0.1')
    await one.storage.leases.release('blue')
    await expect(log.put([item(2)])).rejects.toMatchObject({ status: 503 })
    await (await other.storage.open('blue')).put([item(2)])
  })

  test('writes of a replica that hung and lost its lease are rejected', async () => {
    await using one = await open('hung')
    await using other = await open('hung')
    const log = await one.storage.open('blue')

    await expire(server, 'hung', 'blue')
    await (await other.storage.open('blue')).put([item(1)])
    await other.storage.leases.release('blue')
    await expect(log.put([item(1)])).rejects.toThrow('nothing was changed')
    await expect(one.storage.ownedOnly.open('blue')).rejects.toThrow('nothing was changed')
  })

  test('a write that may have been stored is reported as uncertain', async () => {
    await using one = await open('unsaid')
    await using other = await open('unsaid')
    let tries = 0
    const lease = await one.storage.leases.take('blue')
    const writing = one.storage.leases.write(lease, async (client, keys) => {
      if (++tries > 1) return client.renewLease(...keys, ...lease.terms, 0, '')
      await expire(server, 'unsaid', 'blue')
      await other.storage.open('blue')
      throw new Error('the connection broke, and the response was lost')
    })

    await expect(writing).rejects.toThrow('did not confirm whether the change was saved')
  })

  test('a store may require a name and password; wrong ones are not reported as a store that is down', async () => {
    const rights = ['--user', 'ada', 'on', '>leek', '~team-a:*', '+@all']
    await using guarded = await RedisServer.start(rights)
    const { port } = guarded
    await using opened = await open('team-a', `redis://ada:leek@127.0.0.1:${port}/2`)

    // This user may access only keys with the prefix.
    await (await opened.storage.open('blue')).put([item(1)])
    expect(await opened.storage.list()).toEqual(['blue'])
    await expect(openReplica(`redis://ada:wrong@127.0.0.1:${port}`)).rejects.toThrow(
      /invalid username[^.]*\.$/,
    )

    const observe = vi.fn<(happened: SharingEvent) => void>()

    await expect(Connection.open(`redis://ada:wrong@127.0.0.1:${port}`, observe)).rejects.toThrow('WRONGPASS')
    expect(observe).not.toHaveBeenCalled()
  })

  test('a store may be a cluster', async () => {
    await using cluster = await RedisServer.start(['--cluster-enabled', 'yes'])
    const client = new Redis(cluster.url)

    await client.cluster('ADDSLOTSRANGE', 0, 16_383)
    await expect.poll(() => client.cluster('INFO'), { timeout: 10_000 }).toContain('cluster_state:ok')
    client.disconnect()

    await using replica = await openReplica(cluster.url)
    const blue = { 'X-Sandbox': 'blue' }

    expect((await replica.send('/api/entities/1001', { method: 'DELETE', headers: blue })).status).toBe(204)
    expect((await replica.send('/__sandbox/sandboxes/blue', { method: 'DELETE' })).status).toBe(204)
  })
})
