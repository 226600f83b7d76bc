import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FolderError } from './folder-error.ts'

/** Locks held in this process, which process ids can't tell apart. */
const held = new Set<string>()

/**
 * Keeps a folder to one process. Gives the function that lets it go; the lock of a process that is gone is taken
 * over.
 *
 * @throws naming the process that uses the folder
 */
export function lockFolder(folder: string): () => void {
  const path = resolve(join(folder, 'lock'))

  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      held.add(path)

      return () => {
        held.delete(path)
        rmSync(path, { force: true })
      }
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }

    const holder = Number(readFileSync(path, 'utf8'))

    if (held.has(path) || (holder !== process.pid && isRunning(holder))) {
      throw new FolderError(
        `Failed to open ${folder}: process ${holder} is using it. Stop that one, or choose another folder.`,
      )
    }
    rmSync(path, { force: true })
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false

  try {
    process.kill(pid, 0)

    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
