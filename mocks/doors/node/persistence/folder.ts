import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { hasCode } from '../../../data/model/shared/errors.ts'
import { UsageError } from '../command-line/option.ts'

/**
 * Makes a folder, and those it is in. Not `mkdir({ recursive: true })`, which never ends where nothing can be made, as
 * below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder)

  try {
    await mkdir(path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      if ((await stat(path)).isDirectory()) return
      throw new FolderError(`${folder} is a file, not a folder. Choose another name.`)
    }
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path)
  }
}

/** @throws {FolderError} when a folder contains sandboxes, but not where this version opens them */
export async function rejectUnopenable(folder: string): Promise<void> {
  const names = await readdir(folder)

  if (names.includes('level')) return
  if (names.includes('level.repaired'))
    throw new FolderError(
      `A repair of ${folder} was interrupted. To finish it: entity-sandbox repair ${folder}`,
    )
  if (!names.some((name) => /^world\.\d+\.log$/.test(name))) return

  throw new FolderError(
    `${folder} was written by entity-sandbox 0.1.0, in a form that this version does not read. Take its data along: ` +
      `run "npx entity-sandbox@0.1.0 --persist ${folder}", save the response of GET /__sandbox/export as export.json, ` +
      'and start this version with --data export.json and another folder.',
  )
}

/** A folder of stored sandboxes can't be used: another process uses it, or it is damaged. */
export class FolderError extends UsageError {
  override readonly name = 'FolderError'
}
