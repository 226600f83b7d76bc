import { buildSandbox } from '../../build-sandbox.ts'
import { createService } from '../../create-service.ts'
import type { SandboxConfig } from '../../config.ts'
import type { Service } from '../../http/service.ts'
import { hasCode, InvalidRequest, messageOf, NotFound } from '../../model/shared/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { FolderError } from '../persistence/folder.ts'
import type { StoredSandboxes } from '../../open-stored.ts'
import { openPersisted } from '../persistence/persist.ts'
import { openMetrics, type Metrics } from '../metrics.ts'
import { MissingPackage } from '../missing-package.ts'
import { Probes } from '../probes.ts'
import type { OpenShared } from '../replicas/open-shared.ts'
import { SharedStoreError } from '../replicas/shared-store-error.ts'
import type { SandboxServer } from '../sandbox-server.ts'
import { serve, type ServerDependencies } from '../serve.ts'
import { loggedRequest, type RequestPrinter } from './request-log.ts'
import { combinedObserver, type SharingObserver, sharingPrinter } from '../replicas/sharing-observer.ts'
import { UsageError } from '../command-line/option.ts'
import { thousands } from '../command-line/thousands.ts'

/** A server and its default sandbox. */
export interface OpenServer {
  readonly sandbox: Sandbox
  readonly server: SandboxServer
  /** Whether its data was restored from the folder of `--persist`. */
  readonly wasRestored: boolean
  close(): Promise<void>
}

/**
 * Starts a server with the given settings.
 *
 * @param onRequest called for every request of an application
 *
 * @throws {UsageError} when definitions or data are invalid, or the port or the folder of `--persist` is in use
 */
export async function openServer(config: SandboxConfig, onRequest?: RequestPrinter): Promise<OpenServer> {
  return startServer(await openSandboxes(config), config, onRequest)
}

/** The sandboxes to serve, with their store and metrics. */
interface OpenSandboxes extends StoredSandboxes {
  readonly shared?: OpenShared
  readonly metrics?: Metrics | undefined
}

/** @throws {UsageError} when definitions or data are invalid, or the folder or store can't be used */
export async function openSandboxes(config: SandboxConfig): Promise<OpenSandboxes> {
  try {
    const metrics = config.metrics ? await openMetrics() : undefined
    const observer = combinedObserver([sharingPrinter(config), ...(metrics ? [metrics] : [])])

    return { ...(await openByConfig(config, observer)), metrics }
  } catch (error) {
    throw await describeFailure(error, config)
  }
}

/**
 * Starts a server for sandboxes, or closes them.
 *
 * @throws {UsageError} when the port is in use
 */
export async function startServer(
  { sandboxes, wasRestored, close, shared, metrics }: OpenSandboxes,
  config: SandboxConfig,
  onRequest?: RequestPrinter,
): Promise<OpenServer> {
  const service = createService(sandboxes)

  if (onRequest) {
    service.onResponse = (entry) => {
      const request = loggedRequest(entry, sandboxes)

      if (request) onRequest(request)
    }
  }

  const probes = new Probes(metrics)
  const server = await listenOn(service, config, { probes, replicas: shared?.replicas }).catch(
    async (error: unknown) => {
      await close()
      throw error
    },
  )

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
      await close()
    },
  }
}

/** A `UsageError` for what the user can correct; other errors unchanged. */
export async function describeFailure(error: unknown, config: SandboxConfig): Promise<unknown> {
  if (error instanceof InvalidRequest) return new UsageError(await failureLines(error, config))
  if (error instanceof NotFound) return new UsageError(`--scenario: ${error.message}`)

  const isUserError = [FolderError, SharedStoreError, MissingPackage].some((kind) => error instanceof kind)

  return isUserError ? new UsageError(messageOf(error)) : error
}

async function openByConfig(config: SandboxConfig, observer: SharingObserver): Promise<OpenSandboxes> {
  const { persist, store, ...settings } = config
  const options = { ...settings, onProgress: showProgress(process.stderr) }

  if (store !== undefined) {
    const { openShared } = await import('../replicas/open-shared.ts') // loads the Redis client
    const shared = await openShared(store, { ...options, observer })

    return { ...shared, wasRestored: false, shared }
  }

  if (persist !== undefined) return openPersisted(persist, options)

  const sandboxes = new Sandboxes(await buildSandbox(options), options)

  return { sandboxes, wasRestored: false, close: () => Promise.resolve() }
}

/** One line for each failure, with its position if there is only one file. */
async function failureLines({ failures }: InvalidRequest, config: SandboxConfig): Promise<string> {
  const sources = ['definitions', 'optionLists', 'data', 'replay'] as const
  const files = sources.map((name) => config[name]).filter((file) => typeof file === 'string')
  const isUnreadable = Object.keys(failures).every((path) => sources.some((name) => name === path))

  if (isUnreadable) return Object.values(failures).join('\n')

  // Loaded only when needed: it imports a YAML parser.
  const { placeIn } = await import('../command-line/place.ts')
  const [file, other] = files
  const lines = Object.entries(failures).map(([path, message]) => {
    const place = file === undefined || other !== undefined ? file : placeIn(file, path.split('.'))

    return `${path}${place === file ? '' : ` (${place})`}: ${message}`
  })

  return `${files.join(' and ') || 'the settings'}: the content is invalid.\n${lines.join('\n')}`
}

export const firstPort = 4010
const portsToTry = 100

/** Ports among these that browsers and `fetch` block (the Fetch standard's "bad ports"). */
const blockedPorts = new Set([4045])

async function listenOn(
  service: Service,
  config: SandboxConfig,
  dependencies: ServerDependencies,
): Promise<SandboxServer> {
  const { port, host } = config

  for (let next = port === 'auto' ? firstPort : port; ; next++) {
    if (port === 'auto' && blockedPorts.has(next)) continue

    try {
      return await serve(service, undefined, { ...config, port: next, console: 'built' }, dependencies)
    } catch (error) {
      const isTaken = hasCode(error, 'EADDRINUSE')

      if (isTaken && port === 'auto' && next < firstPort + portsToTry) continue
      if (!isTaken) throw new UsageError(`${host}:${next} can't be listened on: ${messageOf(error)}.`)

      throw new UsageError(
        `Port ${next} is in use. Stop the program that uses it, or choose another: --port ${next + 1}, or --port auto.`,
      )
    }
  }
}

/** With fewer entities, generating them is too fast to show progress. */
const minimum = 20_000

/** Shows how many entities have been generated, on a line that is overwritten. */
function showProgress(stream: NodeJS.WriteStream): (done: number, total: number) => void {
  return (done, total) => {
    if (total < minimum) return

    const text = `Seeding ${thousands(done)} of ${thousands(total)} entities`

    if (stream.isTTY) stream.write(done < total ? `\r${text}` : `\r${' '.repeat(text.length)}\r`)
    else if (done === 0) stream.write(`Seeding ${thousands(total)} entities\n`)
  }
}
