import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { SandboxConfig } from '../../config.ts'
import { dish } from '../../testing/kitchen.ts'
import { kitchen } from '../../testing/kitchen-data.ts'
import { listening } from '../../testing/listening.ts'
import { openReplica, startStore } from '../../testing/shared-server.ts'
import { urlOf } from '../addresses.ts'
import { openServer } from '../commands/open-server.ts'
import { SharedSandboxes } from './shared-sandboxes.ts'
import type { SharingEvent } from './sharing-observer.ts'

// Skipped if Redis is not installed.
const store = await startStore()

afterAll(() => store?.[Symbol.asyncDispose]())

const soup = `/api/entities/${dish.soup}`

test.runIf(store !== undefined)(
  'requests whose clients disconnect before the owner is known are not in progress any more',
  async () => {
    await using one = await openReplica(`${store?.url}?prefix=gone:`)
    const client = new AbortController()
    const disconnected = once(client.signal, 'abort').then(() => setTimeout(200))
    let waiting = 0
    const spy = vi.spyOn(SharedSandboxes.prototype, 'ownerOf').mockImplementation(async function (
      this: SharedSandboxes,
      id,
    ) {
      waiting += 1
      await disconnected

      return this.ownerOf(id) // no longer mocked
    })
    const aborted = Array.from({ length: 400 }, () => one.send(soup, { signal: client.signal }))

    await expect.poll(() => waiting, { timeout: 10_000 }).toBe(400)
    spy.mockRestore()
    client.abort()
    await Promise.allSettled(aborted)
    await expect.poll(async () => (await one.send(soup)).status, { timeout: 10_000 }).toBe(200)
  },
)

test.runIf(store !== undefined)(
  'a request forwarded to an owner that hangs goes on to the replica that takes the sandbox over',
  async () => {
    const address = `${store?.url}?prefix=hanging:`
    await using one = await openReplica(address)
    await using other = await openReplica(address)
    const hanging = await listening(createServer())

    await one.send(soup)
    vi.spyOn(SharedSandboxes.prototype, 'ownerOf').mockResolvedValueOnce({
      url: urlOf('http', '127.0.0.1', hanging),
    })
    expect((await other.send(soup)).status).toBe(200)
  },
)

test.runIf(store !== undefined)(
  'a server on all addresses is reached by others at its address in the network',
  async () => {
    const events: SharingEvent[] = []
    const observer = { onStoreReply() {}, onEvent: (event: SharingEvent) => void events.push(event) }
    const address = `${store?.url}?prefix=addresses:`
    const opened = await openServer(
      SandboxConfig.parse({ ...kitchen, store: address, host: '0.0.0.0', port: 'auto' }),
    )
    await using other = await openReplica(address, { observer })

    await fetch(`${opened.server.url}${soup}`)
    await other.send(soup)
    await opened.close()
    expect(events).toContainEqual({
      event: 'forwarded',
      sandbox: 'default',
      to: opened.server.networkUrls[0] ?? opened.server.url,
    })
  },
)
