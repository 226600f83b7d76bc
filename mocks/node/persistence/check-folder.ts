import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { messageOf } from '../../model/shared/errors.ts'
import { FolderError } from './folder.ts'
import { databasePath, lockPath } from './level-folder.ts'
import { openPersisted, type PersistOptions } from './persist.ts'

/**
 * Opens a copy of a folder, as a start would open the folder: LevelDB can't open one without writing.
 *
 * @returns the number of its sandboxes
 *
 * @throws {FolderError} when another process uses the folder, or what is in it is damaged
 */
export async function checkFolder(folder: string, options: PersistOptions): Promise<number> {
  const copy = await mkdtemp(join(tmpdir(), 'entity-sandbox-check-'))

  try {
    await copyDatabase(folder, copy)

    const { sandboxes, close } = await openPersisted(copy, options)

    await close()

    return sandboxes.list().length
  } catch (error) {
    throw new FolderError(messageOf(error).replaceAll(copy, folder), { cause: error })
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Copies a database; its lock is that of the original, so that the copy can't be opened while another process uses that. */
async function copyDatabase(folder: string, copy: string): Promise<void> {
  const lock = resolve(lockPath(folder))
  // Windows allows few users to make links, and nobody to copy a lock that is in use.
  const isLinked = process.platform !== 'win32' && existsSync(lock)

  await mkdir(databasePath(copy))
  if (isLinked) await symlink(lock, lockPath(copy))
  await cp(databasePath(folder), databasePath(copy), {
    recursive: true,
    filter: (path) => !isLinked || resolve(path) !== lock,
  })
}
