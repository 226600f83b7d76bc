import { Redis } from 'ioredis'
import { createService } from '../local/create-service.ts'
import type { CreateSandboxOptions } from '../local/build-sandbox.ts'
import { openShared, type ShareOptions } from '../doors/node/replicas/open-shared.ts'
import { serve } from '../doors/node/serve.ts'
import { sendOverSocket } from './send-over-socket.ts'
import { kitchen } from './kitchen-data.ts'
import { isInstalled, RedisServer } from './redis-server.ts'

type HeaderFields = Readonly<Record<string, string>>

/** A server that shares its sandboxes, in this process. */
export interface InProcessReplica extends AsyncDisposable {
  send(
    path: string,
    init?: Omit<RequestInit, 'headers'> & { json?: unknown; headers?: HeaderFields },
  ): Promise<Response>
}

/** A store for the tests of a file; undefined if Redis is not installed. */
export async function startStore(): Promise<RedisServer | undefined> {
  return isInstalled('redis-server') ? RedisServer.start() : undefined
}

/** Lets the lease of a sandbox expire. */
export async function expire(store: RedisServer | undefined, prefix: string, sandbox: string): Promise<void> {
  const client = new Redis(store?.url ?? '')

  await client.hset(`${prefix}:{${sandbox}}:lease`, 'until', 0)
  client.disconnect()
}

/** Opens a server with the kitchen data, or other data, that shares its sandboxes with the servers of the same store. */
export async function openReplica(
  storeUrl: string,
  options: Partial<ShareOptions> & CreateSandboxOptions = {},
): Promise<InProcessReplica> {
  const shared = await openShared(storeUrl, { ...kitchen, sandboxLimit: 1, lease: 3, ...options })
  const server = await serve(
    createService(shared.sandboxes),
    { allowedHosts: ['sandbox.test'] },
    { replicas: shared.replicas },
  )

  shared.setUrl(server.url)

  return {
    send: (path, { json, headers = {}, ...init } = {}) => {
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      const type = json === undefined ? {} : { 'Content-Type': 'application/json' }

      return sendOverSocket(server.port, path, { ...init, ...body, headers: { ...type, ...headers } })
    },
    async [Symbol.asyncDispose]() {
      const closed = server.close()

      await shared.releaseIdle()
      await closed
      await shared.close()
    },
  }
}
