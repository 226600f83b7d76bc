import { expect, test } from 'vitest'
import { endWhileWriting } from '../../../testing/crash-rounds.ts'
import { BundledServer, Replica } from '../../../testing/deployment.ts'
import { freePort, isInstalled, RedisServer } from '../../../testing/redis-server.ts'
import { isDeep, seed } from '../../../testing/scale.ts'

const rounds = isDeep ? 100 : 1

test.runIf(isInstalled('redis-server'))(
  `ended while eight clients write, a server with a store starts again with every acknowledged change (rounds: ${rounds})`,
  async () => {
    const program = await BundledServer.build()
    await using store = await RedisServer.start()
    const server = new Replica({ bin: program.bin, data: ['--entities', '100'] }, await freePort(), [
      '--store',
      store.url,
      '--lease',
      '1',
    ])
    const sandboxes = ['default', 'blue']

    expect(await endWhileWriting(server, { rounds, seed, sandboxes })).toBeGreaterThanOrEqual(10 * rounds)
  },
  1_800_000,
)
