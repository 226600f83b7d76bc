import { afterAll, expect, test } from 'vitest'
import { isInstalled, RedisServer } from '../../testing/redis-server.ts'
import { testStorage } from '../../testing/storage-contract.ts'
import { Connection } from './connection.ts'
import { metersOf } from './meter.ts'
import { RedisStorage, type RedisOptions } from './redis-storage.ts'

// Where it is not installed, nothing of this counts.
const server = isInstalled('redis-server') ? await RedisServer.start() : undefined

afterAll(() => server?.[Symbol.asyncDispose]())

interface Opened extends AsyncDisposable {
  storage: RedisStorage
  reopen(): Promise<void>
}

async function open(
  prefix: string = crypto.randomUUID(),
  options: Partial<RedisOptions> = {},
): Promise<Opened> {
  const connection = await Connection.open(`${server?.url}?prefix=${prefix}:`, metersOf([]))
  const owner = `http://127.0.0.1#${crypto.randomUUID()}`
  const make = () =>
    new RedisStorage(connection, { owner: () => owner, leaseTime: 3000, meter: metersOf([]), ...options })
  const opened = {
    storage: make(),
    async reopen() {
      await opened.storage.close()
      opened.storage = make()
    },
    async [Symbol.asyncDispose]() {
      await opened.storage.close()
      await connection.close()
    },
  }

  return opened
}

const item = (number: number, size = 10) => ({ part: 'entry', number, bytes: new Uint8Array(size) }) as const

if (server) testStorage('a store', () => open())

test.runIf(server !== undefined)(
  'a log has one owner at a time, and the next one when that lets go',
  async () => {
    await using one = await open('owner')
    await using other = await open('owner')
    const log = await one.storage.open('blue')

    await log.put([item(1)])
    await expect(other.storage.open('blue')).rejects.toThrow('owned by http://127.0.0.1')
    await one.storage.leases.release('blue')
    await expect(log.put([item(2)])).rejects.toMatchObject({ status: 503 })
    await (await other.storage.open('blue')).put([item(2)])
  },
)
