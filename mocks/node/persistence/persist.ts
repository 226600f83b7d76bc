import { createEmptySandbox, createSandbox, type CreateSandboxOptions } from '../../create-sandbox.ts'
import { messageOf } from '../../model/shared/errors.ts'
import { LogDamage } from '../../persistence/log-damage.ts'
import { LogRecorder } from '../../persistence/log-recorder.ts'
import { readLogs, readOrigin, sandboxesOf, writeOrigin } from '../../persistence/restored.ts'
import { beginningFrom, imageOf } from '../../persistence/sandbox-image.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { SandboxesOptions } from '../../sandbox/sandboxes-options.ts'
import { makeFolder, refuseEarlierForm } from './folder.ts'
import { FolderError } from './folder-error.ts'
import { isDamage } from './level-database.ts'
import { LevelStorage } from './level-storage.ts'

export interface PersistOptions {
  /**
   * Whether a change is on the disk before it is answered, so that not even a power cut loses it. Default no: the
   * operating system has it, so that no end of the process loses it.
   */
  readonly flush?: boolean | undefined
  /** How many bytes the log of a sandbox may grow by before it is written anew without its history. Default 4 MiB. */
  readonly compactAfter?: number | undefined
}

/** Sandboxes that outlive the process. */
export interface PersistedSandboxes {
  /** For `listen()` or `createHandlers()`. */
  readonly sandboxes: Sandboxes
  /** Whether they were in the folder already; then the options of data and seed were not used. */
  readonly wasKept: boolean
  /** Lets go of the folder. Every change that was answered is there already. */
  readonly close: () => Promise<void>
}

type AllOptions = CreateSandboxOptions & SandboxesOptions & PersistOptions

/**
 * Keeps sandboxes in a folder: everything but their journals and what can be undone, which are the running process's.
 *
 * @example
 * const { sandboxes } = await openPersisted('./sandbox-data', { seed: 7 })
 * const server = await listen(sandboxes)
 *
 * @throws {FolderError} when another process uses the folder, or what is in it is damaged
 */
export async function openPersisted(folder: string, options: AllOptions = {}): Promise<PersistedSandboxes> {
  const storage = await openIn(folder, options)

  try {
    const saved = await read(folder, () => readOrigin(storage))
    const origin = saved ?? beginningFrom(imageOf(await createSandbox(options)))

    if (!saved) await read(folder, () => writeOrigin(storage, origin))

    const empty = await createEmptySandbox(options)
    const logs = await read(folder, () => readLogs(storage, origin, empty))
    const recorder = new LogRecorder(storage, origin, options)

    return {
      sandboxes: sandboxesOf(logs, recorder, recorder, options),
      wasKept: saved !== undefined,
      close: async () => {
        await recorder.settled()
        await storage.close()
      },
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function openIn(folder: string, { flush = false }: PersistOptions): Promise<LevelStorage> {
  return read(folder, async () => {
    await makeFolder(folder)
    await refuseEarlierForm(folder)

    return LevelStorage.open(folder, { isFlushed: flush })
  })
}

async function read<R>(folder: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FolderError) throw error
    const advice =
      error instanceof LogDamage || isDamage(error)
        ? ` To go on with what is whole: entity-sandbox repair ${folder}`
        : ''

    throw new FolderError(`Failed to open ${folder}: ${messageOf(error)}.${advice}`, { cause: error })
  }
}
