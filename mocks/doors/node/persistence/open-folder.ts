import { messageOf } from '../../../data/model/shared/errors.ts'
import { openStored, type StoredSandboxesOptions, type StoredSandboxes } from '../../../local/open-stored.ts'
import { LogDamage } from '../../../sandbox/persistence/log-storage.ts'
import { FolderError, isDamage, makeFolder, rejectUnopenable } from './level-database.ts'
import { LevelStorage } from './level-storage.ts'

export interface PersistOptions extends StoredSandboxesOptions {
  /**
   * Whether a change is on the disk before it is acknowledged, so that not even a power cut loses it. Default no: then
   * it is with the operating system, and survives the end of the process in any way.
   */
  readonly flush?: boolean | undefined
}

/**
 * Opens the sandboxes that a folder stores, as `openStored()` does for any storage.
 *
 * @example
 * const { sandboxes } = await openPersisted('./sandbox-data', { seed: 7 })
 * const server = await listen(sandboxes)
 *
 * @throws {FolderError} when another process uses the folder, or what is in it is damaged
 */
export async function openPersisted(folder: string, options: PersistOptions = {}): Promise<StoredSandboxes> {
  const storage = await withFolderErrors(folder, async () => {
    await makeFolder(folder)
    await rejectUnopenable(folder)

    return LevelStorage.open(folder, { flush: options.flush ?? false })
  })

  return openStored(storage, options, (work) => withFolderErrors(folder, work))
}

/** Converts errors of work in a folder to `FolderError`s. */
async function withFolderErrors<R>(folder: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FolderError) throw error
    const advice =
      error instanceof LogDamage || isDamage(error)
        ? ` To recover what is intact: entity-sandbox repair ${folder}`
        : ''

    throw new FolderError(`Failed to open ${folder}: ${messageOf(error)}.${advice}`, { cause: error })
  }
}
