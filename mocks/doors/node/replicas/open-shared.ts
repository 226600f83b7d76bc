import { createHash, randomBytes } from 'node:crypto'
import { createEmptySandbox, buildSandbox, type CreateSandboxOptions } from '../../../local/build-sandbox.ts'
import { version } from '../../../data/model/shared/version.ts'
import { stepsBetween, inBatches } from '../../../sandbox/persistence/log-step.ts'
import { LogRecorder } from '../../../sandbox/persistence/log-recorder.ts'
import { readInitialState, writeInitialState } from '../../../sandbox/persistence/restore-sandboxes.ts'
import type { SandboxState } from '../../../sandbox/state/sandbox-state.ts'
import type { SandboxesOptions } from '../../../sandbox/sandboxes.ts'
import { Connection } from './connection.ts'
import { initialPrefix } from './scripts.ts'
import type { Observe } from './sharing.ts'
import { RedisStorage } from './redis-storage.ts'
import { Replicas } from './replicas.ts'
import { whenFree, SharedSandboxes } from './shared-sandboxes.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'

export interface ShareOptions extends CreateSandboxOptions, SandboxesOptions {
  /** Maximum size of a sandbox in the store, in MiB. */
  readonly sandboxLimit: number
  /** Time after which the sandboxes of a server that does not respond are taken over, in seconds. */
  readonly lease: number
  /** Version of the initial state; default: the package's. */
  readonly version?: string
  readonly observe?: Observe | undefined
}

/** Sandboxes in a store that several servers share. */
export type OpenShared = Awaited<ReturnType<typeof openShared>>

/** How long a starting server waits for a store that is down, in milliseconds. */
const startTimeout = 15_000

/** Bytes of history after which a log is compacted: fewer than in a folder, since a store is in memory, and a takeover reads it. */
const compactAfter = 64 * 1024

/** @throws {UsageError} when the store can't be used */
export async function openShared(address: string, options: ShareOptions) {
  const { observe = () => undefined, idleLimit = dayLength, sandboxLimit } = options
  const leaseTime = options.lease * 1000
  const connection = await Connection.open(address, observe)

  try {
    const instance = randomBytes(6).toString('hex')
    let url = ''
    const generated = (await buildSandbox(options)).state
    const name = nameOf(generated, options.version ?? version)
    const storage: RedisStorage = new RedisStorage(connection, {
      owner: () => `${url}#${instance}`,
      initialName: name,
      leaseTime,
      limit: sandboxLimit * 1024 * 1024,
      idleLimit,
      summary: (id) => shared.summary(id),
      onDropped: (id) => shared.drop(id),
      observe,
    })
    const end = performance.now() + startTimeout
    const state = await whenFree(() => storeInitial(storage, name, generated), end)
    const template = await createEmptySandbox(options)
    const recorder = new LogRecorder(storage.ownedOnly, state, { compactAfter })
    const shared: SharedSandboxes = new SharedSandboxes(storage, recorder, {
      ...options,
      idleLimit,
      template,
      initial: { name, state },
      leaseTime,
    })

    return {
      sandboxes: shared.sandboxes,
      replicas: new Replicas(shared, leaseTime, observe),
      /** Sets the URL at which other servers reach this one, such as `http://10.0.0.7:4010`. Required before the first request. */
      setUrl: (ownUrl: string) => (url = ownUrl),
      isStoreUp: () => connection.isUp,
      /** Releases the sandboxes of this server that have no requests in progress. */
      releaseIdle: () => shared.releaseIdle(),
      /** Releases all sandboxes and closes the connection. */
      close: async () => {
        await shared.close()
        await connection.close()
      },
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Stores the initial state under its name, so that replicas of any version use the same one. */
async function storeInitial(
  storage: RedisStorage,
  name: string,
  generated: SandboxState,
): Promise<SandboxState> {
  const stored = await readInitialState(storage, {}, name)

  if (!stored) await writeInitialState(storage, generated, name)
  await storage.leases.release(name)

  return stored ?? generated
}

/** A name of the version and a hash of the content, without its time. */
function nameOf(state: SandboxState, ofVersion: string): string {
  const hash = createHash('sha256')

  for (const batch of inBatches(stepsBetween(undefined, state))) {
    hash.update(JSON.stringify(batch.map((entry) => (entry.do === 'set' ? { ...entry, at: '' } : entry))))
  }

  return `${initialPrefix}${ofVersion}-${hash.digest('hex').slice(0, 16)}`
}
