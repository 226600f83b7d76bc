import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endWhileWriting } from '../../../testing/crash-rounds.ts'
import { BundledServer, Replica } from '../../../testing/deployment.ts'
import { freePort } from '../../../testing/redis-server.ts'
import { isDeep, seed } from '../../../testing/scale.ts'
import { openPersisted } from './open-folder.ts'

const rounds = isDeep ? 100 : 3 // one for each way to end it
const root = mkdtempSync(join(tmpdir(), 'crash-'))
let program: BundledServer

beforeAll(async () => {
  program = await BundledServer.build()
}, 60_000)
afterAll(() => rmSync(root, { recursive: true }))

// The changes of a round make the log of a sandbox long enough for a compaction.
describe.concurrent(`ended ${rounds} times while eight clients write, a server starts again and has every acknowledged change`, () => {
  test.each([
    { name: 'two sandboxes', sandboxes: ['default', 'blue'], entities: 100, padding: 0 },
    ...(isDeep
      ? [
          { name: 'one sandbox, long texts', sandboxes: ['default'], entities: 100, padding: 60_000 },
          { name: '20,000 entities', sandboxes: ['default', 'blue'], entities: 20_000, padding: 0 },
        ]
      : []),
  ])(
    '$name',
    async ({ name, sandboxes, entities, padding }) => {
      const folder = join(root, name)
      const server = new Replica({ bin: program.bin, data: [] }, await freePort(), ['--persist', folder])

      await (await openPersisted(folder, { entities })).close()
      expect(await endWhileWriting(server, { rounds, seed, sandboxes, padding })).toBeGreaterThan(10 * rounds)
    },
    3_600_000,
  )
})
