import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { BundledServer, Replica } from '../../deployment.ts'
import { openReceiver } from '../../receiver.ts'
import { freePort, isInstalled, RedisServer } from '../../redis-server.ts'
import { isDeep } from '../../scale.ts'

const rounds = 5

test.runIf(isDeep && isInstalled('redis-server'))(
  `a server that ends while messages wait loses none, and the next one repeats few (rounds: ${rounds})`,
  async () => {
    const program = await BundledServer.build()
    await using store = await RedisServer.start()
    const { url, got } = await openReceiver((response) => setTimeout(() => response.end(), 20))
    const args = ['--store', store.url, '--lease', '1', '--webhook', url]
    const replicas = [
      new Replica(program, await freePort(), args),
      new Replica(program, await freePort(), args),
    ] as const
    const create = async (server: Replica): Promise<number> => {
      const response = await fetch(`${server.url}/s/blue/api/entities`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"entitydefinition":{"href":"/api/entitydefinitions/T.Tag"}}',
      })

      expect(response.status).toBe(201)

      return ((await response.json()) as { id: number }).id // as the service sends it
    }

    try {
      await Promise.all(replicas.map((replica) => replica.start()))
      for (let round = 0; round < rounds; round++) {
        const [first, second] = round % 2 === 0 ? replicas : replicas.toReversed()
        const created: number[] = []

        if (!first || !second) throw new Error('There are two servers.')
        for (let count = 0; count < 30; count++) created.push(await create(first))
        await first.stop()

        const received = () => got.map(({ message }) => message.TargetId).filter((id) => created.includes(id))

        expect(new Set(received()).size).toBeLessThan(created.length)
        // The first request makes the other server the owner, when the lease has expired.
        await vi.waitFor(
          async () =>
            expect((await fetch(`${second.url}/s/blue/api/entities/${created[0]}`)).status).toBe(200),
          15_000,
        )
        await vi.waitFor(() => expect(new Set(received())).toEqual(new Set(created)), 15_000)
        await wait(100)
        expect(received().length - created.length).toBeLessThanOrEqual(2)
        await first.start()
      }
    } finally {
      await Promise.all(replicas.map((replica) => replica.stop()))
    }
  },
  300_000,
)
