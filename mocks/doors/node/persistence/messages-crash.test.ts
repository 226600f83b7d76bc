import { expect, test, vi } from 'vitest'
import { BundledServer, Replica } from '../../../testing/deployment.ts'
import { openReceiver } from '../../../testing/receiver.ts'
import { freePort } from '../../../testing/redis-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openPersisted } from './open-folder.ts'

test('a message of an acknowledged change is sent by the next start, if the server is ended before it could', async () => {
  const { bin } = await BundledServer.build()
  const folder = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hook`
  const options = ['--persist', folder, '--webhook', 'http://127.0.0.1:1/other', '--webhook', url]
  const server = new Replica({ bin, data: [] }, await freePort(), options)

  await (await openPersisted(folder, { entities: 0 })).close()
  try {
    await server.start()
    const created = await fetch(`${server.url}/api/entities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
        identifier: 'leek',
        properties: { TagName: { 'en-US': 'Leek' } },
      }),
    })

    expect(created.status).toBe(201)
    await server.stop('SIGKILL')

    const { got } = await openReceiver(undefined, port)

    await server.start()
    await vi.waitFor(() => expect(got).toHaveLength(1), 10_000)
    expect(got).toMatchObject([{ path: '/hook', message: { TargetIdentifier: 'leek', IsNew: true } }])
  } finally {
    await server.stop()
  }
}, 60_000)
