import { createHash, randomBytes } from 'node:crypto'
import { createEmptySandbox, createSandbox, type CreateSandboxOptions } from '../../create-sandbox.ts'
import { messageOf } from '../../model/shared/errors.ts'
import { version } from '../../model/shared/version.ts'
import { entriesBetween, inParts } from '../../persistence/image-entries.ts'
import { LogRecorder } from '../../persistence/log-recorder.ts'
import { emptyImage } from '../../persistence/logged-sandbox.ts'
import { readInitialImage, restored, writeInitialImage } from '../../persistence/restored.ts'
import { initialImageOf, imageOf, type SandboxImage } from '../../persistence/sandbox-image.ts'
import { defaultSandboxId } from '../../sandbox/sandbox-id.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { SandboxesOptions } from '../../sandbox/sandboxes-options.ts'
import { MissingPackage } from '../missing-package.ts'
import { Connection } from './connection.ts'
import { combined, type SharingObserver } from './sharing-observer.ts'
import { SharedStoreError } from './shared-store-error.ts'
import { RedisStorage } from './redis-storage.ts'
import { Replicas } from './replicas.ts'
import { SharedSandboxes, whenFree } from './shared-sandboxes.ts'
import { dayLength } from '../../model/shared/durations.ts'

export interface ShareOptions extends CreateSandboxOptions, SandboxesOptions {
  /** How many MiB the store may hold of a sandbox. */
  readonly sandboxLimit: number
  /** How many seconds a server that does not respond keeps its sandboxes. */
  readonly lease: number
  /** Of what sandboxes begin with here. */
  readonly version?: string
  readonly observer?: SharingObserver | undefined
}

/** Sandboxes in a store that several servers share. */
export interface OpenShared {
  readonly sandboxes: Sandboxes
  readonly replicas: Replicas
  /** Says where the other servers reach this one: `http://10.0.0.7:4010`, before it gets requests. */
  readonly reachedAt: (url: string) => void
  /** Whether the store is reachable. */
  readonly isStoreThere: () => boolean
  /** Hands over the sandboxes of this server that no request is in progress for. */
  readonly handOver: () => Promise<void>
  /** Hands all of them over. */
  readonly close: () => Promise<void>
}

/** How long a store may be away while a server starts, in milliseconds. */
const startTimeout = 15_000

/** How much of a log may be history, in bytes: less than in a folder, since it is in memory, and read when an owner dies. */
const compactAfter = 64 * 1024

/** @throws {SharedStoreError} when the store can't be used */
export async function openShared(address: string, options: ShareOptions): Promise<OpenShared> {
  const { observer = combined([]), idleLimit = dayLength, sandboxLimit } = options
  const leaseTime = options.lease * 1000
  const connection = await Connection.open(address, observer).catch((error: unknown) => {
    if (error instanceof MissingPackage) throw error

    const { protocol, host } = new URL(address)

    throw new SharedStoreError(`--store ${protocol}//${host}: ${messageOf(error)}.`, { cause: error })
  })

  try {
    const instance = randomBytes(6).toString('hex')
    let url = ''
    const generated = initialImageOf(imageOf(await createSandbox(options)))
    const name = nameOf(generated, options.version ?? version)
    const storage: RedisStorage = new RedisStorage(connection, {
      owner: () => `${url}#${instance}`,
      initialName: name,
      leaseTime,
      limit: sandboxLimit * 1024 * 1024,
      retention: (id) => (id === defaultSandboxId || id.startsWith('@') ? 0 : idleLimit),
      about: (id) => shared.about(id),
      onLost: (id) => shared.lost(id),
      observer,
    })
    const end = performance.now() + startTimeout
    const image = await whenFree(() => storeInitial(storage, name, generated), end)
    const template = await createEmptySandbox(options)
    const recorder = new LogRecorder(storage.own, image, { compactAfter })
    const shared: SharedSandboxes = new SharedSandboxes(storage, recorder, {
      template,
      initial: { name, image },
      leaseTime,
    })
    const initial = restored(template, defaultSandboxId, image)
    const saved = { initial, recorder, sharing: shared }
    const sandboxes = new Sandboxes(initial, { ...options, idleLimit }, saved)

    shared.serve(sandboxes)

    return {
      sandboxes,
      replicas: new Replicas(shared, leaseTime, observer),
      reachedAt: (reached) => (url = reached),
      isStoreThere: () => connection.isThere,
      handOver: () => shared.handOver(),
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
  generated: SandboxImage,
): Promise<SandboxImage> {
  const stored = await readInitialImage(storage, {}, name)

  if (!stored) await writeInitialImage(storage, generated, name)
  await storage.leases.release(name)

  return stored ?? generated
}

/** Names the version, and by a hash of all it holds what it grew from; not when. */
function nameOf(image: SandboxImage, ofVersion: string): string {
  const hash = createHash('sha256')

  for (const part of inParts(entriesBetween(emptyImage, image))) {
    hash.update(JSON.stringify(part.map((entry) => (entry.do === 'set' ? { ...entry, at: '' } : entry))))
  }

  return `@${ofVersion}-${hash.digest('hex').slice(0, 16)}`
}
