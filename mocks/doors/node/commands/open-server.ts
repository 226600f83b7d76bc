import type { SandboxConfig } from '../../../local/config.ts'
import { InvalidRequest, NotFound, hasCode, messageOf } from '../../../data/model/shared/errors.ts'
import { UsageError } from '../command-line/arguments.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { createService } from '../../../local/create-service.ts'
import type { Service } from '../../../service/http/service.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import type { StoredSandboxes } from '../../../local/open-stored.ts'
import { openPersisted } from '../persistence/open-folder.ts'
import { openMetrics, Probes } from '../probes.ts'
import type { OpenShared } from '../replicas/open-shared.ts'
import type { SandboxServer } from '../server-types.ts'
import { serve, type ServerDependencies } from '../serve.ts'
import { loggedRequest, type RequestPrinter } from './request-log.ts'
import { type Observe, sharingPrinter } from '../replicas/sharing.ts'

/** Throws an error of opening sandboxes: a `UsageError` for what the user can correct, others unchanged. */
export function throwDescribed(error: unknown): never {
  if (error instanceof InvalidRequest) throw new UsageError(error.message)
  if (error instanceof NotFound) throw new UsageError(`--scenario: ${error.message}`)
  throw error
}

/** A server and its default sandbox. */
export interface OpenServer {
  readonly sandbox: Sandbox
  readonly server: SandboxServer
  /** Whether its data was restored from the folder of `--persist`. */
  readonly wasRestored: boolean
  close(): Promise<void>
}

interface OpenOptions {
  /** Called for every request of an application. */
  readonly onRequest?: RequestPrinter | undefined
  /** Awaited once the sandboxes are open, before the server listens. */
  readonly beforeListening?: () => Promise<void>
  /** Called when the server listens, while its sandboxes may still be generated or restored. */
  readonly onListening?: (server: SandboxServer) => void
}

/**
 * Starts a server with the given settings, and waits until it is ready. It listens while its sandboxes are opened, except
 * those of a store, whose other servers answer meanwhile.
 *
 * @throws {UsageError} when definitions or data are invalid, the port, or the folder or store, can't be used, or a package
 *   is missing; nothing is open then
 */
export async function openServer(
  config: SandboxConfig,
  { onRequest, beforeListening, onListening }: OpenOptions = {},
): Promise<OpenServer> {
  const metrics = config.metrics ? await openMetrics() : undefined
  const print = sharingPrinter(config)
  const observe: Observe = (happened) => {
    print(happened)
    metrics?.observe(happened)
  }
  const probes = new Probes(metrics)
  const opening = openByConfig(config, observe).catch(throwDescribed)
  const replicas = config.store === undefined ? undefined : (await opening).shared?.replicas

  if (beforeListening) {
    await opening
    await beforeListening()
  }

  const service = opening.then(({ sandboxes }) => serviceFor(sandboxes, onRequest))
  const server = await listenOn(service, config, { probes, replicas }).catch(async (error: unknown) => {
    await (await opening).close()
    throw error
  })

  onListening?.(server)

  const opened = await opening.catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  const { sandboxes, wasRestored, shared } = opened

  // Other servers can't use the loopback address in `server.url`.
  shared?.setUrl(config.advertise ?? server.networkUrls[0] ?? server.url)
  metrics?.count(sandboxes, shared?.isStoreUp)

  return {
    sandbox: sandboxes.default,
    server,
    wasRestored,
    async close() {
      if (shared) await probes.announceStop()

      const closed = server.close()

      // A slow request does not delay the others.
      await shared?.releaseIdle()
      await closed
      await opened.close()
    },
  }
}

interface OpenSandboxes extends StoredSandboxes {
  readonly shared?: OpenShared
}

/** The service of sandboxes, which reports the requests of applications. */
export function serviceFor(sandboxes: Sandboxes, onRequest: RequestPrinter | undefined): Service {
  const service = createService(sandboxes)

  if (onRequest) service.onJournaled = (entry) => onRequest(loggedRequest(entry, sandboxes))

  return service
}

async function openByConfig(config: SandboxConfig, observe: Observe): Promise<OpenSandboxes> {
  const { persist, store, ...options } = config

  if (store !== undefined) {
    const { openShared } = await import('../replicas/open-shared.ts') // loads the Redis client
    const shared = await openShared(store, { ...options, observe })

    return { ...shared, wasRestored: false, shared }
  }

  if (persist !== undefined) {
    const opened = await openPersisted(persist, options)

    for (const [id, { reason }] of opened.sandboxes.setAside) {
      process.stderr.write(
        `entity-sandbox: sandbox "${id}" is set aside, because ${reason}. To recover what is intact: entity-sandbox repair ${persist}\n`,
      )
    }

    return opened
  }

  const sandboxes = new Sandboxes(await buildSandbox(options), options)

  return { sandboxes, wasRestored: false, close: () => Promise.resolve() }
}

const firstPort = 4010
const portsToTry = 100

/** Ports among these that browsers and `fetch` block (the Fetch standard's "bad ports"). */
const blockedPorts = new Set([4045])

async function listenOn(
  service: Promise<Service>,
  config: SandboxConfig,
  dependencies: ServerDependencies,
): Promise<SandboxServer> {
  const { port, host } = config

  for (let next = port === 'auto' ? firstPort : port; ; next++) {
    if (port === 'auto' && blockedPorts.has(next)) continue

    try {
      return await serve(service, { ...config, port: next, console: 'built' }, dependencies)
    } catch (error) {
      if (error instanceof UsageError) throw error
      const isTaken = hasCode(error, 'EADDRINUSE')

      if (isTaken && port === 'auto' && next < firstPort + portsToTry) continue
      if (!isTaken) throw new UsageError(`${host}:${next} can't be listened on: ${messageOf(error)}.`)

      throw new UsageError(
        `Port ${next} is in use. Stop the program that uses it, or choose another: --port ${next + 1}, or --port auto.`,
      )
    }
  }
}
